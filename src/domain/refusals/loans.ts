import { limits } from './limits.ts';
import type { Refusals } from './refusal.ts';

export const loanRefusals = {
  consent_not_given: {
    says: 'The text of the consent has changed. Please read it, and tick the box once more.',
  },
  request_not_valid: {
    says: 'Something in your request is missing or out of range. Please check each line.',
  },
  request_fixed: {
    says: 'A lender has your request, so it can no longer be changed. Withdraw your choice first.',
  },
  choice_no_longer_fits: {
    says: 'The offer you chose does not fit this change. Withdraw your choice first. Nothing was changed.',
  },
  too_many_today: limits.too_many_today,
  not_in_group: { says: 'You are not in a group. Please join it first.' },
  address_not_proven: limits.address_not_proven,
  no_such_offer: { says: 'This offer is no longer there. The page is up to date now.' },
  offer_expired: { says: 'This offer has ended. The page is up to date now.' },
  offer_does_not_fit: { says: 'This offer does not fit your amount or your term.' },
  already_chosen: { says: 'You have chosen an offer already. Withdraw that choice first.' },
  no_such_choice: { says: 'This choice is no longer there. The page is up to date now.' },
  choice_has_ended: { says: 'This choice has ended already. The page is up to date now.' },
  no_such_consent: { says: 'This consent is no longer there. The page is up to date now.' },
  consent_has_ended: { says: 'This consent has ended already. The page is up to date now.' },
  leave_group_instead: { says: 'This consent is for the group. Leave the group to withdraw it.' },
  no_such_match: { says: 'This rate match is no longer there. The page is up to date now.' },
  match_has_ended: { says: 'This rate match has ended already. The page is up to date now.' },
  match_not_valid: {
    status: 400,
    says: 'Something about the better offer is missing or out of range. Please check it.',
  },
  too_many_matches: {
    says: 'One rate match at a time: please wait for our answer, or withdraw the other.',
  },
  loan_was_paid_out: {
    says: 'Your loan was paid out, so there is nothing left to match. To look for another loan, leave the group and join again.',
  },
  too_many_uploads: limits.too_many_uploads,
} as const satisfies Refusals;
