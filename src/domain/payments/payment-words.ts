/** What to do while a payment has not arrived (§8.42). */
export const ifApproved =
  'If you approved it in your UPI or bank app, do not pay again: it usually arrives within 20 minutes.';

/** What to do, and what happens to the money, after a payment failed (§8.28). */
export const ifFailed =
  'If money left your account, your bank returns it within 5 to 7 working days. If you pay again and both payments arrive, we refund one in full.';
