import { wasLoggedOut } from './login-flag.ts';
import { loginAddress } from './login-paths.ts';
import { $loggingOut } from './logout.ts';
import { mailLink } from './mail-link.ts';
import { unmarkSession } from './session-mark.ts';
import { $session } from './session-store.ts';

/**
 * Keeps a member's page for members: when the stored session turns out to be over, the visitor is sent
 * to the login and comes back afterwards (§2.3). A logout leads home by itself, and the link of a reset
 * mail works without a session. Visitors without a stored session were already redirected by the head
 * script `guard`.
 */
export function guardMemberPage(): void {
  if (mailLink()?.type === 'recovery') return;
  $session.subscribe(({ status }) => {
    if (status !== 'anonymous' || $loggingOut.get()) return;
    // A logout in another tab also ends what this tab kept of the member.
    if (wasLoggedOut()) sessionStorage.clear();
    unmarkSession();
    location.replace(loginAddress({ ended: !wasLoggedOut() }));
  });
}
