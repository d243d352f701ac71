import fc from 'fast-check';
import { expect, test } from 'vitest';
import { annualPercentageRate, exactEmi, lowerRates, workOut, type LoanTerms } from './loan.ts';

const lakh = 1_00_000_00;

const tenYears: LoanTerms = {
  amount: 20 * lakh,
  rate: 10.5,
  months: 120,
  study: 0,
  grace: 0,
  interest: 'paid',
};

/** The APR of a loan with these charges, in percent. */
const aprOf = (terms: LoanTerms, charges: number) =>
  annualPercentageRate(
    terms.amount - charges,
    workOut(terms).schedule.map(({ payment }) => payment),
  );

const equal = (payment: number, months: number) => Array<number>(months).fill(payment);

// Each example uses its source's unit, and is as exact as the source prints it.
test.each([
  ['emicalculator.net, the example of its formula', 10_00_000, 10.5, 120, 13_493, 1],
  ['indiacalculates.in, a loan of Rs 50 lakh', 50_00_000, 8.5, 240, 43_391, 1],
  ['the Reserve Bank of India, RBI/2024-25/18, annex C', 20_000, 15, 24, 970, 1],
  ['RBL Bank, a Key Facts Statement of 2024', 47_000, 21, 24, 2415.14, 0.02],
  ['Microsoft, the example of PMT', 10_000, 8, 10, 1037.03, 0.01],
] as const)('§16.41 the EMI matches %s', (_source, amount, rate, months, published, within) => {
  expect(Math.abs(exactEmi(amount, rate, months) - published)).toBeLessThan(within);
  const { emi } = workOut({ ...tenYears, amount: amount * 100, rate, months });
  expect(Math.abs(emi / 100 - published)).toBeLessThan(within);
});

test('§16.36 the EMI in whole rupees is rounded once: 13493.4997 becomes 13493, although 13493.50 is shown to the paisa', () => {
  const loan = workOut({ ...tenYears, amount: 10 * lakh });
  expect(loan).toMatchObject({ emi: 13_493_50, emiInRupees: 13_493 });
});

test('§16.20 §16.41 the cost, the APR and the first month match the illustration in the Key Facts Statement', () => {
  // RBI/2024-25/18, annexes B and C: Rs 20,000 for 24 months at 15%, charges of Rs 240 and Rs 160.
  const terms: LoanTerms = { ...tenYears, amount: 20_000_00, rate: 15, months: 24 };
  const cost = workOut(terms);
  expect(Math.round(cost.interest / 100)).toBe(3_274);
  expect(Math.round(cost.total / 100)).toBe(23_274);
  expect(aprOf(terms, 400_00)).toBeCloseTo(17.07, 2);
  const [first] = cost.schedule;
  expect(first).toMatchObject({ interest: 250_00, owed: 20_000_00 + 250_00 - cost.emi });
});

test.each([
  ['Regulation Z, appendix J (c)(1)(i)', 5000, 230, 24, 9.69, 2],
  ['Microsoft, the example of RATE', 8000, 200, 48, 9.24, 2],
  ['Adobe FormCalc, the example of Apr', 35_000, 269.5, 360, 8.515, 3],
  ['Adobe FormCalc, the second example of Apr', 157_500, 960, 650, 7.1613, 4],
] as const)('§16.20 the APR matches %s', (_source, received, payment, months, apr, decimals) => {
  expect(annualPercentageRate(received, equal(payment, months))).toBeCloseTo(apr, decimals);
});

test('§16.35 interest during study is simple, and is added to the loan once, when EMIs start', () => {
  // The model scheme: Rs 20 lakh at 9% for 36 months adds 3 × 9% of the amount, without interest on interest.
  const loan = workOut({ ...tenYears, rate: 9, study: 24, grace: 12, interest: 'added' });
  expect(loan.atStart).toBe(20 * lakh + 5.4 * lakh);
  expect(loan.emi).toBe(Math.round(exactEmi(25.4 * lakh, 9, 120)));
  expect(loan.schedule.slice(0, 36).every(({ payment }) => payment === 0)).toBe(true);
  expect(loan.schedule.filter(({ stage }) => stage === 'study')).toHaveLength(24);
  expect(loan.schedule.filter(({ stage }) => stage === 'grace')).toHaveLength(12);
});

test('§16.35 paying interest monthly during study does not change the EMI', () => {
  const loan = workOut({ ...tenYears, rate: 9, study: 24, grace: 12 });
  expect(loan.emi).toBe(workOut({ ...tenYears, rate: 9 }).emi);
  expect(loan.atStart).toBe(20 * lakh);
  expect(loan.schedule[0]).toEqual({
    month: 1,
    stage: 'study',
    payment: 15_000_00,
    interest: 15_000_00,
    owed: 20 * lakh,
  });
  expect(loan.total).toBe(workOut({ ...tenYears, rate: 9 }).total + 36 * 15_000_00);
});

test('a loan without interest has equal EMIs', () => {
  const loan = workOut({ ...tenYears, rate: 0, study: 6, interest: 'added' });
  expect(loan).toMatchObject({ emi: Math.round((20 * lakh) / 120), interest: 0, total: 20 * lakh });
});

test('a loan of one month is repaid with one month of interest', () => {
  const loan = workOut({ ...tenYears, rate: 12, months: 1 });
  expect(loan).toMatchObject({ emi: 20.2 * lakh, interest: 0.2 * lakh, total: 20.2 * lakh });
  expect(loan.schedule).toHaveLength(1);
});

test('rounding errors do not add up over a loan of Rs 1 crore for 20 years', () => {
  const loan = workOut({ ...tenYears, amount: 100 * lakh, rate: 10, months: 240 });
  expect(loan.emi).toBe(96_502_16);
  const last = loan.schedule.at(-1);
  expect(last?.owed).toBe(0);
  // The error is up to half a paisa for each EMI, with interest until the end.
  expect(Math.abs((last?.payment ?? 0) - loan.emi)).toBeLessThan(500);
  expect(Math.abs(loan.total - exactEmi(100 * lakh, 10, 240) * 240)).toBeLessThan(500);
});

test('§16.37 the comparison shows rates one to four points lower, but never a rate below zero', () => {
  const lower = lowerRates(tenYears, 4);
  expect(lower.map(({ rate }) => rate)).toEqual([9.5, 8.5, 7.5, 6.5]);
  const { total } = workOut(tenYears);
  for (const { rate, emiInRupees, saved } of lower) {
    const loan = workOut({ ...tenYears, rate });
    expect(emiInRupees).toBe(loan.emiInRupees);
    expect(saved).toBe(total - loan.total);
  }
  expect(lowerRates({ ...tenYears, rate: 2.35 }, 4).map(({ rate }) => rate)).toEqual([1.35, 0.35]);
  expect(lowerRates({ ...tenYears, rate: 1 }, 4).map(({ rate }) => rate)).toEqual([0]);
  expect(lowerRates({ ...tenYears, rate: 0.5 }, 4)).toEqual([]);
});

test.each([
  { amount: 0 },
  { amount: 1.5 },
  { amount: Number.NaN },
  { months: 0 },
  { months: 12.5 },
  { study: -1 },
  { grace: 1.2 },
  { rate: -1 },
  { rate: 10.555 },
  { rate: Number.NaN },
  { rate: 101 },
] as const)('the calculator refuses a loan with %j', (wrong) => {
  expect(() => workOut({ ...tenYears, ...wrong })).toThrow(RangeError);
});

test('the APR calculation refuses charges that reach the loan amount, and payments that do not repay it', () => {
  expect(() => aprOf(tenYears, tenYears.amount)).toThrow(RangeError);
  expect(() => annualPercentageRate(1000, [500, 499])).toThrow(RangeError);
  expect(annualPercentageRate(1000, [500, 500])).toBe(0);
});

const anyTerms = fc.record<LoanTerms>({
  amount: fc.integer({ min: 1, max: 2 * 100 * lakh }),
  rate: fc.integer({ min: 0, max: 3_600 }).map((hundredths) => hundredths / 100),
  months: fc.integer({ min: 1, max: 300 }),
  study: fc.integer({ min: 0, max: 60 }),
  grace: fc.integer({ min: 0, max: 24 }),
  interest: fc.constantFrom('paid', 'added'),
});

test('the balance ends at zero, and each month’s balance follows from the month before', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const { emi, interest, total, schedule } = workOut(terms);
      expect(schedule).toHaveLength(terms.study + terms.grace + terms.months);
      let owed = terms.amount;
      for (const [index, row] of schedule.entries()) {
        expect(row.month).toBe(index + 1);
        expect(row.owed).toBe(owed + row.interest - row.payment);
        expect(Number.isInteger(row.payment) && row.payment >= 0).toBe(true);
        if (row.stage === 'emi' && index < schedule.length - 1) {
          expect(row.payment).toBeLessThanOrEqual(emi);
        }
        owed = row.owed;
      }
      expect(owed).toBe(0);
      expect(total).toBe(terms.amount + interest);
    }),
  );
});

test('before rounding, a longer term never lowers the total at a rate above zero', () => {
  const aboveZero = anyTerms.filter(({ rate }) => rate > 0);
  fc.assert(
    fc.property(aboveZero, fc.integer({ min: 1, max: 120 }), ({ amount, rate, months }, more) => {
      const longer = months + more;
      expect(exactEmi(amount, rate, longer) * longer).toBeGreaterThanOrEqual(
        exactEmi(amount, rate, months) * months * (1 - Number.EPSILON * 8),
      );
    }),
  );
});

test('a lower rate never raises the EMI', () => {
  fc.assert(
    fc.property(anyTerms, fc.integer({ min: 0, max: 3_600 }), (terms, hundredths) => {
      const other = { ...terms, rate: hundredths / 100 };
      const [lower, higher] = other.rate < terms.rate ? [other, terms] : [terms, other];
      expect(workOut(lower).emi).toBeLessThanOrEqual(workOut(higher).emi);
    }),
  );
});

test('without charges the APR equals the rate, and charges raise the APR', () => {
  const loans = anyTerms.filter(({ amount, interest }) => amount > lakh && interest === 'paid');
  fc.assert(
    fc.property(loans, fc.integer({ min: 1, max: 1_000 }), (terms, charges) => {
      const apr = aprOf(terms, 0);
      expect(apr).toBeCloseTo(terms.rate, 4);
      expect(aprOf(terms, charges)).toBeGreaterThan(apr);
    }),
  );
});

test('discounting the payments at the APR gives the amount received', () => {
  const payments = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(payments, fc.double({ min: 0.05, max: 1, noNaN: true }), (paid, share) => {
      const total = paid.reduce((sum, payment) => sum + payment, 0);
      fc.pre(total > 0);
      const received = total * share;
      const monthly = annualPercentageRate(received, paid) / 1200;
      const worth = paid.reduce((sum, payment, at) => sum + payment / (1 + monthly) ** (at + 1), 0);
      expect(worth / received).toBeCloseTo(1, 6);
    }),
  );
});
