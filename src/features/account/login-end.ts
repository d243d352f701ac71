import { forgetAnswers } from '../../lib/forget-answers.ts';
import { wasLoggedOut } from '../../lib/login-flag.ts';
import { loginAddress } from '../../lib/login-paths.ts';
import { $loggingOut } from './logout.ts';
import { $mailLink } from '../../lib/account-link.ts';
import { $login } from '../../lib/login-store.ts';

/**
 * Watches for the end of a stored session: the page shows the visitor's bar again, and a member's page (`guarded`)
 * redirects to the login, which returns to it afterwards (§2.17). It does nothing during a logout, which redirects
 * to the home page itself, or on a page opened by the link of a reset mail, which needs no session. Returns a
 * function that stops it. The head script `guard` has already redirected visitors without a stored session.
 */
export function onLoginEnd({ guarded }: { guarded: boolean }): () => void {
  if (guarded && $mailLink.get()?.type === 'recovery') return () => undefined;
  return $login.subscribe(({ status }) => {
    if (status !== 'anonymous' || $loggingOut.get()) return;
    // Set by the head script `markStored`.
    document.documentElement.removeAttribute('data-session');
    forgetAnswers();
    if (!guarded) return;
    // After a logout in another tab, this tab deletes what it kept about the member too (A6).
    if (wasLoggedOut()) sessionStorage.clear();
    location.replace(loginAddress({ ended: !wasLoggedOut() }));
  });
}
