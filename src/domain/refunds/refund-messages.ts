import { limitMessages } from '../refusals/limit-messages.ts';

/** What a person reads when the database refuses something about a refund; the keys are its code words. */
export const refundMessages = {
  not_your_pack: 'This pack does not belong to your account.',
  pack_not_paid: 'This pack is not paid yet.',
  pack_refunded: 'Everything you paid for this pack was returned, or is on its way.',
  refund_open:
    'A request for this pack is open already. Take it back, or wait until it is decided.',
  too_late: 'The three weeks in which this can be asked for are over.',
  nothing_left: 'No unused session is left to return.',
  already_returned: 'This session was given back or refunded already.',
  no_session_held: 'The 100% refund needs at least one session of the pack that took place.',
  no_session_before:
    'No session of this pack took place in the 300 days up to the day of that interview.',
  offer_not_valid:
    'Please check the institute and the two days: an offer follows the interview within 300 days, and is not in the future.',
  amount_changed:
    'The amount has changed, so nothing was sent. Check the new amount on this page, then ask again.',
  no_such_booking: 'This session is no longer there. The page is up to date now.',
  no_such_request: 'This request is no longer there. The page is up to date now.',
  already_decided: 'This request has been decided meanwhile. The page is up to date now.',
  nothing_asked: 'We are not waiting for anything more. The page is up to date now.',
  answer_not_valid: 'Please write an answer.',
  too_many_files: 'A request takes three files.',
  too_many_today: limitMessages.too_many_today,
  too_many_uploads: limitMessages.too_many_uploads,
} as const;

/** A code word with which the database refuses something about a refund. */
export type RefundProblem = keyof typeof refundMessages;

/** True for a message of the database that is a code word with a sentence. */
export function isRefundProblem(message: unknown): message is RefundProblem {
  return typeof message === 'string' && Object.hasOwn(refundMessages, message);
}
