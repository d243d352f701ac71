import { wasLoggedOut } from './login-flag.ts';
import { loginAddress } from './login-paths.ts';
import { $loggingOut } from './logout.ts';
import { mailLink } from './mail-link.ts';
import { unmarkSession } from './session-mark.ts';
import { $session } from './session-store.ts';

/**
 * Answers a stored session that turns out to be over: the bar of a visitor comes back, and a member's page
 * (`guarded`) sends the visitor to the login, which leads back afterwards (§2.17). A logout goes home by
 * itself, and the link of a reset mail works without a session. Returns what ends the watch. Visitors
 * without a stored session were already redirected by the head script `guard`.
 */
export function onSessionEnd({ guarded }: { guarded: boolean }): () => void {
  if (guarded && mailLink()?.type === 'recovery') return () => undefined;
  return $session.subscribe(({ status }) => {
    if (status !== 'anonymous' || $loggingOut.get()) return;
    unmarkSession();
    if (!guarded) return;
    // A logout in another tab also ends what this tab kept of the member.
    if (wasLoggedOut()) sessionStorage.clear();
    location.replace(loginAddress({ ended: !wasLoggedOut() }));
  });
}
