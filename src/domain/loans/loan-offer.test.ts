import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lender, offer } from '../../../tests/components/support/samples/loans.ts';
import {
  byTotal,
  chargesOn,
  costOf,
  misfits,
  pointsBelowStandard,
  type AskedLoan,
  type OfferTerms,
} from './loan-offer.ts';

const lakh = 1_00_000_00;

const plain: OfferTerms & { lender: { name: string } } = offer({
  lender: lender({ name: 'Bank A' }),
});

const asked: AskedLoan = { amount: 20 * lakh, course_months: 24, term_months: 120 };

test.each([
  ['one percent plus 18% tax', {}, 23_600_00],
  ['capped by a maximum', { fee_most: 10_000_00 }, 11_800_00],
  ['raised to a minimum', { fee_percent: 0.1, fee_least: 5_000_00 }, 5_900_00],
  ['capped, plus a fixed fee', { fee_most: 10_000_00, fee_fixed: 2_000_00 }, 14_160_00],
  ['none', { fee_percent: 0, tax_percent: 18 }, 0],
  ['a minimum without a percentage', { fee_percent: 0, fee_least: 1_000_00 }, 1_180_00],
] as const)('§16.20 the charges are %s', (_name, changes, charges) => {
  expect(chargesOn({ ...plain, ...changes }, asked.amount)).toBe(charges);
});

test('§16.20 an offer’s cost is calculated for the member’s own amount, course length and term', () => {
  const cost = costOf(plain, asked);
  // Simple interest of 30 months on Rs 20 lakh at 10.5%, then 120 EMIs on Rs 25.25 lakh.
  expect(cost).toMatchObject({
    charges: 23_600_00,
    emis: 120,
    emiInRupees: 34_071,
    wait: { months: 30, monthly: 0, added: 5_25_000_00 },
  });
  expect(cost?.total).toBe(20 * lakh + (cost?.interest ?? 0) + 23_600_00);
  const paid = costOf({ ...plain, interest: 'paid' }, asked);
  expect(paid?.wait).toEqual({ months: 30, monthly: 17_500_00, added: 0 });
  expect(paid?.apr).toBeGreaterThan(10.5);
});

test('§16.20 the difference from the standard rate shows no floating-point noise', () => {
  expect(pointsBelowStandard({ rate: 8.6, standard_rate: 11.35 })).toBe(2.75);
  expect(pointsBelowStandard({ rate: 11, standard_rate: 10.9 })).toBe(-0.1);
});

test.each([
  [{ amount: 4 * lakh }, ['amount_too_small']],
  [{ amount: 41 * lakh }, ['amount_too_large']],
  [{ term_months: 59 }, ['term_too_short']],
  [{ term_months: 145, amount: 41 * lakh }, ['amount_too_large', 'term_too_long']],
  [{ amount: 5 * lakh, term_months: 60 }, []],
  [{ amount: 40 * lakh, term_months: 144 }, []],
] as const)(
  '§16.19 a request with %o does not fit the offer for these reasons: %o',
  (changes, reasons) => {
    expect(misfits(plain, { ...asked, ...changes })).toEqual(reasons);
  },
);

test('an offer whose charges reach the loan amount does not fit, and its cost is not calculated', () => {
  const greedy = { ...plain, fee_fixed: 20 * lakh };
  expect(misfits(greedy, asked)).toEqual(['charges_too_high']);
  expect(costOf(greedy, asked)).toBeUndefined();
  expect(byTotal([greedy], asked)).toEqual([]);
});

test('§16.19 the offer with the lowest total comes first, even if its rate is higher', () => {
  const lowRate = { ...plain, rate: 10.4, fee_fixed: 1_00_000_00, lender: { name: 'Low rate' } };
  const lowTotal = { ...plain, fee_percent: 0, lender: { name: 'Low total' } };
  const order = byTotal([lowRate, lowTotal], asked).map(({ offer }) => offer.lender.name);
  expect(order).toEqual(['Low total', 'Low rate']);
});

test('§16.19 offers with equal totals are ordered by APR, and with equal APRs by the lender’s name', () => {
  const [a, b] = [plain, { ...plain, lender: { name: 'Bank B' } }];
  const names = (...list: (typeof plain)[]) =>
    byTotal(list, asked).map(({ offer }) => offer.lender.name);
  expect([names(a, b), names(b, a)]).toEqual(Array(2).fill(['Bank A', 'Bank B']));
  // Without interest both loans cost the same, and the same charges give the longer loan a lower APR.
  const free = { ...plain, rate: 0 };
  const longer = { ...free, grace_months: 12, lender: b.lender };
  expect([names(free, longer), names(longer, free)]).toEqual(Array(2).fill(['Bank B', 'Bank A']));
});

const offers = fc
  .record({
    name: fc.string({ minLength: 1, maxLength: 8 }),
    rate: fc.integer({ min: 0, max: 2400 }).map((rate) => rate / 100),
    fee_percent: fc.integer({ min: 0, max: 500 }).map((percent) => percent / 100),
    fee_fixed: fc.integer({ min: 0, max: 50_000_00 }),
    fee_least: fc.option(fc.integer({ min: 0, max: 20_000_00 })),
    fee_most: fc.option(fc.integer({ min: 20_000_00, max: 1_00_000_00 })),
    tax_percent: fc.constantFrom(0, 5, 18),
    grace_months: fc.integer({ min: 0, max: 12 }),
    interest: fc.constantFrom('paid' as const, 'added' as const),
  })
  .map(({ name, ...terms }) => ({ ...plain, ...terms, lender: { name } }));
const requests = fc.record({
  amount: fc.integer({ min: 1_00_000, max: 1_00_00_000 }).map((rupees) => rupees * 100),
  course_months: fc.integer({ min: 6, max: 60 }),
  term_months: fc.integer({ min: 12, max: 180 }),
});

test('offers are ordered by their totals, whatever order they arrive in', () => {
  fc.assert(
    fc.property(fc.array(offers, { maxLength: 6 }), requests, (list, request) => {
      const ordered = byTotal(list, request);
      const totals = ordered.map(({ cost }) => cost.total);
      expect(totals).toEqual(totals.toSorted((a, b) => a - b));
      expect(byTotal(list.toReversed(), request).map(({ cost }) => cost)).toEqual(
        ordered.map(({ cost }) => cost),
      );
    }),
    { numRuns: 40 },
  );
});

test('an offer’s total is the amount plus interest and charges, and charges raise its APR', () => {
  fc.assert(
    fc.property(offers, requests, (offer, request) => {
      const cost = costOf(offer, request);
      if (!cost) return;
      expect(cost.total).toBe(request.amount + cost.interest + cost.charges);
      const noFee = { fee_percent: 0, fee_fixed: 0, fee_least: null, fee_most: null };
      const free = costOf({ ...offer, ...noFee }, request);
      expect(free?.charges).toBe(0);
      expect(cost.apr).toBeGreaterThanOrEqual((free?.apr ?? 0) - 1e-9);
      if (cost.charges > 0) expect(cost.total).toBeGreaterThan(free?.total ?? 0);
    }),
    { numRuns: 100 },
  );
});

test('charges never fall as the amount rises', () => {
  fc.assert(
    fc.property(offers, requests, fc.integer({ min: 0, max: lakh }), (offer, request, more) => {
      expect(chargesOn(offer, request.amount + more)).toBeGreaterThanOrEqual(
        chargesOn(offer, request.amount),
      );
    }),
  );
});
