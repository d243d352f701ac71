import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useDeferredValue, type ReactElement, type ReactNode } from 'react';
import { hints } from '../../domain/account/messages.ts';
import type { Fetched } from '../../lib/fetched-store.ts';
import type { Member } from '../../lib/member.ts';
import { $member } from '../../lib/member-store.ts';
import type { Elements } from './elements.ts';
import { KeptData } from './FreshButton.tsx';
import { keepsFocus } from './keeps-focus.ts';
import { useOnline } from './use-online.ts';

/** A member's data, and a function that fetches it again. */
export type OfMember<T> = { $data: ReadableAtom<Fetched<T>>; refresh: () => void };

type MemberPartProps<T> = OfMember<T> & {
  /** Shown above either of the next two, and thus stays when one replaces the other. */
  above?: Elements;
  /** Shown until the data is loaded. */
  loading: string | ReactElement;
  /** Shown if the data could not be loaded. */
  notLoaded: string;
  className?: string;
  /**
   * Renders the data. If the last request failed, `again` is a button that fetches the data again. Remounted when
   * another member logs in.
   */
  children: (data: T, member: Member, again: ReactNode) => ReactNode;
};

type TryAgainProps = { loading: boolean; refresh: () => void };

/** Keeps the focus while the data is being fetched, and announces the fetch. */
function TryAgain({ loading, refresh }: TryAgainProps) {
  return (
    <button
      ref={keepsFocus}
      type="button"
      className="link"
      aria-disabled={loading}
      onClick={() => {
        if (!loading) refresh();
      }}
    >
      {loading ? 'Trying again' : 'Try again'}
    </button>
  );
}

/** A part of a page that needs a member's data. Reports a failed request, with a button to try again. */
export function MemberPart<T>(props: MemberPartProps<T>) {
  const { $data, refresh, above, loading: waiting, notLoaded, className = '', children } = props;
  const member = useStore($member, { ssr: 'initial' });
  const { data, loading, error, isKept = false } = useStore($data, { ssr: 'initial' });
  const online = useOnline();
  const failed = error !== undefined;
  const answered = member !== undefined && (data !== undefined || failed);
  // React draws a deferred value in short tasks, but a store's change in one long task. A part that appears with data
  // shows it at once, because a moment without it would move what follows.
  const isHere = useDeferredValue(answered) && answered;

  if (!isHere) {
    return (
      <>
        {above}
        {typeof waiting === 'string' ? <p className="text-muted">{waiting}</p> : waiting}
      </>
    );
  }
  const again = <TryAgain {...{ loading, refresh }} />;
  if (data !== undefined) {
    return (
      <KeptData key={member.id} value={isKept}>
        {children(data, member, failed && again)}
      </KeptData>
    );
  }
  return (
    <>
      {above}
      <div role="alert" className={`notice ${className}`}>
        <p>{`${notLoaded} ${!online ? hints.offline : ''}`}</p>
        {again}
      </div>
    </>
  );
}
