import { limitMessages } from '../refusals/limit-messages.ts';

/** What a person reads when the database refuses something about a loan; the keys are its code words. */
export const loanMessages = {
  consent_not_given:
    'Please read the consent on this page and tick it. If you did, its words are new: please read them once more.',
  request_not_valid:
    'Something in your request is missing or out of range. Please check each line.',
  request_fixed:
    'A lender has your request, so it can no longer be changed. Take your choice back first.',
  choice_no_longer_fits:
    'The offer you chose does not fit this change. Take your choice back first. Nothing was changed.',
  too_many_today: limitMessages.too_many_today,
  not_in_group: 'You are not in a group. Please join it first.',
  address_not_proven: limitMessages.address_not_proven,
  no_such_offer: 'This offer is no longer there. The page is up to date now.',
  offer_expired: 'This offer has ended. The page is up to date now.',
  offer_does_not_fit: 'This offer does not fit your amount or your term.',
  already_chosen: 'You have chosen an offer already. Take that choice back first.',
  no_such_choice: 'This choice is no longer there. The page is up to date now.',
  choice_has_ended: 'This choice has ended already. The page is up to date now.',
  no_such_consent: 'This consent is no longer there. The page is up to date now.',
  consent_has_ended: 'This consent has ended already. The page is up to date now.',
  leave_group_instead: 'This consent is for the group. Leave the group to take it back.',
  no_such_match: 'This rate match is no longer there. The page is up to date now.',
  match_has_ended: 'This rate match has ended already. The page is up to date now.',
  match_not_valid: 'Something about the better offer is missing or out of range. Please check it.',
  too_many_matches: 'One rate match at a time: please wait for our answer, or take the other back.',
  loan_was_paid_out:
    'Your loan was paid out, so there is nothing left to match. To look for another loan, leave the group and join again.',
  too_many_uploads: limitMessages.too_many_uploads,
} as const;

/** A code word with which the database refuses something about a loan. */
export type LoanProblem = keyof typeof loanMessages;

/** True for a message of the database that is a code word with a sentence. */
export function isLoanProblem(message: unknown): message is LoanProblem {
  return typeof message === 'string' && Object.hasOwn(loanMessages, message);
}
