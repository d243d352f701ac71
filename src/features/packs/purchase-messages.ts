import type { PaymentStatusReply } from '../../domain/api.ts';
import { notStartedMessages } from './purchase-labels.ts';

/**
 * Messages for a purchase that did not go through (§8.16): each says what it means for the money, and what to do. An
 * earlier try may still arrive, so each speaks of this try alone (§8.42).
 */
export const purchaseMessages = {
  ...notStartedMessages,
  scriptBlocked:
    'The payment window could not be loaded. This try took no money. Allow scripts of our payment partner (an ad blocker may stop them), then try again.',
  priceChanged: 'The price has changed. This try took no money. Reload the page to see it.',
  usualPrice:
    'The member price does not apply to you any more, so you see the usual price. This try took no money.',
  slowDown: 'Too many tries in a short time. This try took no money. Wait a minute and try again.',
  sessionExpired:
    'You have been logged out. This try took no money. Log in again and buy the pack.',
  alreadyPaid:
    'This purchase is paid already, and this try took no money. The pack is on your dashboard. To buy another one, press ‘Buy Now’ again.',
  inDoubt:
    'You began a payment for this pack a short time ago, with another code or before you logged in or out, and it may still arrive. If you approved it in your UPI or bank app, do not pay again.',
  dismissed:
    'You closed the payment window. If you approved the payment in your UPI or bank app, do not pay again: your pack counts once the bank confirms it. Otherwise try again.',
  unseen: 'If you do not see the payment window, try again: that opens the same payment.',
  attemptFailed:
    'That payment did not go through. If money left your account, your bank returns it within 5 to 7 working days. You can try again, unless you have approved another payment in your bank or UPI app meanwhile.',
} as const;

type Answers = Partial<Record<PaymentStatusReply['status'], string>>;

/** What is said of a payment that was begun in this browser (§8.39). */
export const begunMessages: Answers & {
  begun: (pack: string, code: string | null) => string;
  notChecked: string;
} = {
  begun: (pack, code) =>
    `If you approved it in your UPI or bank app, do not pay again: it usually arrives within 20 minutes. If you did not, ‘Buy Now’ on the ${pack}${code === null ? '' : ` with the code ${code}`} opens the same payment.`,
  pending:
    'Not confirmed yet. If you approved the payment, please do not pay again, and check once more in a few minutes.',
  failed: purchaseMessages.attemptFailed,
  unknown: 'We no longer know this payment. If money left your account, write to us.',
  notChecked:
    'We could not check just now. Please do not pay again if you approved the payment. Try again in a minute.',
};
