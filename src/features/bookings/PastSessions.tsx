import { useState } from 'react';
import type { Standing } from '../../domain/refunds/standing.ts';
import { count } from '../../domain/words/count.ts';
import type { Booking } from './my-sessions-schema.ts';
import { isOpen } from '../refunds/standing-words.ts';
import { MemberSection } from '../ui/MemberPage.tsx';
import { PastSession } from './PastSession.tsx';

// The list shows this many sessions until the member asks for all of them.
const shownAtFirst = 5;

type PastSessionsProps = {
  /** Sessions that took place, in the list's order. */
  held: readonly Booking[];
  /** Sessions that did not take place. */
  ended: readonly Booking[];
  now: number;
  /** The id of the booking whose feedback the page's address asks for. */
  feedback: string | null;
  /** The id of the booking whose rating the page's address asks for. */
  rating: string | undefined;
  /** Where the member can book the next session. */
  next: string;
  /** Opens the picker with the same mentor's times; undefined if the member has no session left. */
  onBookAgain: ((booking: Booking) => void) | undefined;
  onReport: (booking: Booking) => void;
  /** The buyer's requests to refund single sessions. */
  requests: readonly Standing[];
  /** Moves the focus to the element with this id. */
  goTo: (id: string) => void;
};

/** The member's past sessions. Those that did not take place are collapsed. */
export function PastSessions(props: PastSessionsProps) {
  const { held, ended, now, feedback, rating, next, onBookAgain, onReport, requests, goTo } = props;
  // An open refund stays in view, because only its session's card says where it stands.
  const isLinked = ({ id, refund }: Booking) =>
    id === feedback || id === rating || (refund !== null && isOpen(refund));
  const [wantsAll, setWantsAll] = useState(false);
  const showsAll = wantsAll || held.slice(shownAtFirst).some(isLinked);
  const shown = showsAll ? held : held.slice(0, shownAtFirst);

  const listed = (bookings: readonly Booking[]) => (
    <ul className="grid gap-4">
      {bookings.map((booking) => (
        <PastSession
          key={booking.id}
          {...{ booking, now, next, onBookAgain, requests }}
          linked={booking.id === feedback}
          rates={booking.id === rating}
          onReport={() => onReport(booking)}
        />
      ))}
    </ul>
  );

  const areCancelled = ended.every(({ state }) => state !== 'held');

  return (
    <MemberSection id="past" title="Past sessions">
      {listed(shown)}
      {shown.length < held.length && (
        <button
          type="button"
          className="link mt-3"
          onClick={() => {
            setWantsAll(true);
            goTo(`past-${held[shownAtFirst]?.id}`);
          }}
        >{`Show all ${held.length}`}</button>
      )}
      {ended.length > 0 && (
        <details className="mt-4" open={ended.some(isLinked)}>
          <summary className="link w-fit">
            {areCancelled
              ? count(ended.length, 'cancelled session')
              : `${count(ended.length, 'session')} that did not take place`}
          </summary>
          {listed(ended)}
        </details>
      )}
    </MemberSection>
  );
}
