/** What /success says about a payment below its fixed words (§4.5). */
export const paymentStates = {
  none: 'This page was opened without a payment reference. Members find their packs and receipts on their dashboard.',
  checking: 'Checking your payment with our payment partner.',
  paid: 'Payment confirmed. Members book their sessions here, at the times that suit them.',
  partly_refunded:
    'A part of this payment was returned since. The receipt says how much. Members see on their dashboard which sessions are left.',
  refunded: 'This payment was returned in full since, so its pack books no more sessions.',
  pending:
    'Your payment is being confirmed. Please do not pay again: the money is safe. This page shows your receipt as soon as the bank confirms it; you can reload it later.',
  unknown:
    'We do not know a payment with this reference. Nothing was charged by this page. If money left your account, write to us with the reference.',
  unreachable:
    'We could not check your payment just now. Please do not pay again: your money is safe. Reload this page in a minute.',
} as const;

/** What /success knows of a payment. */
export type PaymentState = keyof typeof paymentStates;
