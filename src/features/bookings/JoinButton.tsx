import type { Booking } from './my-sessions-schema.ts';
import { FreshButton } from '../ui/FreshButton.tsx';
import { meetingLinkOf, sayBookingFailure } from './bookings.ts';

async function join({ id, kind }: Booking): Promise<void> {
  // A GD keeps this page open too. Browsers block a tab that opens after a request, so it opens before.
  const tab = kind === 'gd' ? open('about:blank') : null;
  try {
    const link = await meetingLinkOf(id);
    if (tab) tab.opener = null;
    (tab?.location ?? location).assign(link);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** Opens the meeting of a session, or says why it cannot (§15.36). */
export const JoinButton = ({ booking }: { booking: Booking }) => (
  <FreshButton
    className="button"
    busyLabel="Opening the meeting"
    work={() => join(booking)}
    sayFailure={sayBookingFailure}
  >
    Join
  </FreshButton>
);
