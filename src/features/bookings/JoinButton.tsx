import { bookingRefusals } from '../../domain/refusals/bookings.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import type { Booking } from '../packs/practice-schema.ts';
import { usePress } from '../ui/use-press.ts';
import { meetingLinkOf } from './bookings.ts';

/** Opens the meeting of a session, or says why it cannot (§15.36). */
export function JoinButton({ booking }: { booking: Booking }) {
  const { busy, result, press } = usePress(
    async () => {
      // In this tab, because a browser blocks a new one that opens after an answer.
      location.assign(await meetingLinkOf(booking.id));
      return undefined;
    },
    (error) => sayFailure(error, bookingRefusals),
  );
  return (
    <>
      <button type="button" className="button" aria-disabled={busy} onClick={press}>
        {busy ? 'Opening the meeting' : 'Join'}
      </button>
      <p role="alert" className="session-failure bold">
        {result?.message}
      </p>
    </>
  );
}
