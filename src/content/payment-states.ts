/** The sentences about a payment on /success, below the specified wording (§4.5). */
export const paymentStates = {
  checking: 'Checking your payment with our payment partner.',
  paid: 'Payment confirmed.',
  partly_refunded:
    'Part of this payment has been refunded. The receipt says how much. Members see on their dashboard how many sessions are left.',
  refunded: 'This payment has been refunded in full, so its sessions can no longer be booked.',
  returning:
    'This payment was not needed: the pack was already paid for, its price had changed, or the account was closed. We are refunding all of it.',
  pending:
    'Your payment is being confirmed. Please do not pay again: your money is safe. This page keeps checking for two minutes. Once the bank confirms your payment, we also email you the receipt.',
  late: 'Please do not pay again: your money is safe. Once the bank confirms your payment, we email you the receipt. Reload this page to check again.',
  failed:
    'This payment did not go through, so you have not bought a pack. If your bank took the money anyway, it will confirm the payment later or return the money within days.',
  unknown:
    'We cannot find a payment with this reference. This page has not charged you. If money left your account,',
  unreachable:
    'Please do not pay again: your money is safe. Once your payment is confirmed, we email you the receipt. Reload this page to check again.',
} as const;

/** The heading, and the text below it, while we do not know that a payment has succeeded (§4.21). */
export const otherHeadings: Partial<Record<keyof typeof paymentStates, [string, string]>> = {
  refunded: ['Payment Refunded', 'Your money is on its way back.'],
  returning: ['Payment Returned', 'Your money is on its way back.'],
  failed: ['Payment Failed', 'You have not bought a pack.'],
  unknown: ['Payment Not Found', 'Please check the reference.'],
  late: ['Not Confirmed Yet', 'The bank has not confirmed your payment yet.'],
  unreachable: ['Not Confirmed Yet', 'We could not check your payment just now.'],
};

/** A payment's state, as /success shows it. */
export type PaymentState = keyof typeof paymentStates;

/** The next step after a confirmed payment. */
export const nextSteps = {
  member: 'Book a session now.',
  noneLeft: 'Nothing left to book.',
  owner: 'Log in to see your sessions.',
  visitor:
    'Select ‘Sign up and add your pack’ in our email, or sign up here with the same email address.',
  /** For a payment without an account or an email address, because no sign-up can find it. */
  unaddressed: [
    'We have no email address for this payment. Sign up, then',
    'We add the pack to your account.',
  ],
  /** The text around the time that a visitor chose before paying (§4.28). */
  chosen: [
    'The time you chose:',
    'We do not hold the seat.',
    'It has just gone. You choose another when you book.',
  ],
} as const;

/** The link shown for an unknown or missing reference. The script adds the reference to its address (§4.16). */
export const writeToUs = {
  label: 'write to us',
  href: '/contact#write-to-us',
  after: 'with the reference.',
} as const;
