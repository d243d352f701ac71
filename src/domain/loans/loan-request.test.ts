import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  courseStartMonths,
  readers,
  readRequest,
  requestLabels,
  requestLimits,
  textsOf,
  type LoanRequest,
  type RequestTexts,
} from './loan-request.ts';

const request: LoanRequest = {
  institute: 'IIM Indore',
  programme: 'PGP',
  stage: 'converted',
  course_starts: '2027-06-01',
  course_months: 24,
  amount: 20_00_000_00,
  term_months: 90,
  co_applicant: 'parent',
  city: 'Pune',
};

test('§16.2 to §16.10 the loan form’s labels match the rules', () => {
  expect(Object.values(requestLabels)).toEqual([
    ...['Institute', 'Programme', 'Stage', 'Course starts', 'Course length', 'Loan amount'],
    ...['Term', 'Co-applicant', 'City'],
  ]);
});

test('§16.70 a loan request accepts figures in the ways people type them', () => {
  const typed: RequestTexts = {
    ...textsOf(request),
    institute: '  IIM   Indore ',
    amount: '20 lakh',
    course_months: '2 years',
    term_months: '7.5',
  };
  expect(readRequest(typed)).toEqual(request);
});

test.each([
  ['amount', '99,999', 'Enter an amount from Rs 1 lakh to Rs 1 crore.'],
  ['amount', '1.01 crore', 'Enter an amount from Rs 1 lakh to Rs 1 crore.'],
  ['amount', 'twenty', 'Enter an amount such as 15,00,000 or 15 lakh.'],
  ['amount', '', 'Enter the loan amount.'],
  ['term_months', '16', 'Enter a term from 1 to 15 years.'],
  ['term_months', '11 months', 'Enter a term from 1 to 15 years.'],
  ['course_months', '5', 'Enter 6 to 60 months.'],
  ['course_months', '2', 'Enter 6 to 60 months.'],
  ['institute', ' ', 'Enter the institute.'],
  ['city', 'x', 'Enter at least two letters.'],
  ['city', 'x'.repeat(81), 'Use up to 80 characters.'],
  ['stage', 'admitted', 'Choose your admission stage.'],
  ['course_starts', '2027-06-15', 'Choose the month.'],
  ['course_starts', '2027-13-01', 'Choose the month.'],
  ['co_applicant', '', 'Choose your co-applicant.'],
] as const)('§16.70 the form shows an error beside the field for %s "%s"', (name, text, error) => {
  expect(readers[name](text)).toEqual({ error });
  expect(readRequest({ ...textsOf(request), [name]: text })).toBeUndefined();
});

test('a form filled in from an existing request gives the same request again', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_00_000, max: 1_00_00_000 }),
      fc.integer({ min: 12, max: 180 }),
      fc.integer({ min: 6, max: 60 }),
      (rupees, term_months, course_months) => {
        const one = { ...request, amount: rupees * 100, term_months, course_months };
        expect(readRequest(textsOf(one))).toEqual(one);
      },
    ),
  );
});

test('§16.70 §16.94 the form offers 48 months for the course start, future months first, by the date in Indian time', () => {
  // Still 31 October in London.
  const { coming, past } = courseStartMonths(Date.parse('2026-10-31T19:00:00Z'));
  expect(coming).toHaveLength(requestLimits.course_starts.after + 1);
  expect([coming[0], coming.at(-1)]).toEqual(['2026-11-01', '2028-11-01']);
  expect(past).toHaveLength(requestLimits.course_starts.before);
  expect([past[0], past.at(-1)]).toEqual(['2024-12-01', '2026-10-01']);
});
