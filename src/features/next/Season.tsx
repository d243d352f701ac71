import { memberPages } from '../../domain/member-pages.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { schoolLine, seasonOf } from './season.ts';
import './season.css';

type SeasonProps = { sessions: MySessions; now: number };

/** Whether the member has had a pack or a session, so that short pack cards are enough (§15.72). */
const knowsPacks = ({ packs, past }: MySessions) => packs.length > 0 || past.length > 0;

/** The season's four steps with their states, each a link (§15.106). */
export function Season({ sessions, now }: SeasonProps) {
  return (
    <nav aria-label="Your season" data-knows-packs={knowsPacks(sessions) || undefined}>
      <ol className="season-steps card outlined mt-4">
        {seasonOf(sessions, now).map(({ name, state, progress, href }) => (
          <li key={name} data-progress={progress}>
            <a href={href}>
              <span className="season-name">{name}</span> <strong>{state}</strong>
            </a>
          </li>
        ))}
      </ol>
      <p className="mt-2">
        <a className="link" href={`${memberPages.sessions}#schools`}>
          {schoolLine(sessions, now)}
        </a>
      </p>
    </nav>
  );
}
