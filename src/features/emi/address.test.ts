import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryOf, readAddress } from './address.ts';
import { figureInputs, firstFigures, type Figures } from './figures.ts';

test('§16.39 figures missing from the URL keep their initial values', () => {
  expect(readAddress('')).toEqual({ figures: firstFigures, unread: [] });
  expect(readAddress('?years=7.5&utm_source=mail').figures).toEqual({ ...firstFigures, term: 90 });
});

test('§16.45 unreadable figures in the URL are named, and the others are used', () => {
  const query = '?amount=%3Cscript%3E&rate=99&years=12&study=0&grace=-1&interest=never';
  expect(readAddress(query)).toEqual({
    figures: { ...firstFigures, term: 144, study: 0 },
    unread: ['Loan amount', 'Interest rate', 'Grace', 'Interest during study and grace'],
  });
});

test('§16.39 the URL made from any figures gives the same figures when it is read again', () => {
  const whole = ({ least, most }: { least: number; most: number }, by = 1) =>
    fc.integer({ min: least / by, max: most / by }).map((value) => value * by);
  const { amount, rate, term, study, grace } = figureInputs;
  const anyFigures = fc.record<Figures>({
    amount: whole(amount),
    rate: fc.integer({ min: 0, max: rate.most * 100 }).map((hundredths) => hundredths / 100),
    term: whole(term, 6),
    study: whole(study),
    grace: whole(grace),
    interest: fc.constantFrom('paid', 'added'),
  });
  fc.assert(
    fc.property(anyFigures, (figures) => {
      expect(readAddress(queryOf(figures))).toEqual({ figures, unread: [] });
    }),
  );
});

test('reading a URL never causes an error', () => {
  fc.assert(
    fc.property(fc.webQueryParameters(), fc.string(), (query, amount) => {
      expect(() => readAddress(`?${query}`)).not.toThrow();
      expect(() =>
        readAddress(`?amount=${encodeURIComponent(amount.toWellFormed())}`),
      ).not.toThrow();
    }),
  );
});
