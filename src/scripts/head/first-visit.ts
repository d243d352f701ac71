/**
 * Marks the login page if a member page redirected the visitor, and no one has ever logged in with this browser
 * (§6.27). Visitors with a link that verifies an email address are members already.
 */
import { linkStart } from '../../domain/links.ts';
import { waitingLinkKey, isLoggedInKey } from '../../lib/storage-keys.ts';

try {
  const verifies = sessionStorage.getItem(waitingLinkKey)?.startsWith(linkStart('verify'));
  if (
    !verifies &&
    // The desk and a payment's page send only people here who have an account.
    /\bnext=(?!%2Fdesk|%2Fsuccess)/.test(location.search) &&
    localStorage.getItem(isLoggedInKey) === null
  ) {
    document.documentElement.dataset['visit'] = 'first';
  }
} catch {
  // Without storage, a first visit cannot be recognised.
}
