/** Code words that only an operator meets, in the SQL editor, where a detail beside the word says more. */
export const operatorWords = [
  'booking_is_active',
  'booking_is_fixed',
  'choice_is_active',
  'choice_is_fixed',
  'consent_is_fixed',
  'consent_text_is_fixed',
  'match_is_fixed',
  'offer_has_ended',
  'offer_of_another',
  'offer_was_shown',
  'refund_is_fixed',
  'session_is_not_used',
  'slot_is_booked',
  'slot_is_not_open',
  'version_only_rises',
] as const;
