import * as v from 'valibot';
import type { LoanRequest } from '../../domain/loans/loan-request.ts';
import { loadSupabase, type Supabase } from '../../lib/supabase.ts';
import { $memberId, createMemberStore } from '../../lib/member-data.ts';
import { loanSchema, type MyLoan } from './loan-schema.ts';

async function fetchLoan(): Promise<MyLoan> {
  const supabase = await loadSupabase();
  const { data } = await supabase.rpc('my_loan').throwOnError();
  return v.parse(loanSchema, data);
}

const loan = createMemberStore('loan', fetchLoan);

/** The member's request, group, offers, choices and rate matches. */
export const $loan = loan.$data;

/** Fetches it again; the page keeps the current one meanwhile. */
export const refreshLoan = loan.refresh;

/** Resolves once the page has what the database knows now, also after a change that was refused. */
export const showFreshLoan = loan.showFresh;

/** Calls a function that changes the loan, and shows what it answers. Throws when the database refuses. */
async function change(call: (supabase: Supabase) => PromiseLike<{ data: unknown }>): Promise<void> {
  const id = $memberId.get();
  try {
    const { data } = await call(await loadSupabase());
    const changed = v.parse(loanSchema, data);
    if (id && id === $memberId.get()) loan.show(id, changed);
  } catch (error) {
    await showFreshLoan();
    throw error;
  }
}

/** Joins the group, or changes the open request (§16.11). Throws when the database refuses. */
export function joinGroup(request: LoanRequest, consentVersion: number): Promise<void> {
  return change((supabase) =>
    supabase
      .rpc('join_loan_group', {
        p_institute: request.institute,
        p_programme: request.programme,
        p_stage: request.stage,
        p_course_starts: request.courseStarts,
        p_course_months: request.courseMonths,
        p_amount: request.amount,
        p_term_months: request.termMonths,
        p_co_applicant: request.coApplicant,
        p_city: request.city,
        p_consent_version: consentVersion,
      })
      .throwOnError(),
  );
}

/** Leaves the group, and takes back the choice and the consents with it (§16.11). Throws when refused. */
export function leaveGroup(): Promise<void> {
  return change((supabase) => supabase.rpc('leave_loan_group').throwOnError());
}

/** Chooses an offer with consent to its lender (§16.22). Throws when the database refuses. */
export function chooseOffer(offer: string, consentVersion: number): Promise<void> {
  return change((supabase) =>
    supabase
      .rpc('choose_offer', { p_offer: offer, p_consent_version: consentVersion })
      .throwOnError(),
  );
}

/** Takes a choice back, and the consent to its lender (§16.25). Throws when the database refuses. */
export function takeChoiceBack(choice: string): Promise<void> {
  return change((supabase) =>
    supabase.rpc('take_choice_back', { p_choice: choice }).throwOnError(),
  );
}

/** Takes a consent to a lender back, whatever became of the choice (§16.25). Throws when refused. */
export function takeConsentBack(consent: string): Promise<void> {
  return change((supabase) =>
    supabase.rpc('take_consent_back', { p_consent: consent }).throwOnError(),
  );
}

/** Takes a rate match back that was not answered (§16.28). Throws when the database refuses. */
export function takeRateMatchBack(match: string): Promise<void> {
  return change((supabase) =>
    supabase.rpc('take_rate_match_back', { p_match: match }).throwOnError(),
  );
}
