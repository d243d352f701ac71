import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workOut } from '../../domain/loans/loan.ts';
import { chartOf, chartSize, milestonesOf, yearsOf } from './chart.ts';
import { firstFigures, termsOf, type Figures } from './figures.ts';

const loanOf = (changes: Partial<Figures>) => {
  const terms = termsOf({ ...firstFigures, ...changes });
  return { loan: workOut(terms), amount: terms.amount };
};

test('§16.38 the line runs from the loan amount to the start of EMIs and down to zero', () => {
  const { loan, amount } = loanOf({});
  const { line, start } = chartOf(loan, amount);
  const { width, top, bottom } = chartSize;
  expect(line).toMatch(new RegExp(`^M0 [\\d.]+L.*L${start?.x} ${top}L.*L${width} ${bottom}$`));
  expect(start).toMatchObject({ text: 'Rs 26.3 lakh owed when EMIs start', labelLeft: false });
});

test('the chart does not mark the start of EMIs if the loan has no study or grace period', () => {
  const { loan, amount } = loanOf({ study: 0, grace: 0 });
  const chart = chartOf(loan, amount);
  expect(chart.start).toBeUndefined();
  expect(chart.line).toMatch(new RegExp(`^M0 ${chartSize.top}L`));
});

test('the amounts stand at the right end, above the line, or at the left end if the debt is still higher there', () => {
  const places = (changes: Partial<Figures>) => {
    const { loan, amount } = loanOf(changes);
    const { amounts, start } = chartOf(loan, amount);
    return [...amounts.map(({ text, atEnd }) => [text, atEnd]), ['start raised', start?.raised]];
  };
  expect(places({ amount: 35_00_000, rate: 11.25 })).toEqual([
    ['Rs 20 lakh', true],
    ['Rs 40 lakh', true],
    ['start raised', false],
  ]);
  expect(places({ amount: 99_50_000, rate: 12, term: 180, study: 60, grace: 24 })).toEqual([
    ['Rs 50 lakh', false],
    ['Rs 1 crore', true],
    ['Rs 1.5 crore', true],
    ['start raised', false],
  ]);
  expect(places({ amount: 20_00_000, study: 24, grace: 0, interest: 'paid' })).toContainEqual([
    'start raised',
    true,
  ]);
});

test('the line at the start of EMIs never crosses an amount at the left end', () => {
  const { loan, amount } = loanOf({ amount: 35_00_000, term: 180, study: 12, grace: 6 });
  const { amounts, start } = chartOf(loan, amount);
  expect(amounts.filter(({ atEnd }) => !atEnd).map(({ left }) => left)).toEqual([
    (start?.x ?? 0) + 8,
  ]);
  const long = loanOf({ amount: 35_00_000, study: 60, grace: 24 });
  const { amounts: others } = chartOf(long.loan, long.amount);
  expect(new Set(others.map(({ left }) => left))).toEqual(new Set([8]));
  const none = loanOf({ study: 0, grace: 0 });
  expect(chartOf(none.loan, none.amount).amounts[0]?.left).toBe(8);
});

test('the chart’s labels are round numbers and stay inside the chart', () => {
  const anyLoan = fc.record({
    amount: fc.integer({ min: 1, max: 100 }).map((lakh) => lakh * 1_00_000),
    rate: fc.integer({ min: 0, max: 24 }),
    term: fc.integer({ min: 2, max: 40 }).map((halves) => halves * 6),
    study: fc.integer({ min: 0, max: 60 }),
    grace: fc.integer({ min: 0, max: 24 }),
    interest: fc.constantFrom<Figures['interest']>('paid', 'added'),
  });
  fc.assert(
    fc.property(anyLoan, (changes) => {
      const { loan, amount } = loanOf(changes);
      const { amounts, years, line } = chartOf(loan, amount);
      expect(amounts.length).toBeGreaterThanOrEqual(2);
      expect(amounts.length).toBeLessThanOrEqual(5);
      expect(years.length).toBeLessThanOrEqual(9);
      for (const { at, text } of amounts) {
        expect(at).toBeGreaterThanOrEqual(chartSize.top);
        expect(text, 'the label is short enough for a phone').toMatch(
          /^Rs [\d.,]{1,6}(?: lakh| crore)?$/,
        );
      }
      for (const { at } of years) expect(at).toBeLessThanOrEqual(chartSize.width);
      expect(line).not.toContain('NaN');
    }),
  );
});

test('§16.38 the years’ payments and interest add up to the totals of the loan', () => {
  const { loan } = loanOf({ term: 90, grace: 7 });
  const years = yearsOf(loan);
  expect(years.map(({ year }) => year)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(years.reduce((sum, { payment }) => sum + payment, 0)).toBe(loan.total);
  expect(years.reduce((sum, { interest }) => sum + interest, 0)).toBe(loan.interest);
  expect(years.at(-1)?.owed).toBe(0);
});

test('the milestones show when the debt begins, peaks, halves and ends', () => {
  const { loan, amount } = loanOf({});
  expect(milestonesOf(loan, amount)).toEqual([
    { when: 'On the first day', owed: 'Rs 20 lakh' },
    { when: 'After 3 years, when EMIs start', owed: 'Rs 26.3 lakh' },
    { when: 'After 9 years 4 months', owed: 'half of that' },
    { when: 'After 13 years', owed: 'nothing' },
  ]);
  const short = loanOf({ study: 0, grace: 0, rate: 0, term: 12 });
  expect(milestonesOf(short.loan, short.amount).map(({ when }) => when)).toEqual([
    'On the first day',
    'After 6 months',
    'After 1 year',
  ]);
});
