/** What /success says about a payment below its fixed words (§4.5). */
export const paymentStates = {
  none: 'This page was opened without a payment reference. Your packs and their receipts are on your dashboard.',
  checking: 'Checking your payment with our payment partner.',
  paid: 'Payment confirmed. Your receipt is on your dashboard, and we will write to you to agree a time.',
  pending:
    'Your payment is being confirmed. Please do not pay again: the money is safe, and your pack appears on your dashboard as soon as the bank confirms it.',
  unknown:
    'We do not know a payment with this reference. Nothing was charged by this page. If money left your account, write to us with the reference.',
  unreachable:
    'We could not check your payment just now. Please do not pay again: your money is safe. Reload this page in a minute, or look at your dashboard.',
} as const;

/** What /success knows of a payment. */
export type PaymentState = keyof typeof paymentStates;
