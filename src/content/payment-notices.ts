/**
 * The notices that /buy shows after the verification has redirected to `?payment=failed` or `?payment=pending` (§4.11).
 */
export const paymentNotices = {
  failed:
    'Your payment did not go through. If money left your account, your bank returns it within 5 to 7 working days, or we add the pack.',
  pending:
    'Your payment is still being confirmed. Please do not pay again: your money is safe, and your pack appears on your dashboard once the bank confirms the payment, usually within 20 minutes.',
} as const;

/** Leads to the notice above the packs about a payment that this browser remembers (§8.39). */
export const begunNotice = {
  says: 'You started a payment here.',
  label: 'See what happened to it',
  href: '#payments',
} as const;
