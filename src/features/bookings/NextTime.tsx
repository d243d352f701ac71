import { mentorName } from '../../domain/bookings/session-kinds.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { lowestSessionPrice, packSizes } from '../../domain/packs/packs.ts';
import { dayAndTime } from '../../domain/words/dates.ts';
import { initials } from '../../domain/words/initials.ts';
import { formatRupees } from '../../domain/words/money.ts';
import { CalendarLeaf } from './CalendarLeaf.tsx';
import type { MySessions } from './my-sessions-schema.ts';
import { SessionTime } from './SessionTime.tsx';
import '../ui/initials.css';

/** The heading, with the date of the member's next interview if it is known. */
export function practiseAgain({ targets, past, waiting }: MySessions, now: number): string {
  if (past.length === 0) return waiting.next_time ? 'Next free time' : 'Practise';
  const on = targets.find(({ interview_on }) => Date.parse(interview_on ?? '') > now)?.interview_on;
  if (!on) return 'Practise again';
  const { day } = dayAndTime(on);
  return `Practise again before ${day.slice(day.indexOf(' ') + 1)}`;
}

/**
 * For members without a session: the next free interview, and how to get one (§15.34). Shows only one, because it comes
 * with the member's sessions, and more would need another request.
 */
export function NextTime({ waiting, free_interview: free }: MySessions) {
  const { next_time: next } = waiting;
  return (
    <div className="card">
      <div className="booking-pack flex items-center gap-4">
        {next ? (
          <>
            <CalendarLeaf at={next.starts_at} />
            <div className="min-w-0 flex-1">
              <p className="text-xl bold text-ink">
                <SessionTime besideLeaf at={next.starts_at} />
              </p>
              {next.mentor && (
                <p translate="no">
                  {mentorName({ name: next.mentor, institute: next.institute ?? '' })}
                </p>
              )}
              <a className="link" href="/mentors">
                All mentors
              </a>
            </div>
            {next.mentor && (
              <span className="avatar initials" data-initials={initials(next.mentor)} aria-hidden />
            )}
          </>
        ) : (
          <p>No times are open right now. New ones open every week.</p>
        )}
      </div>
      <div className="booking-pack flex flex-wrap items-center gap-3 gap-x-6">
        <p className="flex-1">
          {free.state === 'none' && free.left > 0 && (
            <>
              <a className="text-link" href={`${memberPages.main}#free-interview`}>
                Get your free interview
              </a>
              <span>{next ? ', then book this time or another. ' : '. '}</span>
            </>
          )}
          <span>{`A pack has ${packSizes()} sessions, from ${formatRupees(lowestSessionPrice)} a session.`}</span>
        </p>
        <a className="button button-quiet" href={`${memberPages.main}#packs`}>
          See the packs
        </a>
      </div>
    </div>
  );
}
