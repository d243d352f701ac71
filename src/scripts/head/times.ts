/**
 * Marks whether the part above the packs will show the chosen time or a mentor's times, so that the packs do not move
 * when it does (§4.27), and whether this browser remembers a payment, which the top of the page then links to (§4.11).
 */
import { begunPaymentsKept, begunPaymentsKey, chosenTimeKey } from '../../lib/storage-keys.ts';

try {
  const { dataset } = document.documentElement;
  const chosen = localStorage.getItem(chosenTimeKey);
  if (chosen) {
    dataset['times'] = 'chosen';
    // Without the free interview, the part is lower.
    if (chosen.includes('"gd"')) dataset['gd'] = '';
  } else if (/[?&]mentor=/.test(location.search)) dataset['times'] = 'list';
  const begun = JSON.parse(localStorage.getItem(begunPaymentsKey) ?? '[]') as readonly {
    at: number;
    order: string | null;
  }[];
  // eslint-disable-next-line no-restricted-syntax -- this device also wrote the timestamps
  const isRecent = (at: number) => Math.abs(Date.now() - at) < begunPaymentsKept;
  if (begun.some(({ at, order }) => order && isRecent(at))) {
    const [visit] = performance.getEntriesByType('navigation');
    const isReload = visit && 'type' in visit && visit.type === 'reload';
    // After a reload, the notice above the packs knows more than the address.
    const told = isReload ? null : /[?&]payment=(\w+)/.exec(location.search);
    dataset['begun'] = told?.[1] ?? '';
  }
} catch {
  // Without storage, neither a time nor a payment can be kept.
}
