/**
 * Marks the login page if a member page redirected the visitor, and no one has ever logged in with this browser
 * (§6.27). Visitors with a link that verifies or changes an email address are members already.
 */
import { linkStart } from '../../domain/links.ts';
import { waitingLinkKey, isLoggedInKey } from '../../lib/storage-keys.ts';

try {
  const link = sessionStorage.getItem(waitingLinkKey) ?? '';
  const isMembers =
    link.startsWith(linkStart('verify')) || link.startsWith(linkStart('email_token'));
  if (
    !isMembers &&
    // The desk and a payment's page send only people here who have an account.
    /\bnext=(?!%2Fdesk|%2Fsuccess)/.test(location.search) &&
    localStorage.getItem(isLoggedInKey) === null
  ) {
    document.documentElement.dataset['visit'] = 'first';
  }
} catch {
  // Without storage, a first visit cannot be recognised.
}
