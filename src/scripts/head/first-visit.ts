/** Marks the login when a member's page sent a visitor there who has never signed in on this browser (§6.27). */
import { isLoggedInKey } from '../../lib/storage-keys.ts';

try {
  if (location.search.includes('next=') && localStorage.getItem(isLoggedInKey) === null) {
    document.documentElement.dataset['visit'] = 'first';
  }
} catch {
  // Without storage nothing tells a first visit.
}
