import { unmarkSession } from '../session/session-mark.ts';
import { $session } from '../session/session-store.ts';

/** Calls `leave` once the account service has confirmed the stored session; others stay. */
export function leaveOnceConfirmed(leave: () => void): void {
  $session.subscribe(({ status }) => {
    if (status === 'authenticated') leave();
    if (status === 'anonymous') unmarkSession();
  });
}
