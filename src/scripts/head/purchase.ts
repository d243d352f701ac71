/**
 * Marks the page if its address contains a payment to check, so that nothing on the page moves later (§4.17). Keeps a
 * visitor's payment for the dashboard after a sign-up, and marks it as waiting for that member (§15.75). Also marks
 * whether a member chose a time before paying (§4.28).
 */
import { linkStart } from '../../domain/links.ts';
import { chosenTimeKey, waitingLinkKey, sessionKey } from '../../lib/storage-keys.ts';

const [, reference] = /[?&]reference=([\w-]+)/.exec(location.search) ?? [];
const hasReference = /[?&]reference=[^&]/.test(location.search);
document.documentElement.dataset['purchase'] = hasReference ? 'checking' : 'none';
try {
  const isMember = localStorage.getItem(sessionKey);
  const link = `${linkStart('pack')}&reference=${reference}`;
  if (reference && !isMember) sessionStorage.setItem(waitingLinkKey, link);
  const isWaiting = sessionStorage.getItem(waitingLinkKey) === link;
  if (isMember && (isWaiting || localStorage.getItem(chosenTimeKey))) {
    document.documentElement.dataset['chosen'] = isWaiting ? 'waiting' : '';
  }
} catch {
  // Without storage, the visitor can still add the pack with the link in the receipt.
}
