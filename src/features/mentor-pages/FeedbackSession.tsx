import check from '../../assets/icons/check.svg?raw';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import type { FeedbackMember, FeedbackPage as Page } from '../../domain/mentors/mentor-pages.ts';
import { count } from '../../domain/words/count.ts';
import { formatMoment, sessionTime } from '../../domain/words/dates.ts';
import { $now } from '../../lib/now.ts';
import { feedbackDue, sayWhen } from '../bookings/session-times.ts';
import { Icon } from '../ui/Icon.tsx';
import '../ui/chosen.css';
import { FeedbackForm } from './FeedbackForm.tsx';
import { MemberFacts } from './MemberFacts.tsx';
import { OwnPageLink } from './OwnPageLink.tsx';

/** Whether the mentor still has to give feedback on this member. */
const waits = ({ feedback, is_returned }: FeedbackMember) => !feedback && !is_returned;

/** The member to deal with first. A report has a deadline, so it comes before missing feedback. */
const firstOf = (members: readonly FeedbackMember[]) =>
  members.find(({ report_until }) => report_until) ?? members.find(waits);

/** What screen readers add to a member's name in a group discussion. */
function sayState(member: FeedbackMember): string {
  if (waits(member)) return ', no feedback yet';
  return member.is_returned ? ', session returned' : ', feedback given';
}

type MembersProps = { page: Page; chosen: string; onChoose: (booking: string) => void };

/** The members of a group discussion, and which of them already have feedback. */
function Members({ page, chosen, onChoose }: MembersProps) {
  const asked = page.members.filter(({ is_returned }) => !is_returned);
  const given = asked.filter(({ feedback }) => feedback !== null).length;
  return (
    <nav aria-label="Members in this session" className="mt-8">
      <p className="mb-3 text-muted">{`You have given feedback for ${given} of ${count(asked.length, 'member')}.`}</p>
      <ul className="mentor-members flex flex-wrap gap-3">
        {page.members.map((member) => (
          <li key={member.booking}>
            <button
              type="button"
              className="flex items-center gap-1 bold wrap-anywhere text-ink"
              aria-current={member.booking === chosen ? 'true' : undefined}
              onClick={() => onChoose(member.booking)}
            >
              {!waits(member) && <Icon svg={check} />}
              <span translate="no">{member.name}</span>
              <span className="sr-only">{sayState(member)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A session with its members, and the feedback form for the member who is chosen. */
export default function FeedbackSession({ page }: { page: Page }) {
  const { members } = page;
  const now = useStore($now);
  const [wanted, setWanted] = useState(() => firstOf(members)?.booking);
  const heading = useRef<HTMLHeadingElement>(null);
  const member = members.find(({ booking }) => booking === wanted) ?? members[0];
  const next = firstOf(members.filter((other) => other !== member));

  const choose = (booking: string) => {
    setWanted(booking);
    // The heading to focus exists only once the page shows the other member.
    requestAnimationFrame(() => heading.current?.focus());
  };

  return (
    <>
      <p>
        <strong>{sessionNames[page.kind]}</strong>
        <span>{`, ${sessionTime(page.starts_at, page.ends_at)}. This page is open until ${formatMoment(page.closes_at)}.`}</span>
      </p>
      {page.topic && (
        <p>
          Topic: <strong>{page.topic}</strong>
        </p>
      )}
      {members.length > 1 && member && (
        <Members page={page} chosen={member.booking} onChoose={choose} />
      )}
      {member ? (
        <section key={member.booking} aria-labelledby="member" className="mt-8">
          <h2 id="member" translate="no" ref={heading} tabIndex={-1} className="text-3xl">
            {member.name}
          </h2>
          {member.report_until && (
            <div className="notice mt-4 mb-6">
              <p>
                <bdi translate="no">{member.name}</bdi>
                <span>{` told us that you did not join this session. If you were there, send your feedback here by ${formatMoment(member.report_until)}: it counts as your answer. You can also answer on your own page. Otherwise we will return the session to the member.`}</span>
              </p>
              <p className="mt-4">
                <OwnPageLink label="Answer on your own page" />
              </p>
            </div>
          )}
          <MemberFacts member={member} />
          {member.is_returned && (
            <div className="notice notice-calm mt-8">
              <p>
                We have returned this session to <bdi translate="no">{member.name}</bdi>, so no
                feedback is needed.
              </p>
              <p className="mt-4">
                <OwnPageLink />
              </p>
            </div>
          )}
          {!member.is_returned && page.has_begun && (
            <FeedbackForm
              kind={page.kind}
              member={member}
              closesAt={page.closes_at}
              due={feedbackDue(page, now).says}
              others={page.others}
              next={next && { name: next.name, go: () => choose(next.booking) }}
            />
          )}
          {!page.has_begun && (
            <div className="notice notice-calm mt-8">
              <p>{`You can write your feedback here from ${sayWhen(page.starts_at, now)}, when the session starts. Members can add files until then, so please check again shortly before.`}</p>
              <p className="mt-4">
                <OwnPageLink />
              </p>
            </div>
          )}
        </section>
      ) : (
        <p className="notice mt-8">There are no bookings for this session any more.</p>
      )}
    </>
  );
}
