import type { ReactNode } from 'react';
import type { MemberData } from '../../../lib/member-data.ts';
import { useOnline } from '../../ui/use-online.ts';
import { hints } from '../../../domain/account/messages.ts';

type MemberPartProps<T> = MemberData<T> & {
  /** Said while the data is loaded. */
  waiting: string;
  /** Said when it could not be loaded. */
  failed: string;
  retry: () => void;
  children: (data: NonNullable<T>) => ReactNode;
};

/** A part of the settings that needs data of the member: it loads, says why it cannot, and tries again. */
export function MemberPart<T>({
  data,
  loading,
  error,
  waiting,
  failed,
  retry,
  children,
}: MemberPartProps<T>) {
  const online = useOnline();
  if (data !== undefined && data !== null) return children(data);
  if (!error || loading) return <p className="text-muted">{waiting}</p>;
  return (
    <div role="alert" className="notice">
      <p>
        {failed} {!online && hints.offline}
      </p>
      <button type="button" className="link" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
