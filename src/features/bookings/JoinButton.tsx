import { useState } from 'react';
import { bookingRefusals } from '../../domain/refusals/bookings.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import type { Booking } from '../packs/practice-schema.ts';
import { meetingLinkOf } from './bookings.ts';

/** Opens the meeting of a session, or says why it cannot (§15.36). */
export function JoinButton({ booking }: { booking: Booking }) {
  const [opening, setOpening] = useState(false);
  const [failure, setFailure] = useState('');
  const join = async () => {
    setOpening(true);
    setFailure('');
    try {
      // In this tab, because a browser blocks a new one that opens after an answer.
      location.assign(await meetingLinkOf(booking.id));
    } catch (error) {
      setFailure(sayFailure(error, bookingRefusals));
    } finally {
      setOpening(false);
    }
  };
  return (
    <>
      <button type="button" className="button" aria-disabled={opening} onClick={() => void join()}>
        {opening ? 'Opening the meeting' : 'Join'}
      </button>
      <p role="alert" className="session-failure bold">
        {failure}
      </p>
    </>
  );
}
