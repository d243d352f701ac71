/** Names the time that the visitor has chosen, in the hidden line before this script, if there is one (§4.28). */
import { chosenTimeKey } from '../../lib/storage-keys.ts';

const line = document.currentScript?.previousElementSibling;
try {
  // Our own pages stored it, so only the text can be missing.
  const { starts_at = '', says } = JSON.parse(localStorage.getItem(chosenTimeKey) ?? '{}') as {
    starts_at?: string;
    says?: readonly string[];
  };
  // eslint-disable-next-line no-restricted-syntax -- this script runs before any reply, so it has only the device's clock
  if (line && says && Date.parse(starts_at) > Date.now()) {
    for (const [place, part] of line.querySelectorAll('b').entries()) {
      part.textContent = says[place] ?? '';
    }
    line.removeAttribute('hidden');
  }
} catch {
  // If storage is blocked, no time was kept.
}
