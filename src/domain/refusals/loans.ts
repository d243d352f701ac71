import { limits, tooManyChanges } from './limits.ts';
import { says, type Refusals } from './refusal.ts';

export const loanRefusals = {
  ...says({
    consent_not_given:
      'The text of the consent has changed. Please read it, and tick the box once more.',
    request_not_valid:
      'Something in your request is missing or out of range. Please check each line.',
    request_fixed:
      'A lender has your request, so it can no longer be changed. Withdraw your choice first.',
    choice_no_longer_fits:
      'The offer you chose does not fit this change. Withdraw your choice first. Nothing was changed.',
    not_in_group: 'You are not in a group. Please join it first.',
    no_such_offer: 'This offer is no longer there. We have refreshed the page.',
    offer_expired: 'This offer has ended. We have refreshed the page.',
    offer_does_not_fit: 'This offer does not fit your amount or your term.',
    already_chosen: 'You have chosen an offer already. Withdraw that choice first.',
    no_such_choice: 'This choice is no longer there. We have refreshed the page.',
    choice_has_ended: 'This choice has ended already. We have refreshed the page.',
    no_such_consent: 'This consent is no longer there. We have refreshed the page.',
    consent_has_ended: 'This consent has ended already. We have refreshed the page.',
    leave_group_instead: 'This consent is for the group. Leave the group to withdraw it.',
    no_such_match: 'This rate match is no longer there. We have refreshed the page.',
    match_has_ended: 'This rate match has ended already. We have refreshed the page.',
    too_many_matches:
      'One rate match at a time: please wait for our answer, or withdraw the other.',
    loan_was_paid_out:
      'Your loan was paid out, so there is nothing left to match. To look for another loan, leave the group and join again.',
  }),
  too_many_today: tooManyChanges('loan change'),
  address_not_proven: limits.address_not_proven,
  match_not_valid: {
    status: 400,
    says: 'Something about the better offer is missing or out of range. Please check it.',
  },
  too_many_uploads: limits.too_many_uploads,
} as const satisfies Refusals;
