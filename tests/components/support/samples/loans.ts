import * as v from 'valibot';
import type { Consent } from '../../../../src/features/loans/consent-schema.ts';
import {
  loanSchema,
  type Choice,
  type EndedOffer,
  type Lender,
  type MyLoan,
  type OpenRequest,
  type RateMatch,
  type ShownOffer,
} from '../../../../src/features/loans/loan-schema.ts';
import { courseStartMonths } from '../../../../src/domain/loans/loan-request.ts';
import { asOfNow, inDays, inHours } from './moments.ts';

const lakh = 1_00_000_00;

/** The month of a course’s start, a year from now. */
export const courseStarts = courseStartMonths(Date.now()).coming[12] ?? '';

/** A request for Rs 20 lakh over ten years, after a course of two years. */
export const request = (changes: Partial<OpenRequest> = {}): OpenRequest => ({
  id: '5f0c3f0e-dddd-4222-8333-444455556666',
  institute: 'IIM Indore',
  programme: 'PGP',
  stage: 'converted',
  course_starts: courseStarts,
  course_months: 24,
  amount: 20 * lakh,
  term_months: 120,
  co_applicant: 'parent',
  city: 'Pune',
  intake_year: Number(courseStarts.slice(0, 4)),
  joined_at: inHours(-72),
  changed_at: inHours(-72),
  fixed: false,
  ...changes,
});

let lenders = 0;

/** A lender with a unique name. */
export function lender(changes: Partial<Lender> = {}): Lender {
  lenders += 1;
  return {
    id: lenders,
    name: `Bank ${lenders}`,
    site: 'https://lender.example.com',
    is_sample: false,
    ...changes,
  };
}

/** An offer that fits the request: 10.5% floating, with half a year of grace and a fee of 1%. */
export const offer = (changes: Partial<ShownOffer> = {}): ShownOffer => ({
  id: crypto.randomUUID(),
  lender: lender(),
  rate: 10.5,
  rate_type: 'floating',
  standard_rate: 11.75,
  fee_percent: 1,
  fee_fixed: 0,
  fee_least: null,
  fee_most: null,
  tax_percent: 18,
  other_charges: 'Stamp duty of your state',
  penal_charges: '2% a year on what is late',
  least_amount: 5 * lakh,
  most_amount: 40 * lakh,
  least_months: 60,
  most_months: 144,
  grace_months: 6,
  interest: 'added',
  security: 'A parent signs as co-applicant',
  valid_until: inDays(30),
  key_facts_url: 'https://lender.example.com/facts.pdf',
  fits: true,
  expired: false,
  ...changes,
});

/** An offer that ended yesterday, and that the member could have chosen. */
export const endedOffer = (changes: Partial<EndedOffer> = {}): EndedOffer => ({
  id: crypto.randomUUID(),
  lender: lender(),
  rate: 10.4,
  ended_on: inDays(-1),
  could_choose: true,
  ...changes,
});

export function choiceOf(chosen: ShownOffer, changes: Partial<Choice> = {}): Choice {
  const state = changes.state ?? 'chosen';
  const had = ['with_lender', 'sanctioned', 'disbursed', 'declined', 'withdrawn'].includes(state);
  return {
    id: crypto.randomUUID(),
    consent_id: crypto.randomUUID(),
    state,
    offer: chosen,
    lender: chosen.lender,
    amount: 20 * lakh,
    sanctioned: null,
    course_months: 24,
    term_months: 120,
    reason: null,
    chosen_at: inHours(-48),
    steps: [
      { state: 'chosen', at: inHours(-48), reason: null },
      ...(state === 'chosen' ? [] : [{ state, at: inHours(-1), reason: changes.reason ?? null }]),
    ],
    lender_had_it: had,
    ...changes,
  };
}

/** A better offer: sent, or answered as `state` says, with the reason in the last step. */
export function rateMatch(
  changes: Partial<RateMatch> = {},
  reason: string | null = null,
): RateMatch {
  const state = changes.state ?? 'sent';
  return {
    id: crypto.randomUUID(),
    lender: 'Bank of One',
    rate: 9.1,
    charges: 5_000_00,
    valid_until: inDays(20),
    state,
    answer_rate: null,
    answer_offer: null,
    answer_by: inDays(7),
    file: { id: crypto.randomUUID(), type: 'application/pdf' },
    steps: [
      { state: 'sent', at: inHours(-2), reason: null },
      ...(state === 'sent' ? [] : [{ state, at: inHours(-1), reason }]),
    ],
    ...changes,
  };
}

/** The consent texts shown now. */
const consentTexts = {
  group: { version: 1, text: 'We may use what you ask for as a part of the group.' },
  lender: {
    version: 1,
    text: 'Your name and your request are given to {lender}, and to no other lender.',
  },
};

/** A consent that still applies: to the group, unless it names a lender. */
export const consent = (changes: Partial<Consent> = {}): Consent => ({
  id: crypto.randomUUID(),
  kind: changes.lender ? 'loan_lender' : 'loan_group',
  lender: null,
  text: consentTexts.group.text,
  version: 1,
  given_at: inHours(-72),
  taken_back_at: null,
  ...changes,
});

/** The answer of `my_loan` for a member who was never in a group. */
export const noLoan = (changes: Partial<MyLoan> = {}): MyLoan =>
  asOfNow(
    v.parse(loanSchema, {
      now: inHours(0),
      consent_texts: consentTexts,
      proven: true,
      changing_to: null,
      targets: [],
      contact: { name: 'Asha Rao', email: 'asha@example.com', phone: '98220 12345' },
      request: null,
      group: null,
      offers: [],
      ended_offers: [],
      lenders_without_offer: [],
      choice: null,
      past_choices: [],
      rate_matches: [],
      consents: [],
      ...changes,
    }),
  );

/** The answer of `my_loan` for a member in a group that is forming. */
export const inGroup = (changes: Partial<MyLoan> = {}): MyLoan =>
  noLoan({
    request: request(),
    group: { intake_year: request().intake_year, members: null, sum: null, published_at: null },
    consents: [consent()],
    ...changes,
  });

/** An answer of `my_loan` with something in every list. */
export function everyLoan(): MyLoan {
  const [chosen, past] = [offer(), offer()];
  return inGroup({
    offers: [chosen],
    ended_offers: [endedOffer()],
    lenders_without_offer: [lender()],
    choice: choiceOf(chosen),
    past_choices: [choiceOf(past, { state: 'taken_back' })],
    rate_matches: [rateMatch()],
  });
}
