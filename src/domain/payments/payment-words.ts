/** What a buyer should do whose payment has not arrived yet (§8.42). */
export const ifApproved =
  'If you approved it in your UPI or bank app, do not pay again: it usually arrives within 20 minutes.';

/** What becomes of the money after a payment that did not go through. */
export const ifFailed =
  'If you paid again, wait for that payment. If money left your account, your bank returns it within 5 to 7 working days, or we add the pack.';
