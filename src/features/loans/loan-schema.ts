import * as v from 'valibot';
import { targetsSchema } from '../../domain/bookings/targets.ts';
import { fileTypes } from '../../domain/files/member-files.ts';
import { choiceStates, matchStates } from '../../domain/loans/choices.ts';
import { offerTerms } from '../../domain/loans/loan-offer.ts';
import { coApplicants, stages } from '../../domain/loans/loan-request.ts';
import { day, link, moment, paise } from '../../domain/schema.ts';
import { consent } from './consent-schema.ts';

/** When the choice moved to one of these states. */
const stepTo = <const States extends readonly string[]>(states: States) =>
  v.object({ state: v.picklist(states), at: moment, reason: v.nullable(v.string()) });

const consentText = v.object({ version: v.number(), text: v.string() });

const request = v.object({
  id: v.string(),
  institute: v.string(),
  programme: v.string(),
  stage: v.picklist(stages),
  course_starts: day,
  course_months: v.number(),
  amount: paise,
  term_months: v.number(),
  co_applicant: v.picklist(coApplicants),
  city: v.string(),
  intake_year: v.number(),
  joined_at: moment,
  changed_at: moment,
  fixed: v.boolean(),
});

/** The member's open request; `fixed` once a lender has received it. */
export type OpenRequest = v.InferOutput<typeof request>;

const group = v.object({
  intake_year: v.number(),
  members: v.nullable(v.number()),
  sum: v.nullable(paise),
  published_at: v.nullable(moment),
});

/** The group's latest published figures; null as long as the group is forming. */
export type Group = v.InferOutput<typeof group>;

const lender = v.object({
  id: v.number(),
  name: v.string(),
  site: link,
  is_sample: v.boolean(),
});

/** A lender, either real or invented as a sample. */
export type Lender = v.InferOutput<typeof lender>;

const offer = v.object({
  ...offerTerms.entries,
  id: v.string(),
  lender,
  rate_type: v.picklist(['fixed', 'floating']),
  other_charges: v.string(),
  penal_charges: v.string(),
  security: v.string(),
  valid_until: day,
  key_facts_url: link,
});

/** The terms of an offer. */
export type Offer = v.InferOutput<typeof offer>;

/** Parses an offer as shown to a member. */
export const shownOffer = v.object({ ...offer.entries, fits: v.boolean(), expired: v.boolean() });

/** An offer made to the group, and whether this member can choose it. */
export type ShownOffer = v.InferOutput<typeof shownOffer>;

const endedOffer = v.object({
  id: v.string(),
  lender,
  rate: v.number(),
  ended_on: day,
  could_choose: v.boolean(),
});

/** An offer to the group that ended in the last 14 days, and whether this member could have chosen it. */
export type EndedOffer = v.InferOutput<typeof endedOffer>;

const choice = v.object({
  id: v.string(),
  consent_id: v.string(),
  state: v.picklist(choiceStates),
  offer,
  lender,
  amount: paise,
  // What the lender sanctioned, if less.
  sanctioned: v.nullable(paise),
  course_months: v.number(),
  term_months: v.number(),
  reason: v.nullable(v.string()),
  chosen_at: moment,
  steps: v.array(stepTo(choiceStates)),
  lender_had_it: v.boolean(),
});

/** An offer that the member chose, with the terms that it had on that day. */
export type Choice = v.InferOutput<typeof choice>;

const rateMatch = v.object({
  id: v.string(),
  lender: v.string(),
  rate: v.number(),
  charges: paise,
  valid_until: day,
  state: v.picklist(matchStates),
  answer_rate: v.nullable(v.number()),
  // The id of our lender's offer, which may have ended.
  answer_offer: v.nullable(v.string()),
  answer_by: day,
  file: v.nullable(v.object({ id: v.string(), type: v.picklist(fileTypes) })),
  steps: v.array(stepTo(matchStates)),
});

/** A better offer that the member found elsewhere, and our lenders' answer to it. */
export type RateMatch = v.InferOutput<typeof rateMatch>;

/** Parses the reply from `my_loan`, and from every function that changes the loan. */
export const loanSchema = v.object({
  now: moment,
  consent_texts: v.object({ group: consentText, lender: consentText }),
  proven: v.boolean(),
  // The new address of a pending email change.
  changing_to: v.nullable(v.string()),
  // The schools that the member is applying to (§15.104).
  targets: targetsSchema,
  contact: v.object({ name: v.string(), email: v.string(), phone: v.string() }),
  request: v.nullable(request),
  group: v.nullable(group),
  offers: v.array(shownOffer),
  ended_offers: v.array(endedOffer),
  lenders_without_offer: v.array(lender),
  choice: v.nullable(choice),
  past_choices: v.array(choice),
  rate_matches: v.array(rateMatch),
  consents: v.array(consent),
});

/** Everything about the member's loan. Amounts are in paise. */
export type MyLoan = v.InferOutput<typeof loanSchema>;
