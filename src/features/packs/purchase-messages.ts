import { ifApproved, ifFailed } from '../../domain/payments/payment-words.ts';
import { packName } from '../../domain/packs/packs.ts';
import { notStartedMessages } from './purchase-labels.ts';

/** The name of the pack with this id, for use in a sentence: 'Most Purchased pack', 'Single Pack'. */
export const packInWords = (id: string) =>
  packName(id).replace(/( pack)?$/i, (end) => end || ' pack');

/**
 * Messages for a purchase that did not go through (§8.16). Each explains what has happened to the buyer's money and
 * what to do. Each is about this attempt only, because an earlier payment may still arrive (§8.42).
 */
export const purchaseMessages = {
  ...notStartedMessages,
  scriptBlocked:
    'The payment window did not load. You were not charged this time. Allow our payment partner’s scripts (an ad blocker may be stopping them), then try again.',
  priceChanged:
    'The price has changed. You were not charged this time. Reload the page to see the new price.',
  usualPrice:
    'The member price no longer applies to you, so you see the usual price. You were not charged this time.',
  slowDown:
    'Too many attempts in a short time. You were not charged this time. Wait a minute and try again.',
  sessionExpired:
    'You have been logged out. You were not charged this time. Log in again to buy the pack.',
  alreadyPaid:
    'You have already paid for this, and you were not charged this time. The pack is on your dashboard; if you paid without logging in, open the link in your receipt. To buy another, select ‘Buy Now’ again.',
  inDoubt:
    'A short time ago, you started a payment for this pack with another code, or before you logged in or out. It may still arrive: if you approved it in your UPI or bank app, do not pay again.',
  dismissed: (pack: string) =>
    `You closed the payment window for the ${pack}. If you approved the payment in your UPI or bank app, do not pay again: the pack is yours once the bank confirms it. Otherwise try again.`,
  closed: 'You closed the payment window.',
  notThrough: 'This attempt did not go through.',
  unseen: 'If you do not see the payment window, try again: it opens the same payment.',
  attemptFailed: (pack: string) => `Your payment for the ${pack} did not go through. ${ifFailed}`,
} as const;

/** Messages in the notices about a payment begun in this browser (§8.39). */
export const begunMessages = {
  begun: (pack: string, code: string | null) =>
    `${ifApproved} If not, ‘Buy Now’ on the ${pack}${code === null ? '' : ` with the code ${code}`} opens the same payment.`,
  pending:
    'Not confirmed yet. If you approved the payment, please do not pay again. Check again in a few minutes.',
  failed: purchaseMessages.attemptFailed,
  unknown: 'We cannot find this payment. If money left your account, write to us.',
  notChecked:
    'We could not check just now. If you approved the payment, please do not pay again. Check again in a minute.',
} as const;
