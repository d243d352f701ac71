/**
 * Marks whether the address has a payment to check, so that nothing on the page moves later (§4.17). Whoever is not
 * signed in finds it on the dashboard after signing up (§15.75).
 */
import { addressLinkKey, sessionKey } from '../../lib/storage-keys.ts';

const [, reference] = /[?&]reference=([\w-]+)/.exec(location.search) ?? [];
const hasReference = /[?&]reference=[^&]/.test(location.search);
document.documentElement.dataset['purchase'] = hasReference ? 'checking' : 'none';
try {
  if (reference && !localStorage.getItem(sessionKey)) {
    sessionStorage.setItem(addressLinkKey, `#pack=&reference=${reference}`);
  }
} catch {
  // Without storage the receipt's link leads to the pack.
}
