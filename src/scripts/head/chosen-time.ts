/** Names the time that the visitor has chosen, in the hidden line before this script, if there is one (§4.28). */
import { chosenTimeKey } from '../../lib/storage-keys.ts';

const line = document.currentScript?.previousElementSibling;
const named = line?.querySelector('b');
try {
  const kept = localStorage.getItem(chosenTimeKey);
  if (named && kept) {
    // Our own pages stored it. Anything else throws, and then nothing is shown.
    const time = JSON.parse(kept) as { starts_at: string; says: string };
    named.textContent = time.says;
    // eslint-disable-next-line no-restricted-syntax -- this script runs before any reply, so it has only the device's clock
    line?.toggleAttribute('hidden', Date.parse(time.starts_at) < Date.now());
  }
} catch {
  // If storage is blocked, no time was kept.
}
