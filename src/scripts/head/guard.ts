/**
 * Redirects visitors from a member page to the login, unless they have a stored login or a link from an email (§6.15).
 * A link that needs a login is kept in this tab (§15.60, §18.82). A payment that this browser keeps takes the place of a
 * link, because the link that verifies an address has taken its own, or has opened another tab (§15.75). If this tab
 * has kept a member's data, the page uses our fonts from the start: it draws that data before the fonts would arrive,
 * and a heading that breaks differently would move the page.
 */
import { accountLinkStart, placeOf, waitingKindOf } from '../../domain/links.ts';
import { answersKey, sessionKey, waitingLinkKey, waitingPackKey } from '../../lib/storage-keys.ts';

try {
  const { hash, pathname } = location;
  const isSignedIn = Boolean(localStorage.getItem(sessionKey));
  if (!isSignedIn) sessionStorage.removeItem(answersKey);
  if (sessionStorage.getItem(answersKey)) document.documentElement.dataset['fonts'] = '';
  const payment = localStorage.getItem(waitingPackKey);
  if (isSignedIn && payment && !sessionStorage.getItem(waitingLinkKey)) {
    sessionStorage.setItem(waitingLinkKey, payment);
  }
  const setsPassword = pathname.includes('/settings') && hash.startsWith(accountLinkStart);
  if (!isSignedIn && !setsPassword) {
    if (waitingKindOf(hash)) sessionStorage.setItem(waitingLinkKey, hash);
    location.replace(`/login?next=${encodeURIComponent(placeOf(location))}`);
  }
} catch {
  // Without storage, the page itself finds out that no one is logged in.
}
