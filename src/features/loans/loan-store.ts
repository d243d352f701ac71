import type { LoanRequest } from '../../domain/loans/loan-request.ts';
import { loanRefusals } from '../../domain/refusals/loans.ts';
import { createMemberStore, rpc } from '../../lib/member-data.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { loanSchema } from './loan-schema.ts';

/** Says why a change of the loan request failed. */
export const sayLoanFailure = (error: unknown) => sayFailure(error, loanRefusals);

/** The member's request, group, offers, choices and rate matches. */
export const myLoan = createMemberStore('loan', () => rpc('my_loan', {}, loanSchema));

/** Joins the group, or changes the open request (§16.11). Throws when the database refuses. */
export const joinGroup = (request: LoanRequest, consentVersion: number) =>
  myLoan.replace(() =>
    rpc(
      'join_loan_group',
      {
        p_institute: request.institute,
        p_programme: request.programme,
        p_stage: request.stage,
        p_course_starts: request.course_starts,
        p_course_months: request.course_months,
        p_amount: request.amount,
        p_term_months: request.term_months,
        p_co_applicant: request.co_applicant,
        p_city: request.city,
        p_consent_version: consentVersion,
      },
      loanSchema,
    ),
  );

/** Leaves the group, which also withdraws the choice and the consents (§16.11). Throws when the database refuses. */
export const leaveGroup = () => myLoan.replace(() => rpc('leave_loan_group', {}, loanSchema));

/** Chooses an offer with consent to its lender (§16.22). Throws when the database refuses. */
export const chooseOffer = (offer: string, consentVersion: number) =>
  myLoan.replace(() =>
    rpc('choose_offer', { p_offer: offer, p_consent_version: consentVersion }, loanSchema),
  );

/** Withdraws a choice, and the consent to its lender (§16.25). Throws when the database refuses. */
export const takeChoiceBack = (choice: string) =>
  myLoan.replace(() => rpc('take_choice_back', { p_choice: choice }, loanSchema));

/** Withdraws a consent to a lender, whatever the state of the choice (§16.25). Throws when the database refuses. */
export const takeConsentBack = (consent: string) =>
  myLoan.replace(() => rpc('take_consent_back', { p_consent: consent }, loanSchema));

/** Withdraws an unanswered rate match (§16.28). Throws when the database refuses. */
export const takeRateMatchBack = (match: string) =>
  myLoan.replace(() => rpc('take_rate_match_back', { p_match: match }, loanSchema));
