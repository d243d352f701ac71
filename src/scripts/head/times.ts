/**
 * Marks whether the part above the packs will show the chosen time or a mentor's times, so that the packs do not move
 * when it does (§4.27).
 */
import { chosenTimeKey } from '../../lib/storage-keys.ts';

try {
  const { dataset } = document.documentElement;
  if (localStorage.getItem(chosenTimeKey)) dataset['times'] = 'chosen';
  else if (/[?&]mentor=/.test(location.search)) dataset['times'] = 'list';
} catch {
  // Without storage, no time can be kept.
}
