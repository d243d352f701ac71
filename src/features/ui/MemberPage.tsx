import type { Member } from '../../lib/member.ts';
import { Loading } from './Loading.tsx';
import { MemberPart, type OfMember } from './MemberPart.tsx';
import type { Elements } from './elements.ts';
import { useOnline } from './use-online.ts';
// Imported here, because member pages contain rows of actions and notes.
import './actions.css';
import './member-page.css';
import './note.css';

type MemberPageProps<T> = OfMember<T> & {
  /** `offline` says what still works with the data fetched earlier. */
  words: { loading: string; notLoaded: string; offline: string };
  /** A sentence on the page's purpose, for members who have not used the page yet and while it is loading. */
  lead?: { text: string; isFor: (data: T) => boolean };
  /** Renders the data. Remounted when another member logs in. */
  children: (data: T, member: Member) => Elements;
};

type MemberSectionProps = {
  id: string;
  title: string;
  className?: string | undefined;
  children: Elements;
};

/** A section on a member page. `id` is the heading's id, so that changes on the page can move the focus there. */
export function MemberSection({ id, title, className, children }: MemberSectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} tabIndex={-1} className="member-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A page's content for a member's data, with a notice if the data may be out of date. */
export function MemberPage<T>(props: MemberPageProps<T>) {
  const { $data, refresh, words, lead, children } = props;
  const online = useOnline();
  const purpose = lead && <p className="lead member-lead">{lead.text}</p>;
  return (
    <MemberPart
      {...{ $data, refresh }}
      above={purpose}
      loading={<Loading className="loading-page member-loading mt-8">{words.loading}</Loading>}
      notLoaded={words.notLoaded}
      className="mt-8"
    >
      {(data, member, again) => (
        <>
          {lead?.isFor(data) && purpose}
          <div role="status">
            {!online && (
              <p className="notice mt-6">{`You appear to be offline. ${words.offline}`}</p>
            )}
            {online && again && (
              <p className="notice mt-6">
                This page may be out of date, because we could not refresh it. <span>{again}</span>
              </p>
            )}
          </div>
          {children(data, member)}
        </>
      )}
    </MemberPart>
  );
}
