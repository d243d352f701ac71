import type { Booking } from './my-sessions-schema.ts';
import { usePress } from '../ui/use-press.ts';
import { meetingLinkOf, sayBookingFailure } from './bookings.ts';

/** Opens the meeting of a session, or says why it cannot (§15.36). */
export function JoinButton({ booking }: { booking: Booking }) {
  const { busy, result, press } = usePress(async () => {
    // A GD keeps this page open too. Browsers block a tab that opens after a request, so it opens before.
    const tab = booking.kind === 'gd' ? open('about:blank') : null;
    try {
      const link = await meetingLinkOf(booking.id);
      if (tab) tab.opener = null;
      (tab?.location ?? location).assign(link);
    } catch (error) {
      tab?.close();
      throw error;
    }
    return undefined;
  }, sayBookingFailure);
  return (
    <>
      <button type="button" className="button" aria-disabled={busy} onClick={press}>
        {busy ? 'Opening the meeting' : 'Join'}
      </button>
      {/* While it is empty it stays in the tree, but takes up no gap. */}
      <p role="alert" className="order-1 w-full bold empty:absolute">
        {result?.message}
      </p>
    </>
  );
}
