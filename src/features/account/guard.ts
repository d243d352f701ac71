import { wasLoggedOut } from '../session/login-flag.ts';
import { unmarkSession } from '../session/session-mark.ts';
import { $session } from '../session/session-store.ts';
import { $loggingOut } from './logout.ts';
import { loginAddress } from './login-address.ts';
import { mailLink } from './mail-link.ts';

/**
 * Keeps a member's page for members: once loading has ended, an anonymous visitor is sent to the
 * login and comes back afterwards (spec §2). A logout goes home by itself, and the link of a reset
 * mail works for somebody who is not signed in. Who has no stored session was sent there before the
 * first paint (`earlyScripts.guard`).
 */
export function guardMemberPage(): void {
  if (mailLink()?.type === 'recovery') return;
  $session.subscribe(({ status }) => {
    if (status !== 'anonymous' || $loggingOut.get()) return;
    // What this tab kept of the member goes with a logout in another one.
    if (wasLoggedOut()) sessionStorage.clear();
    unmarkSession();
    location.replace(loginAddress({ ended: !wasLoggedOut() }));
  });
}
