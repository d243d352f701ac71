/** What /success says about a payment, below the specified words (§4.5). */
export const paymentStates = {
  none: 'This page was opened without a payment reference. Members find their packs and receipts on their dashboard.',
  checking: 'Checking your payment with our payment partner.',
  paid: 'Payment confirmed.',
  partly_refunded:
    'Part of this payment has been refunded. The receipt says how much. Members see on their dashboard which sessions are left.',
  refunded: 'This payment has been refunded in full, so its sessions can no longer be booked.',
  returning:
    'This payment was not needed: the purchase was already paid, its price had changed, or its account was closed. We are sending all of it back to you.',
  pending:
    'Your payment is being confirmed. Please do not pay again: the money is safe. This page keeps asking for two minutes. As soon as the bank confirms your payment, we also mail you the receipt.',
  late: 'Please do not pay again: the money is safe. As soon as the bank confirms your payment, we mail you the receipt. Reload this page to check again.',
  failed:
    'This payment did not go through, so nothing was bought. If your bank took the money anyway, either the payment is confirmed here later, or the money comes back to you within a few days.',
  unknown:
    'We cannot find a payment with this reference. This page has not charged you. If money left your account,',
  unreachable:
    'Please do not pay again: your money is safe. We mail you the receipt as soon as your payment is confirmed. Reload this page to check again.',
} as const;

/** The heading, and the text below it, while a payment is not known to have succeeded (§4.21). */
export const otherHeadings: Partial<Record<keyof typeof paymentStates, [string, string]>> = {
  refunded: ['Payment Refunded', 'The money is going back to you.'],
  returning: ['Payment Returned', 'The money is going back to you.'],
  failed: ['Payment Failed', 'Nothing was bought.'],
  unknown: ['Payment Not Found', 'Please check the reference.'],
  late: ['Not Confirmed Yet', 'The bank has not confirmed your payment so far.'],
  unreachable: ['Not Confirmed Yet', 'We could not check your payment just now.'],
};

/** A payment's state, as /success shows it. */
export type PaymentState = keyof typeof paymentStates;

/** The next step after a confirmed payment. */
export const nextSteps = {
  member: 'Book your first session now.',
  visitor: 'Sign up with the e-mail address you paid with to book your sessions.',
} as const;

/** The link shown for an unknown reference. The script adds the reference to its address (§4.16). */
export const writeToUs = {
  label: 'write to us',
  href: '/contact#write-to-us',
  after: 'with the reference.',
} as const;
