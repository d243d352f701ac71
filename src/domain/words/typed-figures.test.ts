import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phones } from '../../../tests/samples/typed.ts';
import { formatRupees, formatShort } from './money.ts';
import { readMonths, readPercent, readRupees } from './typed-figures.ts';

test.each([
  ['15,00,000', 15_00_000],
  ['1500000', 15_00_000],
  ['1,500,000', 15_00_000],
  ['15 lakh', 15_00_000],
  [' 15  Lakhs ', 15_00_000],
  ['15lac', 15_00_000],
  ['15L', 15_00_000],
  ['15.5 lakh', 15_50_000],
  ['Rs 15,00,000', 15_00_000],
  ['Rs.15,00,000/-', 15_00_000],
  ['₹15 lakh', 15_00_000],
  ['15,00,000 rupees', 15_00_000],
  ['1 crore', 1_00_00_000],
  ['.5 cr', 50_00_000],
  ['1 crore 20 lakh', 1_20_00_000],
  ['12 lakh 50 thousand', 12_50_000],
  ['12 lakh 50,000', 12_50_000],
  ['750k', 7_50_000],
  ['१५ लाख', 15_00_000],
  ['१५,००,०००', 15_00_000],
  ['௧௫,௦௦,௦௦௦', 15_00_000],
  ['۱۵٬۰۰٬۰۰۰', 15_00_000],
  ['\u206615,00\u200B,000\u2069', 15_00_000],
  ['۱۵٫۵ lakh', 15_50_000],
  ['１５,００,０００', 15_00_000],
  ['0', 0],
  ['15,00,000.60', 15_00_001],
  ['१.५ करोड़', 1_50_00_000],
  ['1.5 करोड\u093C', 1_50_00_000],
  ['१५ हजार रुपये', 15_000],
  ['15 lacs', 15_00_000],
  ['₹ 15,00,000/- only.', 15_00_000],
  ['रु. १५,००,०००', 15_00_000],
  ['15\u200900\u2009000', 15_00_000],
  ['15\u202F000', 15_000],
  ['15, 00, 000', 15_00_000],
  ['"15 lakh"', 15_00_000],
  ['১৫ লাখ', 15_00_000],
  ['১৫ লক্ষ', 15_00_000],
  ['੧੫ ਲੱਖ', 15_00_000],
  ['૧૫ લાખ', 15_00_000],
  ['୧୫ ଲକ୍ଷ', 15_00_000],
  ['௧௫ லட்சம்', 15_00_000],
  ['15 இலட்சம்', 15_00_000],
  ['౧ లక్ష', 1_00_000],
  ['౧౫ లక్షల', 15_00_000],
  ['౧౫ లక్షలు', 15_00_000],
  ['೧೫ ಲಕ್ಷ', 15_00_000],
  ['൧൫ ലക്ഷം', 15_00_000],
  ['۱٫۵ کروڑ', 1_50_00_000],
  ['15,00,000/=', 15_00_000],
  ['Rupees 15 lakh', 15_00_000],
  ['१५ लाख रु.', 15_00_000],
  ['👉 ₹15 lakh ✅', 15_00_000],
  ['→ «15 lakh»', 15_00_000],
])('the amount %j is understood', (text, rupees) => {
  expect(readRupees(text)).toBe(rupees);
});

test.each([
  ...['', 'lakh', 'fifteen lakh', '15,00', '15,0,000', ',15,000', '15 20', '15 lakh 1 crore', '∞'],
  ...[
    '15 lakh lakh',
    '15 million',
    '-15 lakh',
    '➖15 lakh',
    '1e6',
    '15.5.5',
    '=1+1',
    '15🎉lakh',
    '√15',
    '10‰',
  ],
])('%j is rejected as an amount instead of being guessed', (text) => {
  expect(readRupees(text)).toBeUndefined();
});

test.each(Object.entries(phones))('§5.52 figures in %s digits are understood', (_, text) => {
  const signs = Array.from(text);
  const [ten, five] = [signs.slice(-2).join(''), signs.at(-6) ?? ''];
  expect(readRupees(`${ten},${five}${five}${five} lakh`)).toBe(10_555 * 1_00_000);
  expect(readPercent(`${ten}٫${five} ٪`)).toBe(10.5);
  expect(readMonths(ten, 'years')).toBe(120);
});

test('every amount that the site prints is understood when typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (rupees) => {
      expect(readRupees(formatRupees(rupees))).toBe(rupees);
      expect(readRupees(formatShort(rupees))).toBe(rupees);
    }),
  );
});

test.each([
  ['10.5', 10.5],
  ['10.5 %', 10.5],
  ['10.5%', 10.5],
  ['10.50 % p.a.', 10.5],
  ['10.5 per cent', 10.5],
  ['10.5 percent a year', 10.5],
  ['11.', 11],
  ['.75', 0.75],
  ['0', 0],
  ['10٪', 10],
  ['１０％', 10],
  ['१०.५ प्रतिशत', 10.5],
  ['10.5% per annum.', 10.5],
])('the percentage %j is understood', (text, percent) => {
  expect(readPercent(text)).toBe(percent);
});

test.each(['', '%', 'ten', '10,5', '10.555', '-1', '1e1', '10 % a month'])(
  '%j is rejected as a percentage instead of being guessed',
  (text) => {
    expect(readPercent(text)).toBeUndefined();
  },
);

test.each([
  ['24', 'months', 24],
  ['24 months', 'months', 24],
  ['2 years', 'months', 24],
  ['1 year 6 months', 'months', 18],
  ['0', 'months', 0],
  ['10', 'years', 120],
  ['7.5', 'years', 90],
  ['10 years', 'years', 120],
  ['10yrs', 'years', 120],
  ['90 months', 'years', 90],
  ['2 years and 6 months', 'months', 30],
  ['२ साल', 'months', 24],
  ['१८ महीने', 'years', 18],
] as const)('%j is understood in a field for %s', (text, unit, months) => {
  expect(readMonths(text, unit)).toBe(months);
});

test.each(['', 'years', 'two', '1.3 months', '7.3', '-2', '2 years 6', '24 weeks', '.'])(
  '%j is rejected as a number of months instead of being guessed',
  (text) => {
    expect(readMonths(text, 'years')).toBeUndefined();
  },
);

test('any input gives either a valid number or no number, and rupees and months are always whole', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('1', '15', '.', ',', ' ', 'lakh', 'cr', '%', 'years', 'rs', '-', 'e'))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const rupees = readRupees(text);
      if (rupees !== undefined) expect(Number.isInteger(rupees) && rupees >= 0).toBe(true);
      const percent = readPercent(text);
      if (percent !== undefined) expect(Number.isFinite(percent) && percent >= 0).toBe(true);
      const months = readMonths(text, 'years');
      if (months !== undefined) expect(Number.isInteger(months) && months >= 0).toBe(true);
    }),
  );
});
