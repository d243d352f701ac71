import { expect, test } from 'vitest';
import { readFigure } from '../../domain/words/typed-figures.ts';
import { figureInputs, figureNames, firstFigures, sayFigures, type FigureName } from './figures.ts';

test.each<[FigureName, string, string]>([
  ['amount', '  ', 'Enter the loan amount.'],
  ['amount', 'a lot', 'Enter an amount such as 15,00,000 or 15 lakh.'],
  ['amount', '15,00', 'Enter an amount such as 15,00,000 or 15 lakh.'],
  ['amount', '1'.repeat(41), 'Enter an amount such as 15,00,000 or 15 lakh.'],
  ['amount', '99,999', 'Enter an amount from Rs 1 lakh to Rs 1 crore.'],
  ['amount', '1,00,00,001', 'Enter an amount from Rs 1 lakh to Rs 1 crore.'],
  ['rate', '', 'Enter the interest rate.'],
  ['rate', '10.555', 'Enter a rate such as 10.5, with up to two decimals.'],
  ['rate', '24.01', 'Enter a rate from 0% to 24%.'],
  ['term', '', 'Enter the term.'],
  ['term', 'ten', 'Enter a term such as 10 or 7.5 years.'],
  ['term', '21', 'Enter a term from 1 to 20 years.'],
  ['term', '0', 'Enter a term from 1 to 20 years.'],
  ['term', '100 months', 'Enter whole or half years.'],
  ['study', '', 'Enter the course length in months, or 0.'],
  ['study', '61', 'Enter 0 to 60 months.'],
  ['study', '1.5', 'Enter a time such as 24 months or 2 years.'],
  ['grace', '', 'Enter the grace period in months, or 0.'],
  ['grace', '25', 'Enter 0 to 24 months.'],
  ['grace', '-1', 'Enter a time such as 6 months or 1 year.'],
])('§16.44 the %s %j gets an error that says how to correct it', (name, text, message) => {
  expect(readFigure(text, figureInputs[name])).toEqual({ error: message });
});

test('an input accepts the figures that it displays, at both ends of the slider and at its initial value', () => {
  for (const name of figureNames) {
    const { least, most, print, say } = figureInputs[name];
    for (const value of [least, firstFigures[name], most]) {
      expect(readFigure(print(value), figureInputs[name])).toEqual({ value });
      // The input also accepts the figure as the page says it beside the slider.
      expect(readFigure(say(value), figureInputs[name])).toEqual({ value });
    }
  }
});

test('the figures are summed up in a sentence', () => {
  expect(sayFigures(firstFigures)).toBe(
    'Rs 20,00,000 at 10.5% a year: 2 years of study and 1 year of grace, then 10 years of EMIs',
  );
  expect(sayFigures({ ...firstFigures, study: 0, grace: 6, term: 90 })).toBe(
    'Rs 20,00,000 at 10.5% a year: 6 months of grace, then 7.5 years of EMIs',
  );
  expect(sayFigures({ ...firstFigures, study: 0, grace: 0 })).toBe(
    'Rs 20,00,000 at 10.5% a year over 10 years, EMIs from the first month',
  );
});
