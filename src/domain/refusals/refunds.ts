import { lasting } from '../periods.ts';
import { offerWithin } from '../refunds/refund.ts';
import { limits, tooManyChanges } from './limits.ts';
import { says, type Refusals } from './refusal.ts';

export const refundRefusals = {
  ...says({
    pack_not_paid: 'This pack is not paid yet.',
    pack_refunded: 'Everything you paid for this pack was returned, or is on its way.',
    refund_open:
      'A request for this pack is open already. Withdraw it, or wait until it is decided.',
    too_late: `The ${lasting('refund')} in which this can be asked for are over.`,
    nothing_left: 'No unused session is left to return.',
    already_returned: 'This session was given back or refunded already.',
    no_session_held: 'The 100% refund needs at least one session of the pack that took place.',
    no_session_before: `No session of this pack took place in the ${offerWithin} days up to the day of that interview.`,
    amount_changed:
      'The amount has changed, so nothing was sent. Check the new amount on this page, then ask again.',
    no_such_booking: 'This session is no longer there. We have refreshed the page.',
    already_decided: 'This request has been decided meanwhile. We have refreshed the page.',
    nothing_asked: 'We are not waiting for anything more. We have refreshed the page.',
    answer_not_valid: 'Please write an answer.',
    too_many_files: 'A request can have three files at most.',
  }),
  not_your_pack: { status: 404, says: 'This pack does not belong to your account.' },
  offer_not_valid: {
    status: 400,
    says: `Please check the institute and the two days: an offer follows the interview within ${offerWithin} days, and is not in the future.`,
  },
  no_such_request: {
    status: 404,
    says: 'This request is no longer there. We have refreshed the page.',
  },
  too_many_today: tooManyChanges('refund request'),
  too_many_uploads: limits.too_many_uploads,
} as const satisfies Refusals;
