import { useState } from 'react';
import { count } from '../../domain/words/count.ts';
import type { Booking } from './my-sessions-schema.ts';
import { isOpen } from '../refunds/standing-words.ts';
import { MemberSection } from '../ui/MemberPage.tsx';
import { PastSession, type PastSessionProps } from './PastSession.tsx';

// The list shows this many sessions until the member asks for all of them.
const shownAtFirst = 3;

type PastSessionsProps = {
  /** Sessions that took place, and one just returned or cancelled too late, in the list's order. */
  held: readonly Booking[];
  /** Sessions that did not take place. */
  ended: readonly Booking[];
  /** The id of the booking whose feedback the page's address asks for. */
  feedback: string | null;
  /** The id of the booking whose rating the page's address asks for. */
  rating: string | undefined;
  onReport: (booking: Booking) => void;
  /** What all sessions' cards need. */
  shared: Pick<PastSessionProps, 'now' | 'next' | 'onBookAgain' | 'sells' | 'requests'>;
  /** Moves the focus to the element with this id. */
  goTo: (id: string) => void;
};

/** The member's past sessions. Those that did not take place are collapsed. */
export function PastSessions(props: PastSessionsProps) {
  const { held, ended, feedback, rating, shared, onReport, goTo } = props;
  const [linked] = useState(() => /^#past-(.+)/.exec(location.hash)?.[1]);
  // An open refund stays in view, because only its session's card says where it stands.
  const isLinked = ({ id, refund }: Booking) =>
    id === feedback || id === rating || id === linked || (refund !== null && isOpen(refund));
  const [wantsAll, setWantsAll] = useState(false);
  const showsAll = wantsAll || held.slice(shownAtFirst).some(isLinked);
  const shown = showsAll ? held : held.slice(0, shownAtFirst);

  const listed = (bookings: readonly Booking[]) => (
    <ul className="grid gap-4">
      {bookings.map((booking) => (
        <PastSession
          key={booking.id}
          {...{ booking, ...shared }}
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
