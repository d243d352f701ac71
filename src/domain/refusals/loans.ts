import { limits, tooManyChanges } from './limits.ts';
import { says, type Refusals } from './refusal.ts';

export const loanRefusals = {
  ...says({
    consent_not_given: 'The consent text has changed. Please read it and tick the box again.',
    request_not_valid:
      'Something in your request is missing or out of range. Please check each line.',
    request_fixed:
      'A lender has your request, so you can no longer change it. Withdraw your choice first.',
    choice_no_longer_fits:
      'The offer you chose does not fit this change, so your request stays as it was. Withdraw your choice first.',
    not_in_group: 'You are not in a group. Please join it first.',
    no_such_offer: 'This offer no longer exists. We’ve refreshed the page.',
    offer_expired: 'This offer has ended. We’ve refreshed the page.',
    offer_does_not_fit: 'This offer does not fit your amount or your term.',
    already_chosen: 'You have already chosen an offer. Withdraw that choice first.',
    no_such_choice: 'This choice no longer exists. We’ve refreshed the page.',
    choice_has_ended: 'This choice has already ended. We’ve refreshed the page.',
    no_such_consent: 'This consent no longer exists. We’ve refreshed the page.',
    consent_has_ended: 'This consent has already ended. We’ve refreshed the page.',
    leave_group_instead: 'This consent covers the group. Leave the group to withdraw it.',
    no_such_match: 'This better offer no longer exists. We’ve refreshed the page.',
    match_has_ended:
      'We have already answered this better offer, or you have withdrawn it. We’ve refreshed the page.',
    too_many_matches:
      'You can send one better offer at a time. Wait for our answer, or withdraw the one you sent.',
    loan_was_paid_out:
      'Your loan has been paid out, so we cannot match another offer. For another loan, leave the group and join again.',
  }),
  too_many_today: tooManyChanges('loan change'),
  too_many_choices: tooManyChanges('loan choice', 'choices'),
  address_not_proven: limits.address_not_proven,
  match_not_valid: {
    status: 400,
    says: 'Something in the better offer is missing or out of range. Please check each line.',
  },
  too_many_uploads: limits.too_many_uploads,
} as const satisfies Refusals;
