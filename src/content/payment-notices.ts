/**
 * The notices that /buy shows after the verification has redirected to `?payment=failed` or `?payment=pending` (§4.11).
 */
export const paymentNotices = {
  failed:
    'Your payment did not go through. If money left your account, your bank returns it within 5 to 7 working days, or we add the pack.',
  pending:
    'Your payment is still being confirmed. Please do not pay again: your money is safe, and your pack appears on your dashboard once the bank confirms it, usually within 20 minutes.',
} as const;

/** The notices about payments that this browser remembers, above the packs (§8.39). */
export const begunId = 'payments';

/** What leads there, by the mark that the head script sets: whether this browser was told that the payment failed. */
export const begunNotices = {
  told: 'Your payment did not go through.',
  open: 'You started a payment earlier.',
} as const;
