/**
 * Marks the login page when a member's page has redirected a visitor there who has never signed in with this browser
 * (§6.27). A visitor with a link that verifies an address already is a member.
 */
import { linkStart } from '../../domain/links.ts';
import { waitingLinkKey, isLoggedInKey } from '../../lib/storage-keys.ts';

try {
  const verifies = sessionStorage.getItem(waitingLinkKey)?.startsWith(linkStart('verify'));
  if (
    !verifies &&
    location.search.includes('next=') &&
    localStorage.getItem(isLoggedInKey) === null
  ) {
    document.documentElement.dataset['visit'] = 'first';
  }
} catch {
  // Without storage a first visit cannot be recognised.
}
