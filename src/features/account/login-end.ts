import { forgetAnswers } from '../../lib/forget-answers.ts';
import { wasLoggedOut } from '../../lib/login-flag.ts';
import { loginAddress } from '../../lib/login-paths.ts';
import { $loggingOut } from './logout.ts';
import { $mailLink } from '../../lib/account-link.ts';
import { $login } from '../../lib/login-store.ts';

/**
 * Watches for the end of the stored login. The page then shows the visitors' bar again, and a member page (`guarded`)
 * redirects to the login, which returns to that page afterwards (§2.17). Does nothing during a logout, which itself
 * opens the home page, or on a page opened with the link from a reset mail, which needs no login. Returns a function
 * that stops watching. The head script `guard` has already redirected visitors without a stored login.
 */
export function onLoginEnd({ guarded }: { guarded: boolean }): () => void {
  if (guarded && $mailLink.get()?.type === 'recovery') return () => undefined;
  return $login.subscribe(({ status }) => {
    if (status !== 'anonymous' || $loggingOut.get()) return;
    // The head script `markStored` set this attribute.
    document.documentElement.removeAttribute('data-session');
    forgetAnswers();
    if (!guarded) return;
    // After a logout in another tab, this tab also deletes what it has kept about the member (A6).
    if (wasLoggedOut()) sessionStorage.clear();
    location.replace(loginAddress({ ended: !wasLoggedOut() }));
  });
}
