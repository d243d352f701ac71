import type { LoanRequest } from '../../domain/loans/loan-request.ts';
import { loanRefusals } from '../../domain/refusals/loans.ts';
import { earlyRpc } from '../../lib/early-answers.ts';
import { keptAnswer } from '../../lib/kept-answers.ts';
import { rpc, type Functions } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { loanSchema } from './loan-schema.ts';

/** The sentence that tells a member why a change to the loan request failed. */
export const sayLoanFailure = (error: unknown) => sayFailure(error, loanRefusals);

/** The member's request, group, offers, choices and rate matches. */
export const myLoan = createMemberStore(
  'loan',
  () => earlyRpc('my_loan', {}, loanSchema),
  keptAnswer('loan', loanSchema),
);

/** Calls a function that returns the loan after a change. Throws if the database refuses. */
const change = <Name extends keyof Functions>(name: Name, args: Functions[Name]['Args']) =>
  myLoan.replace(() => rpc(name, args, loanSchema));

/** Joins the group, or updates the open request (§16.11). */
export const joinGroup = (request: LoanRequest, consentVersion: number) =>
  change('join_loan_group', {
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
  });

/** Leaves the group, which also withdraws the choice and the consents (§16.11). */
export const leaveGroup = () => change('leave_loan_group', {});

/** Chooses an offer, and consents to sharing details with its lender (§16.22). */
export const chooseOffer = (offer: string, consentVersion: number) =>
  change('choose_offer', { p_offer: offer, p_consent_version: consentVersion });

/** Withdraws a choice and the consent to its lender (§16.25). */
export const takeChoiceBack = (choice: string) => change('take_choice_back', { p_choice: choice });

/** Withdraws the consent to share details with a lender, whatever the choice's state (§16.25). */
export const takeConsentBack = (consent: string) =>
  change('take_consent_back', { p_consent: consent });

/** Withdraws a rate match that has not been answered yet (§16.28). */
export const takeRateMatchBack = (match: string) =>
  change('take_rate_match_back', { p_match: match });
