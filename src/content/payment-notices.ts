/**
 * The notices that /buy shows after the verification has redirected to `?payment=failed` or `?payment=pending` (§4.11).
 */
export const paymentNotices = {
  failed:
    'That payment did not go through. If money left your account, your bank returns it within 5 to 7 working days. You can try again below.',
  pending:
    'Your payment is still being confirmed. Please do not pay again: your money is safe, and your pack appears on your dashboard once the bank confirms the payment, usually within 20 minutes.',
} as const;
