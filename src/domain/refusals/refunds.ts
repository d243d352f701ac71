import { lasting } from '../periods.ts';
import { offerWithin } from '../refunds/refund.ts';
import { limits, tooManyChanges } from './limits.ts';
import { says, type Refusals } from './refusal.ts';

export const refundRefusals = {
  ...says({
    pack_not_paid: 'This pack has not been paid for yet.',
    pack_refunded: 'You have been refunded in full for this pack, or the money is on its way.',
    refund_open:
      'You already have an open request for this pack. Withdraw it, or wait for our decision.',
    too_late: `The ${lasting('refund')} to ask for this have passed.`,
    nothing_left: 'You have no unused sessions left to refund.',
    already_returned: 'We have already returned or refunded this session.',
    no_session_held:
      'For the 100% refund, one or more of the pack’s sessions must have taken place.',
    no_session_before: `None of this pack’s sessions took place in the ${offerWithin} days up to that interview.`,
    amount_changed:
      'The amount has changed, so we did not send your request. Check the new amount on this page, then ask again.',
    no_such_booking: 'This session no longer exists. We’ve refreshed the page.',
    already_decided: 'We have already decided this request. We’ve refreshed the page.',
    nothing_asked: 'We already have all we need from you. We’ve refreshed the page.',
    answer_not_valid: 'Please write an answer.',
    too_many_files: 'A request can have up to three files.',
  }),
  not_your_pack: { status: 404, says: 'This pack belongs to another account.' },
  offer_not_valid: {
    status: 400,
    says: `Please check the institute and both dates: the offer must come within ${offerWithin} days after the interview, and not in the future.`,
  },
  no_such_request: {
    status: 404,
    says: 'This request no longer exists. We’ve refreshed the page.',
  },
  too_many_today: tooManyChanges('refund request'),
  too_many_uploads: limits.too_many_uploads,
} as const satisfies Refusals;
