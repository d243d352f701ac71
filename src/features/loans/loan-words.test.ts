import { expect, test } from 'vitest';
import {
  choiceOf,
  consent as sampleConsent,
  lender,
  inGroup,
  offer as sampleOffer,
  rateMatch,
  request as sampleRequest,
} from '../../../tests/components/support/samples/loans.ts';
import type { Choice, MyLoan, ShownOffer } from './loan-schema.ts';
import {
  calculatorLink,
  choiceFor,
  choiceThatEnded,
  compare,
  lowestOf,
  sayDifference,
  sayFee,
  sayGroupSum,
  sayInterest,
  whatMatchMeans,
  whyNot,
  whyTheyDiffer,
} from './loan-words.ts';

const lakh = 1_00_000_00;

/** Replaces the no-break spaces that keep a percentage on one line. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

const request = sampleRequest({ course_starts: '2027-06-01', intake_year: 2027 });
const offer = sampleOffer({
  id: 'offer',
  lender: lender({ name: 'Bank A' }),
  valid_until: '2026-12-31',
});

test('§16.19 a member can choose an offer only if the database and the page’s own calculation agree that the offer fits', () => {
  const offers: ShownOffer[] = [
    { ...offer, id: 'dear', rate: 12 },
    { ...offer, id: 'cheap', rate: 9 },
    { ...offer, id: 'ended', expired: true },
    { ...offer, id: 'refused', fits: false },
    { ...offer, id: 'too small', most_amount: 10 * lakh },
  ];
  const { fitting, others } = compare(offers, request, undefined);
  expect(fitting.map((one) => one.offer.id)).toEqual(['cheap', 'dear']);
  expect(others.map(({ id }) => id)).toEqual(['ended', 'refused', 'too small']);
});

const named = (name: string, terms: Partial<ShownOffer>): ShownOffer => ({
  ...offer,
  id: name,
  lender: lender({ name }),
  ...terms,
});
const ordered = (offers: ShownOffer[], answer?: 'yes' | 'no') => {
  const { fitting } = compare(offers, request, answer);
  const { total, apr } = lowestOf(fitting, answer) ?? {};
  return { order: fitting.map((one) => one.offer.id), total: total?.offer.id, apr: apr?.offer.id };
};

test('§16.91 offers are listed alphabetically until the member says whether they can pay during study', () => {
  const mixed = [named('B', { rate: 8 }), named('A', { rate: 14, interest: 'paid' })];
  expect(compare(mixed, request, undefined)).toMatchObject({ mixed: true, ordered: false });
  expect(ordered(mixed).order).toEqual(['A', 'B']);
  expect(ordered(mixed, 'yes').order).toEqual(['B', 'A']);
  const alike = [named('A', { rate: 14 }), named('B', { rate: 8 })];
  expect(compare(alike, request, undefined)).toMatchObject({ mixed: false, ordered: true });
  expect(ordered(alike).order).toEqual(['B', 'A']);
});

test('§16.96 the lowest total and the lowest APR are marked only among offers that the member can pay during study', () => {
  const early = named('Early', { rate: 9.75, interest: 'paid' });
  const late = named('Late', { rate: 9.25 });
  const dear = named('Dear', { rate: 12 });
  expect(ordered([dear, late, early], 'yes')).toMatchObject({ total: 'Early', apr: 'Late' });
  expect(ordered([dear, late, early], 'no')).toMatchObject({ total: 'Late', apr: 'Late' });
});

test('§16.96 the offer with the lowest total is also marked as the lowest APR if both APRs look the same on the page', () => {
  // The same charges give the longer loan a slightly lower APR.
  const fee = { interest: 'paid', fee_percent: 0, fee_fixed: 100_00 } as const;
  const twins = [named('A', fee), named('B', { ...fee, grace_months: 7 })];
  expect(ordered(twins)).toMatchObject({ total: 'A', apr: 'A' });
});

test.each([
  [{ rate: 9.75, interest: 'paid' }, {}, 'you already pay Rs 16,250 a month while you study'],
  [{ rate: 9.3, grace_months: 0 }, { grace_months: 12 }, 'its EMIs start 1 year sooner'],
] as const)(
  '§16.96 the page explains why an offer with %o costs less in total than an offer with %o',
  (cheap, low, reason) => {
    const offers = [named('Low', { rate: 9.25, ...low }), named('Cheap', cheap)];
    const lowest = lowestOf(compare(offers, request, 'yes').fitting, 'yes');
    const said = plain(lowest ? whyTheyDiffer(lowest) : '');
    expect(said).toContain(`Cheap costs less in total because ${reason}, so`);
    expect(said).toMatch(/Low charges less .* its APR is [89]\.\d\d%, not [89]\.\d\d%\.$/);
  },
);

test.each([
  [{ expired: true }, 'It ended on 31\u00a0December\u00a02026.'],
  [
    { least_amount: 25 * lakh },
    'It lends at least Rs\u00a025\u00a0lakh; you are asking for Rs\u00a020\u00a0lakh.',
  ],
  [
    { most_amount: 15 * lakh },
    'It lends up to Rs\u00a015\u00a0lakh; you are asking for Rs\u00a020\u00a0lakh.',
  ],
  [{ least_months: 132 }, 'Its EMIs run for at least 11 years; your term is 10 years.'],
  [{ most_months: 90 }, 'Its EMIs run for up to 7 years 6 months; your term is 10 years.'],
  [{ fits: false }, 'It does not fit your request.'],
] as const)(
  '§16.72 the page explains why the member cannot choose an offer with %o',
  (changes, reason) => {
    expect(whyNot({ ...offer, ...changes }, request)).toBe(reason);
  },
);

test.each([
  [{}, '1% of the loan, plus 18% tax'],
  [
    { fee_least: 5_000_00, fee_most: 10_000_00 },
    '1% of the loan, minimum Rs 5000, maximum Rs 10,000, plus 18% tax',
  ],
  [{ fee_percent: 0, fee_fixed: 2_500_00, tax_percent: 0 }, 'Rs 2500 fixed'],
  [{ fee_percent: 0 }, 'no fee'],
] as const)(
  '§16.20 the page words the fee of an offer with %o the way lenders do',
  (changes, said) => {
    expect(plain(sayFee({ ...offer, ...changes }))).toBe(said);
  },
);

test.each([
  [1.25, '1.25 points below its standard rate of 11.75%'],
  [1, '1 point below its standard rate of 11.75%'],
  [-0.5, '0.5 points above its standard rate of 11.75%'],
  [0, 'the lender’s standard rate'],
] as const)(
  '§16.20 a difference of %d points from the standard rate is put in words',
  (points, said) => {
    expect(plain(sayDifference(points, 11.75))).toBe(said);
  },
);

test('an offer links to the calculator with the offer’s figures if the calculator accepts them', () => {
  expect(calculatorLink(offer, request)).toBe(
    '/emi?amount=2000000&rate=10.5&years=10&study=24&grace=6&interest=added',
  );
  expect(calculatorLink(offer, { ...request, term_months: 100 })).toBeUndefined();
});

const choice = choiceOf(offer, {
  id: 'choice',
  consent_id: 'consent',
  state: 'taken_back',
  chosen_at: '2026-11-20T10:00:00Z',
  lender_had_it: true,
});
const loan = inGroup({ request: { ...request, joined_at: choice.chosen_at } });

test('§16.24 the page reports that the choice has ended, until the member chooses again or leaves the group', () => {
  const declined: Choice = { ...choice, state: 'declined' };
  const before = { ...declined, chosen_at: '2026-11-20T09:59:59.5Z' };
  const past_choices = [declined];
  expect(choiceThatEnded({ ...loan, past_choices })).toBe(declined);
  expect(choiceThatEnded({ ...loan, past_choices, choice })).toBeUndefined();
  expect(choiceThatEnded({ ...loan, past_choices, request: null })).toBeUndefined();
  expect(
    choiceThatEnded({ ...loan, past_choices: [before] }),
    'the member has joined again since',
  ).toBeUndefined();
  expect(
    choiceThatEnded({ ...loan, past_choices: [choice] }),
    'the member withdrew the choice',
  ).toBeUndefined();
});

test('§16.82 a consent is matched to the choice for which the member gave it', () => {
  const consent = sampleConsent({ id: choice.consent_id, lender: 'Bank A' });
  const later: Choice = { ...choice, id: 'later', consent_id: 'later consent' };
  const both: MyLoan = { ...loan, choice: later, past_choices: [choice] };
  expect(choiceFor(both, consent)?.id).toBe('choice');
  expect(choiceFor(both, { ...consent, id: 'later consent' })?.id).toBe('later');
  expect(choiceFor(both, { ...consent, id: 'group consent' })).toBeUndefined();
});

test.each([
  ['added', 6, 'interest during study and 6 months of grace is added to the loan'],
  ['paid', 6, 'you pay interest monthly during study and 6 months of grace'],
  ['paid', 0, 'you pay interest monthly during your course'],
] as const)(
  '§16.72 the page explains the interest of an offer if it is %s, with %d months of grace',
  (interest, grace, said) => {
    expect(sayInterest({ ...offer, interest, grace_months: grace })).toBe(said);
  },
);

test('§16.49 a group total that was rounded down to zero is shown as under Rs 10 lakh each', () => {
  expect(sayGroupSum(9_20_00_000_00)).toBe('Rs\u00a09.2\u00a0crore');
  expect(sayGroupSum(0)).toBe('under Rs 10 lakh each');
  expect(sayGroupSum(null)).toBe('under Rs 10 lakh each');
});

test('§16.28 a lender’s offer can beat the member’s own offer at the same rate', () => {
  const match = rateMatch({ rate: 9, state: 'bettered', answer_rate: 9 });
  expect(plain(whatMatchMeans(match, '2026-12-10'))).toBe(
    'One of our lenders has beaten this offer at 9%.',
  );
});

test('§16.90 a reply to a better offer is late from the day after the promised date', () => {
  const match = rateMatch({ answer_by: '2026-12-10' });
  expect(whatMatchMeans(match, '2026-12-10')).toContain(
    'We will answer by 10\u00a0December\u00a02026.',
  );
  expect(whatMatchMeans(match, '2026-12-11')).toContain(
    'We promised an answer by 10\u00a0December\u00a02026 and missed that date. We are sorry.',
  );
});
