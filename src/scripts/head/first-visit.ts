/**
 * Marks the login when a member's page sent a visitor there who has never signed in on this browser (§6.27). A link
 * that verifies an address is that of a member.
 */
import { addressLinkKey, isLoggedInKey } from '../../lib/storage-keys.ts';

try {
  const verifies = sessionStorage.getItem(addressLinkKey)?.startsWith('#verify=');
  if (
    !verifies &&
    location.search.includes('next=') &&
    localStorage.getItem(isLoggedInKey) === null
  ) {
    document.documentElement.dataset['visit'] = 'first';
  }
} catch {
  // Without storage nothing tells a first visit.
}
