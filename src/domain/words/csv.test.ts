import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvFile } from './csv.ts';

test.each([
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['+1', "'+1"],
  ['-1+2', "'-1+2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['＝1+1', "'＝1+1"],
  [' =1+1', "' =1+1"],
])('D13 a spreadsheet does not run %j as a formula', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each([
  ['a payment’s number', '412345678901'],
  ['a phone number', '9876543210'],
  ['a phone number with a country code', '919876543210'],
  ['an order’s number of 18 digits', '123456789012345678'],
  ['a leading zero', '0000'],
  ['a power of ten', '12E5'],
  ['a fraction in figures', '1.5e10'],
  ['a day', '1-2'],
  ['a date with its year', '03/04/2026'],
  ['a discount code that reads like a month and a day', 'DEC25'],
  ['a code that reads like a month and a year', 'SEPT-2026'],
  ['a code that reads like a day and a month', '12MAR'],
  ['a code that reads like a year and a month', '2026-12'],
  ['a code that reads like a tiny fraction', '10E-20'],
  ['a power of ten in full-width digits', '１２Ｅ５'],
  ['a fraction', '1 1/2'],
  ['a number in brackets, which means less than zero', '(5)'],
  ['a price', '₹500'],
  ['a time', '10:30 PM'],
  ['an hour', '5 p'],
  ['a date and a time', '2026-12-01T10:30:00Z'],
  ['a truth value', 'TRUE'],
])('§22.24 a spreadsheet does not change %s: %j', (_, text) => {
  expect(csvCell(text)).toBe(`'${text}`);
});

test.each([
  '12345678',
  '2017500.00',
  '0.50',
  '123456789.50',
  '10.5%',
  'Rs 1,23,456',
  'R-7',
  '26 November 2026',
  'May',
  'MARCHING',
  'NOV-DEAL25',
  'MAR10OFF',
  '5A',
  'E5',
  '98765 43210',
  '',
])('§22.24 the cell %j does not need an apostrophe', (text) => {
  expect(csvCell(text).replaceAll('"', '')).toBe(text);
});

const months = [
  'JAN',
  'Feb',
  'march',
  'Apr',
  'MAY',
  'June',
  'jul',
  'Aug',
  'Sept',
  'October',
  'NOV',
  'Dec',
];
const figure = fc.integer({ min: 0, max: 9999 }).map(String);
const month = fc.constantFrom(...months);
const dash = fc.constantFrom('-', '/', '.', ' - ');
const joint = fc.constantFrom('', '-', '/', '.', ' ', ', ');
const sign = fc.constantFrom('', '-', '+');
const e = fc.constantFrom('e', 'E');
const moment = fc.constantFrom('', ' 10:30', ' 9:05 pm');

test.each([
  ['a date in figures', fc.tuple(figure, dash, figure, dash, figure, moment)],
  [
    'a date with a month’s name',
    fc.tuple(
      figure.filter((day) => day.length < 3),
      joint,
      month,
      moment,
    ),
  ],
  ['a date with its month first', fc.tuple(month, joint, figure, moment)],
  ['a power of ten', fc.tuple(figure, e, sign, figure)],
  [
    'a power of ten with a decimal point',
    fc.tuple(figure, fc.constant('.'), figure, e, sign, figure),
  ],
  ['a formula', fc.tuple(fc.constantFrom('=', '+', '-', '@', '＝', ' ='), fc.string())],
])('§22.24 D13 a spreadsheet shows %s as it was written', (_, parts) => {
  fc.assert(
    fc.property(parts, (written) => {
      expect(csvCell(written.join('')).replace(/^"/, '')).toMatch(/^'/);
    }),
  );
});

test('§22.24 a CSV file has a UTF-8 byte order mark and Windows line endings, so every spreadsheet program shows the names correctly', () => {
  const file = csvFile([['Name'], ['अशा राव'], ['അർജുൻ']]);
  const bytes = new TextEncoder().encode(file);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('Name\r\nअशा राव\r\nഅർജുൻ\r\n');
});

test('a cell with commas, quotes or line breaks stays one cell', () => {
  expect(csvCell('a, b')).toBe('"a, b"');
  expect(csvCell('say "a"')).toBe('"say ""a"""');
  expect(csvCell('one\ntwo')).toBe('"one\ntwo"');
  expect(csvCell(-5)).toBe('-5');
});
