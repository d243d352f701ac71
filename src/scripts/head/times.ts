/**
 * Marks whether the part above the packs will show the chosen time or a mentor's times, so that the packs do not move
 * when it does (§4.27). Also marks whether this browser remembers a payment, which the top of the page links to while it
 * is open, and whether it was told that the payment failed (§4.11).
 */
import {
  begunPaymentsKept,
  begunPaymentsKey,
  chosenTimeKey,
  sessionKey,
  waitingPackKey,
} from '../../lib/storage-keys.ts';

try {
  const { dataset } = document.documentElement;
  const chosen = localStorage.getItem(chosenTimeKey);
  const [, mentor] = /[?&]mentor=(\d+)/.exec(location.search) ?? [];
  if (chosen) {
    // For another mentor, the list opens below the chosen time.
    const isOwn = !mentor || chosen.includes(`"mentor":{"id":${mentor},`);
    dataset['times'] = isOwn ? 'chosen' : 'both';
    // Without the free interview, the part is lower.
    if (chosen.includes('"gd"')) dataset['gd'] = '';
  } else if (mentor) dataset['times'] = 'list';
  const begun = JSON.parse(localStorage.getItem(begunPaymentsKey) ?? '[]') as {
    at: number;
    order: string | null;
    failed?: boolean;
  }[];
  // eslint-disable-next-line no-restricted-syntax -- this device also wrote the timestamps
  const isRecent = (at: number) => Math.abs(Date.now() - at) < begunPaymentsKept;
  const newest = begun.filter(({ at, order }) => order && isRecent(at)).pop();
  if (newest) {
    const [visit] = performance.getEntriesByType('navigation');
    const isReload = visit && 'type' in visit && visit.type === 'reload';
    // After a reload, the notice above the packs knows more than the address.
    const told = isReload ? null : /[?&]payment=(\w+)/.exec(location.search);
    // The verification has just said so, on the provider's own page (§8.40).
    if (told?.[1] === 'failed') {
      newest.failed = true;
      localStorage.setItem(begunPaymentsKey, JSON.stringify(begun));
    }
    dataset['begun'] = told?.[1] ?? (newest.failed ? 'told' : 'open');
  } else if (
    localStorage.getItem(waitingPackKey) &&
    !localStorage.getItem(sessionKey) &&
    !/[?&]payment=/.test(location.search)
  )
    dataset['begun'] = 'paid';
} catch {
  // Without storage, neither a time nor a payment can be kept.
}
