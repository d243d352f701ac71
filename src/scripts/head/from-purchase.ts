/** Marks the sign-up when a visitor comes from a purchase (§4.15), and keeps the link of the mail (§15.75, §15.76). */
import { addressLinkKey } from '../../lib/storage-keys.ts';

const { hash, pathname, search } = location;
if (search.includes('from=purchase')) document.documentElement.dataset['from'] = 'purchase';
try {
  if (/^#(pack|invitation)=/.test(hash)) {
    sessionStorage.setItem(addressLinkKey, hash);
    history.replaceState(history.state, '', pathname + search);
  }
} catch {
  // Without storage nothing waits; the link in the mail works later.
}
