import { isOpen } from '../../domain/loans/choices.ts';
import {
  misfits,
  type AskedLoan,
  type CostedOffer,
  byTotal,
  type Misfit,
  type OfferTerms,
} from '../../domain/loans/loan-offer.ts';
import type { LoanRequest } from '../../domain/loans/loan-request.ts';
import { count, inWords, sayMonths } from '../../domain/words/count.ts';
import { capitalized } from '../../domain/words/capitalized.ts';
import { formatDay, indiaDay } from '../../domain/words/dates.ts';
import { formatPaise, formatWholePaise, inShort, unbroken } from '../../domain/words/money.ts';
import type { Consent } from './consent-schema.ts';
import type {
  Choice,
  EndedOffer,
  MyLoan,
  Offer,
  OpenRequest,
  RateMatch,
  ShownOffer,
} from './loan-schema.ts';

/** An amount in paise, in whole rupees and on one line: 'Rs 20,00,000'. */
export const inFull = (paise: number) => unbroken(formatWholePaise(paise));

/** The total of a group's loans. Zero means that every amount was rounded down to nothing (§16.49). */
export const sayGroupSum = (paise: number | null) =>
  paise ? inShort(paise) : 'under Rs 10 lakh each';

/** A percentage: '9.5%'. */
export const percent = (value: number | string) => `${value}%`;

/** Formats a date without a time, such as '2026-12-31'. */
export const dayOf = (day: string) => formatDay(`${day}T12:00:00+05:30`);

/** Formats a date so that it stays on one line. */
export const sayDay = (day: string) => unbroken(dayOf(day));

/** The month in which a course starts: 'June 2027'. */
export const sayMonth = (day: string) => dayOf(day).replace(/^\d+ /, '');

/** The member's answer to 'Can you pay interest while you study?'. */
export type PaysInStudy = 'yes' | 'no';

export type Costed = CostedOffer<ShownOffer>;

const byName = (one: Costed, other: Costed) =>
  one.offer.lender.name.localeCompare(other.offer.lender.name, 'en-IN');

const canChoose = (offer: ShownOffer, request: OpenRequest) =>
  offer.fits && !offer.expired && misfits(offer, request).length === 0;

/**
 * The group's offers for one request: those that the member can choose, and the others. `mixed` is true if only some
 * require interest during study. Mixed offers are not ranked until the member has said whether they can pay interest
 * during study (§16.91).
 */
export function compare(
  offers: readonly ShownOffer[],
  request: OpenRequest,
  answer: PaysInStudy | undefined,
): { fitting: Costed[]; others: ShownOffer[]; mixed: boolean; ordered: boolean } {
  const can = (offer: ShownOffer) => canChoose(offer, request);
  const fitting = byTotal(offers.filter(can), request, answer !== 'no');
  const mixed = new Set(fitting.map(({ offer }) => offer.interest)).size > 1;
  const ordered = !mixed || answer !== undefined;
  return {
    fitting: ordered ? fitting : fitting.toSorted(byName),
    others: offers.filter((offer) => !can(offer)),
    mixed,
    ordered,
  };
}

/** What some of these offers ask for during study, and what the others do instead. */
export function sayInStudy(offers: readonly Costed[]): string {
  const asking = offers.filter(({ offer }) => offer.interest === 'paid');
  const least = inFull(Math.min(...asking.map(({ cost }) => cost.wait.monthly)));
  const ask =
    asking.length === 1
      ? `One offer asks for ${least} a month`
      : `${capitalized(inWords(asking.length))} offers ask for ${least} a month or more`;
  return `${ask}. ${offers.length - asking.length === 1 ? 'The other adds' : 'The others add'} the interest to the loan.`;
}

// Two APRs that look the same when printed count as equal.
const shownApr = ({ cost }: Costed) => Number(cost.apr.toFixed(2));

/** The offers that are the lowest for two figures. */
export type Lowest = { total: Costed; apr: Costed };

/**
 * The offers with the lowest total and with the lowest APR, which may be the same offer. Leaves out offers that require
 * the member to pay more during study than they can (§16.96).
 */
export function lowestOf(
  ordered: readonly Costed[],
  answer: PaysInStudy | undefined,
): Lowest | undefined {
  const payable = ordered.filter(({ offer }) => answer !== 'no' || offer.interest === 'added');
  const [total] = payable.length > 0 ? payable : ordered;
  if (!total) return undefined;
  const apr = payable.reduce(
    (least, one) => (shownApr(one) < shownApr(least) ? one : least),
    total,
  );
  return { total, apr };
}

const shownFigures = { total: ({ cost }: Costed) => cost.total, apr: shownApr };

/** Whether another offer's figure is lower than this one's. */
export const isBeaten = (costed: Costed, offers: readonly Costed[], name: keyof Lowest) =>
  offers.some((one) => shownFigures[name](one) < shownFigures[name](costed));

/**
 * Says for which figures an offer is the lowest. If the figure of an offer with interest during study is lower still, the
 * label adds 'if you pay only afterwards' (§16.96).
 */
export function badgesOf(costed: Costed, lowest: Lowest, offers: readonly Costed[]): string[] {
  const badge = (name: string, figure: keyof Lowest) =>
    isBeaten(costed, offers, figure) ? `${name} if you pay only afterwards` : name;
  return [
    ...(costed === lowest.total ? [badge('Lowest total', 'total')] : []),
    ...(costed === lowest.apr ? [badge('Lowest APR', 'apr')] : []),
  ];
}

export const sampleNote =
  'Lenders marked ‘Sample’ are made up, so that you can try out this site. They do not lend.';

/** Why an APR is below its rate although it includes the charges, if one is (§16.35). */
export const whyAprIsLower = (offers: readonly Costed[]): string | undefined =>
  offers.some((one) => one.offer.interest === 'added' && shownApr(one) < one.offer.rate)
    ? 'Why an APR can be below its rate: until the EMIs start, the lender charges no interest on interest.'
    : undefined;

/** Why the offer with the lowest total is not the one with the lowest APR (§16.96). */
export function whyTheyDiffer({ total, apr }: Lowest): string {
  const months = apr.offer.grace_months - total.offer.grace_months;
  const sooner =
    total.offer.interest === 'paid' && apr.offer.interest === 'added'
      ? `you already pay ${inFull(total.cost.wait.monthly)} a month while you study`
      : months > 0
        ? `its EMIs start ${sayMonths(months)} sooner`
        : 'you pay it back sooner';
  return `Why the lowest total and the lowest APR differ: ${total.offer.lender.name} costs less in total because ${sooner}, so you pay interest on less money. ${apr.offer.lender.name} charges less a year for each rupee you owe: its APR is ${sayApr(apr.cost.apr)}, not ${sayApr(total.cost.apr)}.`;
}

const misfitWords: Record<Misfit, (offer: Offer, asked: AskedLoan) => string> = {
  amount_too_small: (offer, { amount }) =>
    `It lends at least ${inShort(offer.least_amount)}; you are asking for ${inShort(amount)}.`,
  amount_too_large: (offer, { amount }) =>
    `It lends up to ${inShort(offer.most_amount)}; you are asking for ${inShort(amount)}.`,
  term_too_short: (offer, { term_months }) =>
    `Its EMIs run for at least ${sayMonths(offer.least_months)}; your term is ${sayMonths(term_months)}.`,
  term_too_long: (offer, { term_months }) =>
    `Its EMIs run for up to ${sayMonths(offer.most_months)}; your term is ${sayMonths(term_months)}.`,
  charges_too_high: () => 'Its charges would use up the whole loan.',
};

/** Every reason why an offer does not fit what the member asks for; empty if it fits. */
export const sayMisfits = (offer: Offer, asked: AskedLoan): string =>
  misfits(offer, asked)
    .map((misfit) => misfitWords[misfit](offer, asked))
    .join(' ');

/** Why the member cannot choose an offer (§16.72). */
export function whyNot(offer: ShownOffer, request: OpenRequest): string {
  if (offer.expired) return `It ended on ${sayDay(offer.valid_until)}.`;
  return sayMisfits(offer, request) || 'It does not fit your request.';
}

/** Says when an offer ended: '10.4% offer ended on 30 November 2026'. */
export const sayEnded = ({ rate, ended_on: day }: EndedOffer) =>
  `${percent(rate)} offer ended on ${sayDay(day)}`;

/** The offers that the member could have chosen and that have ended since; none once the member has chosen one. */
export function missedOffers(loan: MyLoan): EndedOffer[] {
  const told = choiceThatEnded(loan)?.offer.id;
  return loan.choice
    ? []
    : loan.ended_offers.filter(({ id, could_choose: could }) => could && id !== told);
}

/** The fee in the words of the lender's terms: '1% of the loan, maximum Rs 10,000, plus 18% tax'. */
export function sayFee(offer: Offer): string {
  const { fee_percent, fee_fixed, fee_least, fee_most, tax_percent } = offer;
  const parts = [
    fee_percent > 0 && `${percent(fee_percent)} of the loan`,
    fee_least !== null && `minimum ${unbroken(formatPaise(fee_least))}`,
    fee_percent > 0 && fee_most !== null && `maximum ${unbroken(formatPaise(fee_most))}`,
    fee_fixed > 0 && `${unbroken(formatPaise(fee_fixed))} fixed`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'no fee';
  return [...parts, ...(tax_percent > 0 ? [`plus ${percent(tax_percent)} tax`] : [])].join(', ');
}

/**
 * Explains what happens to interest before EMIs start: 'you pay interest monthly during study and 6 months of grace'.
 */
export function sayInterest({ interest, grace_months: grace }: Offer): string {
  const time = grace > 0 ? `study and ${sayMonths(grace)} of grace` : 'your course';
  return interest === 'paid'
    ? `you pay interest monthly during ${time}`
    : `interest during ${time} is added to the loan`;
}

/** Compares the rate with the lender's standard rate (§16.20). */
export function sayDifference(points: number, standardRate: number): string {
  if (points === 0) return `the lender’s standard rate`;
  const size = Math.abs(points);
  return `${count(size, 'point')} ${points > 0 ? 'below' : 'above'} its standard rate of ${percent(standardRate)}`;
}

/** An APR with two decimals, for easy comparison. */
export const sayApr = (apr: number) => percent(apr.toFixed(2));

/**
 * The calculator's address for a request and the terms of an offer, if there is one; undefined if the figures exceed the
 * calculator's limits.
 */
export function calculatorLink(
  { rate = 0, grace_months: grace = 0, interest }: Partial<OfferTerms>,
  { amount, term_months: term, course_months: study }: AskedLoan,
): string | undefined {
  if (term % 6 !== 0 || rate > 24 || grace > 24 || amount % 100 !== 0) return undefined;
  const query = new URLSearchParams({
    amount: String(amount / 100),
    ...(interest && { rate: String(rate) }),
    years: String(term / 12),
    study: String(study),
    ...(interest && { grace: String(grace), interest }),
  });
  return `/emi?${query}`;
}

/** The times that these offers' figures are for: 'a course of 2 years, 6 months of grace and EMIs over 10 years'. */
export function sayTimes(
  { course_months: course, term_months: term }: AskedLoan,
  offers: readonly Costed[],
): string {
  const graces = offers.map(({ offer }) => offer.grace_months);
  const most = Math.max(...graces);
  const grace = `, ${Math.min(...graces) < most ? 'up to ' : ''}${sayMonths(most)} of grace`;
  return `a course of ${sayMonths(course)}${most > 0 ? grace : ''} and EMIs over ${sayMonths(term)}`;
}

/** The badge's tone for the state of a choice or a rate match. */
export function toneOf(state: Choice['state'] | RateMatch['state']): 'ended' | 'off' | undefined {
  if (state === 'taken_back') return 'off';
  return ['declined', 'withdrawn', 'expired'].includes(state) ? 'ended' : undefined;
}

/** What a choice's state means for the member (§16.73). */
export function whatNow(choice: Choice): string {
  const { state, lender, lender_had_it: had, steps, amount, sanctioned } = choice;
  const { name } = lender;
  const wasSent = steps.some((step) => step.state === 'with_lender');
  const loan =
    sanctioned === null
      ? 'your loan'
      : `${inShort(sanctioned)} of the ${inShort(amount)} you asked for`;
  const words: Record<Choice['state'], string> = {
    chosen: `We will send your request to ${name}, usually within two working days. No one else gets your details.`,
    with_lender: `${name} has your request and is considering it. It may check your credit history once you apply.`,
    sanctioned: `${name} has sanctioned ${loan}. Before you sign, read its sanction letter and its Key Facts Statement: they are binding, our figures are not.`,
    disbursed: `${name} has paid out ${loan}. From now on, the loan is between you and the lender.`,
    expired: `The offer expired before we sent ${name} your request, so the lender does not have your details.`,
    withdrawn: steps.some((step) => step.state === 'sanctioned')
      ? `${name} withdrew the loan that it had sanctioned.`
      : `${name} withdrew its offer ${had ? 'after' : 'before'} it got your request.`,
    declined: `${name} declined your request.`,
    taken_back: had
      ? `You withdrew your choice. ${name} ${wasSent ? 'already had' : 'may already have'} your details. It must stop using them, and may keep its records for as long as the law requires.`
      : `You withdrew your choice before we sent ${name} your details, so it does not have them.`,
  };
  return words[state];
}

/** That a request counts, now that the member's email is verified. */
export const sayCounts = ({ intake_year: year }: OpenRequest) =>
  `Email verified. You are in the ${year} group, and your request counts.`;

/** What a change of the request did. `loan` is as it was before. */
export const sayChange = ({ request }: MyLoan, { amount }: LoanRequest) =>
  `${amount === request?.amount ? 'Your request is changed.' : `Changed to ${inShort(amount)}.`} Everything below is for your new request.`;

/** What leaving the group, or withdrawing a request that did not count yet, did. `loan` is as it was before. */
export const sayLeft = ({ proven }: MyLoan) =>
  `${proven ? 'You have left the group.' : 'You have withdrawn your request.'} You can join again at any time.`;

const endedByLender: readonly Choice['state'][] = ['expired', 'withdrawn', 'declined'];

const endOf = ({ steps, chosen_at }: Choice) => steps.at(-1)?.at ?? chosen_at;

/** Whether the choice ended after the request was last changed, so that it still says something about it. */
const isUpToDate = (choice: Choice, { changed_at: changed }: OpenRequest) =>
  Date.parse(endOf(choice)) >= Date.parse(changed);

/** The newest choice for the request as it is now, if the lender ended it or it has expired. */
export function choiceThatEnded({ request, choice, past_choices }: MyLoan): Choice | undefined {
  const [newest] = past_choices;
  if (!request || choice || !newest || !endedByLender.includes(newest.state)) return undefined;
  if (!isUpToDate(newest, request)) return undefined;
  return Date.parse(newest.chosen_at) >= Date.parse(request.joined_at) ? newest : undefined;
}

/** Who is to sign with the member, or 'none', if not every lender may accept that. */
export function unusualSigner(request: Partial<Pick<OpenRequest, 'co_applicant'>> | null) {
  const signer = request?.co_applicant ?? 'parent';
  return signer === 'parent' || signer === 'spouse' ? undefined : signer;
}

// Lenders write their terms in words of their own.
const aboutSigners = /applicant|parent|spouse|guarant/i;

const unusual = {
  none: 'You have no co-applicant yet.',
  sibling: 'Your co-applicant is your brother or sister.',
  other: 'Your co-applicant is neither a parent nor your spouse.',
};

/** Whether the offer's terms on security mention such a co-applicant, and do not seem to exclude them. */
export const namesSigner = (signer: keyof typeof unusual, { security }: Offer) =>
  signer === 'sibling' &&
  /brother|sister|sibling/i.test(security) &&
  // Perhaps to say that they cannot sign.
  !/\b(?:not|no|only|except|without)\b/i.test(security);

/** What this offer's terms say about who signs with the member, if anything (§16.93). */
export function saySigner(signer: keyof typeof unusual, offer: Offer): string {
  const terms = offer.security.replace(/\.$/, '');
  const who = unusual[signer];
  if (namesSigner(signer, offer))
    return `${who} This offer’s terms mention brothers or sisters: ‘${terms}’.`;
  return aboutSigners.test(offer.security)
    ? `${who} Check this offer’s terms on security: ‘${terms}’.`
    : `${who} This offer’s terms do not say who has to sign with you: the lender decides.`;
}

/**
 * The newest choice by which this offer's lender declined the open request, or withdrew the offer, perhaps before the
 * request was changed.
 */
export const endedBy = ({ request, past_choices }: MyLoan, { id, lender }: Offer) =>
  past_choices.find(
    (past) =>
      request &&
      (past.state === 'declined'
        ? past.lender.id === lender.id
        : past.state === 'withdrawn' && past.offer.id === id) &&
      Date.parse(past.chosen_at) >= Date.parse(request.joined_at),
  );

/** That this offer's lender has declined another request, or this one before it was changed, or withdrew an offer. */
export function sayEndedBefore({ past_choices }: MyLoan, { lender }: Offer) {
  const past = past_choices.find(
    ({ state, lender: by }) =>
      (state === 'declined' || state === 'withdrawn') && by.id === lender.id,
  );
  if (!past) return undefined;
  const what =
    past.state === 'declined' ? 'Declined your earlier request' : 'Withdrew an offer to you';
  return `${what} on ${sayDay(indiaDay(Date.parse(endOf(past))))}`;
}

/** Whether this offer's lender has declined the request as it is now, or has withdrawn the offer from it. */
export function hasEnded(loan: MyLoan, offer: Offer): boolean {
  const past = endedBy(loan, offer);
  return past !== undefined && loan.request !== null && isUpToDate(past, loan.request);
}

/**
 * What the member can do about offers after a choice has ended: choose another one, only ask a lender again that has
 * declined, or nothing.
 */
export function whatIsLeft(loan: MyLoan): 'another' | 'again' | 'nothing' {
  const { request, offers } = loan;
  const open = offers.filter((offer) => request && canChoose(offer, request));
  if (open.some((offer) => !hasEnded(loan, offer))) return 'another';
  return open.length > 0 ? 'again' : 'nothing';
}

/** What the member can choose after withdrawing this choice. */
export function sayCanChoose({ offer: { id } }: Choice, loan: MyLoan): string {
  const canChooseFrom = (offers: ShownOffer[]) => whatIsLeft({ ...loan, offers }) === 'another';
  const another = canChooseFrom(loan.offers.filter((offer) => offer.id !== id));
  if (!canChooseFrom(loan.offers.filter((offer) => offer.id === id))) {
    return another ? 'You can choose another offer.' : 'We will email you about new offers.';
  }
  return another
    ? 'You can choose another offer, or this one again.'
    : 'You can choose this offer again.';
}

/** What withdrawing a choice did. `choice` and `loan` are as they were before. */
export const sayWithdrawn = (choice: Choice, loan: MyLoan) =>
  `${whatNow({ ...choice, state: 'taken_back' })} ${sayCanChoose(choice, loan)}`;

/** `whatIsLeft` in words, after this choice has ended. With an unusual co-applicant, changing the request comes first. */
export function sayWhatIsLeft(
  { state }: Choice,
  left: ReturnType<typeof whatIsLeft>,
  hasUnusualSigner: boolean,
): string {
  if (left !== 'another') {
    return `No other lender is left to ask for now. Change your request${left === 'again' ? ', or ask again if something has changed' : ''}. We will email you about new offers.`;
  }
  if (state !== 'declined') return 'You can choose another offer.';
  return hasUnusualSigner
    ? 'Change your request and ask again, or choose another offer.'
    : 'Choose another offer, or change your request and ask again.';
}

/** The choice for which the member gave this consent, if there is one. */
export function choiceFor({ choice, past_choices }: MyLoan, { id }: Consent): Choice | undefined {
  return [choice, ...past_choices].find((one) => one?.consent_id === id) ?? undefined;
}

/** The open offer that answers a rate match, and why the member cannot choose it, if so; undefined once it has ended. */
export function answerTo({ offers, request }: MyLoan, { answer_offer: id }: RateMatch) {
  const offer = offers.find((one) => one.id === id && !one.expired);
  if (!offer || !request) return undefined;
  return { offer, why: canChoose(offer, request) ? undefined : whyNot(offer, request) };
}

/** Of the better offers that the member sent us for this request, the latest that we have answered. */
export const latestAnswer = ({ rate_matches: matches, request }: MyLoan) =>
  matches.find(
    ({ state, steps }) =>
      !isOpen(state) &&
      state !== 'taken_back' &&
      steps.some(({ at }) => request && Date.parse(at) >= Date.parse(request.joined_at)),
  );

/**
 * What a rate match's state means for the member. `today` is the date in Indian time, such as '2026-12-31'. `isOpen` is
 * true if the page goes on to name the offer that answers it.
 */
export function whatMatchMeans(
  { state, lender, answer_rate: rate, answer_by: answerBy }: RateMatch,
  today: string,
  isOpen = false,
): string {
  const at = rate === null || isOpen ? '' : ` at ${percent(rate)}`;
  const answer =
    answerBy < today
      ? `We promised an answer by ${sayDay(answerBy)} and missed that date. We are sorry.`
      : `We will answer by ${sayDay(answerBy)}.`;
  const words: Record<RateMatch['state'], string> = {
    sent: `One of our team will read your file and show its rate and charges to our lenders. ${answer}`,
    with_lenders: `Our lenders are deciding whether to match this offer. ${answer}`,
    matched: `One of our lenders has matched this offer${at}.`,
    bettered: `One of our lenders has beaten this offer${at}.`,
    declined: `None of our lenders will match it. Take ${lender}’s offer: it is the better one.`,
    taken_back: 'You withdrew this offer, and we will delete its file.',
  };
  return words[state];
}

/** Whether the member has agreed to the current text about the group, and has not withdrawn that consent. */
export function hasCurrentConsent({ consents, consent_texts: { group } }: MyLoan): boolean {
  return consents.some(
    ({ kind, version, taken_back_at: takenBack }) =>
      kind === 'loan_group' && version === group.version && takenBack === null,
  );
}
