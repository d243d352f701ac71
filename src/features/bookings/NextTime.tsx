import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { noTimes } from '../../domain/bookings/say-time.ts';
import { lowestPrice, packSizes, toPacks } from '../../domain/packs/packs.ts';
import { dayAndTime } from '../../domain/words/dates.ts';
import { formatRupees } from '../../domain/words/money.ts';
import { chooseTime, timesOf } from '../public-mentors/choose-time.ts';
import { isHeld } from './booking-states.ts';
import type { MySessions } from './my-sessions-schema.ts';
import { $isPackToAdd, $unproven } from './my-sessions-store.ts';
import { NextOpenTime } from './NextOpenTime.tsx';
import { freeInterviewPlace } from './packs-left.ts';
import { useWaitsForFresh } from '../ui/FreshButton.tsx';

/** The heading, with the date of the member's next interview if it is known. */
export function practiseAgain({ targets, past }: MySessions, now: number): string {
  if (!past.some(isHeld)) return 'Practise';
  const on = targets.find(({ interview_on }) => Date.parse(interview_on ?? '') > now)?.interview_on;
  if (!on) return 'Practise again';
  const { day } = dayAndTime(on);
  return `Practise again before ${day.slice(day.indexOf(' ') + 1)}`;
}

type ChooseProps = {
  next: NonNullable<MySessions['waiting']['next_time']>;
  /** Where the member can get a free interview for this time. */
  href: string | undefined;
};

/** Chooses the next open time, as on /mentors (§4.26); nothing for a mentor who is not shown. */
function Choose({ next, href }: ChooseProps) {
  const { slot, starts_at, mentor_id: id, mentor: name } = next;
  if (slot === null || id === null || name === null) return null;
  return (
    <a
      className="link"
      href={href ?? timesOf(id)}
      onClick={() => chooseTime({ slot, kind: 'interview', starts_at, mentor: { id, name } })}
    >
      Choose this time
    </a>
  );
}

type NextTimeProps = MySessions & {
  /** The mentor whose times the member wants to see. */
  mentor: number | undefined;
  /** True if the page sends the member on to /buy for that mentor's times. */
  leaves: boolean;
};

/**
 * For members without a session: the next open time of an interview, and how to get a session (§15.34). Shows only one, because it comes
 * with the member's sessions, and more would need another request. For one mentor's times, goes to /buy (§4.25).
 */
export function NextTime({ mentor, leaves, ...sessions }: NextTimeProps) {
  const { waiting, free_interview: free, claimable, invitations } = sessions;
  const unproven = useStore($unproven);
  const isToAdd = useStore($isPackToAdd);
  const isKept = useWaitsForFresh();
  const { next_time: next } = waiting;
  // With a pack on its way, the member can soon book one of these times here.
  const isOnItsWay =
    isToAdd || claimable.length > 0 || invitations.length > 0 || waiting.payment !== null;
  const goesOn = leaves && !isKept && !isOnItsWay;
  useEffect(() => {
    if (mentor && goesOn) location.replace(timesOf(mentor));
  }, [mentor, goesOn]);
  const toFree = freeInterviewPlace(free);
  return (
    <div className="card">
      {mentor && (
        <p className="booking-pack">
          <a className="link" href={timesOf(mentor)}>
            All times of this mentor
          </a>
        </p>
      )}
      <div className="booking-pack">
        {next ? (
          <>
            <p>
              <NextOpenTime time={next} />
              {!next.mentor && <span> You see the mentor when you book.</span>}
            </p>
            <div className="actions mt-2">
              {/* Once chosen, the time is shown above. */}
              {!(toFree && unproven) && <Choose next={next} href={toFree && '#wanted'} />}
              <a className="link" href="/mentors">
                All mentors
              </a>
            </div>
          </>
        ) : (
          <p>{noTimes}</p>
        )}
      </div>
      <div className="booking-pack waiting-none flex flex-wrap items-center gap-3 gap-x-6">
        <p className="flex-1">
          {toFree && <span>Your free mock interview is still available. </span>}
          <span>{`A pack has ${packSizes()} sessions, from ${formatRupees(lowestPrice)}.`}</span>
        </p>
        <div className="actions">
          {toFree && (
            <a className="button button-quiet" href={toFree}>
              {unproven ? 'Verify your email' : 'Get my free interview'}
            </a>
          )}
          <a className={toFree ? 'link' : 'button button-quiet'} href={toPacks}>
            See the packs
          </a>
        </div>
      </div>
    </div>
  );
}
