import * as v from 'valibot';
import { expect, test } from 'vitest';
import { newFileQueries } from '../../domain/files/file-queries.ts';
import { matchProblems, matchQuery } from './rate-match.ts';

const typed = {
  lender: '  Bank of Baroda ',
  rate: '9.4% p.a.',
  charges: '10,000',
  validUntil: '2026-12-20',
};

test('§16.27 typed figures are sent in the format that the function expects', () => {
  expect(v.parse(newFileQueries['rate-match'], matchQuery(typed))).toEqual({
    lender: 'Bank of Baroda',
    rate: 9.4,
    charges: 10_000_00,
    validUntil: '2026-12-20',
  });
});

test.each([
  ['lender', ' ', 'Enter the lender’s name.'],
  ['lender', 'x', 'Write 2 to 80 characters.'],
  ['rate', '', 'Enter the interest rate.'],
  ['rate', 'nine', 'Enter a rate such as 10.5, with up to two decimals.'],
  ['rate', '31', 'Enter a rate from 0% to 30%.'],
  ['charges', '', 'Enter the charges, or 0.'],
  ['charges', 'none', 'Enter an amount such as 10,000.'],
  ['charges', '11 lakh', 'Enter charges of up to Rs 10 lakh.'],
  ['validUntil', '', 'Enter the offer’s last day.'],
] as const)(
  '§16.77 the form shows an error beside the field for %s "%s"',
  (name, text, problem) => {
    expect(matchProblems[name](text, 0)).toBe(problem);
  },
);

test('§16.77 an offer’s last day must be between today and a year from now, in Indian time', () => {
  // In India it is already 20 December.
  const now = Date.parse('2026-12-19T19:00:00Z');
  expect(matchProblems.validUntil('2026-12-19', now)).toBe('This offer has already expired.');
  expect(matchProblems.validUntil('2026-12-20', now)).toBeUndefined();
  expect(matchProblems.validUntil('2027-12-20', now)).toBeUndefined();
  expect(matchProblems.validUntil('2027-12-21', now)).toBe('Enter a date within the next year.');
});

test('the function accepts every figure that the form accepts', () => {
  for (const [rate, charges] of [
    ['0', '0'],
    ['30', '10 lakh'],
    ['9.75', 'Rs 23,600/-'],
  ] as const) {
    expect(matchProblems.rate(rate)).toBeUndefined();
    expect(matchProblems.charges(charges)).toBeUndefined();
    expect(
      v.safeParse(newFileQueries['rate-match'], matchQuery({ ...typed, rate, charges })).success,
    ).toBe(true);
  }
});
