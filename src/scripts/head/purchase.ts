/**
 * Marks the page if its address contains a payment to check, so that nothing on the page moves later (§4.17). Keeps a
 * visitor's payment for the dashboard after a sign-up, and marks it as waiting for that member (§15.75). Also marks
 * whether a member chose a time before paying or has booked it here, and whether it can still be changed once it is
 * booked (§4.28).
 */
import { linkStart } from '../../domain/links.ts';
import { chosenTimeKey, waitingLinkKey, sessionKey } from '../../lib/storage-keys.ts';

// In milliseconds. Not from `periods.ts`, because this script would then contain every period.
const cancelFree = 24 * 60 * 60_000;

const { dataset } = document.documentElement;
const [, reference = ''] = /[?&]reference=([^&]+)/.exec(location.search) ?? [];
dataset['purchase'] = reference ? 'checking' : 'none';
try {
  const isMember = localStorage.getItem(sessionKey);
  const link = `${linkStart('pack')}&reference=${reference}`;
  if (/^[\w-]+$/.test(reference) && !isMember) sessionStorage.setItem(waitingLinkKey, link);
  // The masked address may follow.
  const isWaiting = `${sessionStorage.getItem(waitingLinkKey) ?? ''}&`.startsWith(`${link}&`);
  const { starts_at = '' } = JSON.parse(localStorage.getItem(chosenTimeKey) ?? '{}') as {
    starts_at?: string;
  };
  // eslint-disable-next-line no-restricted-syntax -- no reply has told the time yet, and BookChosen reads the same clock
  const left = Date.parse(starts_at) - Date.now();
  if (isMember && (isWaiting || left > 0 || location.search.includes('&booked='))) {
    dataset['chosen'] = isWaiting ? 'waiting' : '';
    if (cancelFree > left) dataset['soon'] = '';
  }
} catch {
  // Without storage, the visitor can still add the pack with the link in the receipt.
}
