import type { Booking } from './my-sessions-schema.ts';
import { FreshButton } from '../ui/FreshButton.tsx';
import { meetingLinkOf, sayBookingFailure } from './bookings.ts';

async function join({ id, kind }: Booking): Promise<void> {
  // During a GD, members also need this page, so the meeting opens in a new tab. The tab must open before the request,
  // because browsers block tabs that open after one.
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

/** Opens a session's meeting, or explains why it cannot be opened (§15.36). */
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
