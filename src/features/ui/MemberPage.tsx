import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { Fragment, type ReactNode } from 'react';
import { useOnline } from './use-online.ts';
import type { MemberData } from '../../lib/member-data.ts';
import type { Member } from '../../lib/member.ts';
import { $session } from '../../lib/session-store.ts';
import './member-page.css';
import './motion.css';

type MemberPageProps<T> = {
  $data: ReadableAtom<MemberData<T>>;
  /** Fetches the data again. */
  refresh: () => void;
  /** `offline` says what can be done with what was fetched before. */
  words: { loading: string; notLoaded: string; offline: string };
  /** Gives the cards that are shown until the data is there their height. */
  loadingClass: string;
  /** What the data is shown as. It starts anew for another member. */
  children: (data: T, member: Member) => ReactNode;
};

/** What is shown until a member's data is there. `className` gives the cards their height. */
export function MemberLoading({ text, className }: { text: string; className: string }) {
  return (
    <div className={`member-loading ${className}`} role="status">
      <p>{text}</p>
      <div className="card" />
      <div className="card" />
    </div>
  );
}

/** A member's data on a page of their own: loading, not loaded, or there, and maybe out of date. */
export function MemberPage<T>(props: MemberPageProps<T>) {
  const { $data, refresh, words, loadingClass, children } = props;
  const session = useStore($session, { ssr: 'initial' });
  const { data, loading, error } = useStore($data, { ssr: 'initial' });
  const online = useOnline();
  const failed = error !== undefined && !loading;
  const again = (
    <button type="button" className="link" onClick={refresh}>
      Try again
    </button>
  );

  if (session.status === 'authenticated' && data !== undefined) {
    return (
      <>
        <div role="status">
          {!online && <p className="notice mt-6">You appear to be offline. {words.offline}</p>}
          {online && failed && (
            <p className="notice mt-6">
              This may be out of date: our last request was not answered. {again}
            </p>
          )}
        </div>
        <Fragment key={session.member.id}>{children(data, session.member)}</Fragment>
      </>
    );
  }
  if (session.status === 'authenticated' && failed) {
    return (
      <div role="alert" className="notice mt-8">
        <p>{words.notLoaded}</p>
        {again}
      </div>
    );
  }
  return <MemberLoading text={words.loading} className={loadingClass} />;
}
