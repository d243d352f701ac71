import { useStore } from '@nanostores/react';
import { countdown, mocksThatFit } from '../../domain/bookings/targets.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { toPacks } from '../../domain/packs/packs.ts';
import { CalendarLeaf } from '../bookings/CalendarLeaf.tsx';
import { sessionsLeft, sourcesOf } from '../bookings/packs-left.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { $unproven } from '../bookings/my-sessions-store.ts';
import { Sentence } from '../ui/Sentence.tsx';
import { seasonOf } from './season.ts';
import './season.css';

type SeasonProps = { sessions: MySessions; now: number };

/** Whether the member has had a pack or a session, so that short pack cards are enough (§15.72). */
const knowsPacks = ({ packs, past }: MySessions) => packs.length > 0 || past.length > 0;

/** Counts down to the member's next interview, and links to booking if there is time for another mock (§15.105). */
export function Countdown({ sessions, now }: SeasonProps) {
  const { targets, upcoming } = sessions;
  const [next] = targets;
  const said = next && countdown(next, { ...sessions, left: sessionsLeft(sessions) }, now, true);
  if (!said || next.interview_on === null) return null;
  const practice =
    sourcesOf(sessions).length > 0
      ? { label: 'Book a mock', href: `${memberPages.sessions}#book` }
      : { label: 'See the packs', href: toPacks };
  const { label, href } =
    mocksThatFit(next.interview_on, upcoming, now) > 0
      ? practice
      : { label: 'See your schools', href: `${memberPages.sessions}#schools` };
  return (
    <div className="season-countdown mt-4 flex items-center gap-4">
      <CalendarLeaf at={next.interview_on} />
      <p>
        <span className="font-display bold wrap-anywhere text-ink">{`${said}. `}</span>
        <a className="text-link inline-block" href={href}>
          {label}
        </a>
      </p>
    </div>
  );
}

/** The season's steps with their states, each a link (§15.106). */
export function Season({ sessions, now, hasDraft }: SeasonProps & { hasDraft: boolean }) {
  const isProven = useStore($unproven, { ssr: 'initial' }) === undefined;
  return (
    <nav
      aria-label="Your season"
      data-knows-packs={knowsPacks(sessions) || undefined}
      data-loan={hasDraft || sessions.waiting.loan !== 'none' || undefined}
    >
      <ol className="season-steps card mt-4">
        {seasonOf(sessions, now, { isProven, hasDraft }).map(({ name, state, progress, href }) => (
          <li key={name} data-progress={progress}>
            <a href={href}>
              <span className="season-name">{name}</span>{' '}
              <strong>
                <Sentence words={state} />
              </strong>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
