import { expect, test } from 'vitest';
import {
  formatPaise,
  formatRupees,
  formatShort,
  formatWholePaise,
  withThousands,
} from './money.ts';

test.for([
  [699, 'Rs 699'],
  [2399, 'Rs 2399'],
  [9999.5, 'Rs 9999.50'],
  [1439.4, 'Rs 1439.40'],
  [9999.996, 'Rs 10,000'],
  [12_345.678, 'Rs 12,345.68'],
  [-1_50_000, 'Rs -1,50,000'],
  [15_000, 'Rs 15,000'],
  [1_500_000, 'Rs 15,00,000'],
  [12_345_678, 'Rs 1,23,45,678'],
  [1_234_567_890, 'Rs 1,23,45,67,890'],
] as const)('%d rupees are printed as %s', ([rupees, printed]) => {
  expect(formatRupees(rupees)).toBe(printed);
});

test('§17.61 an amount in paise is printed in rupees, with paise only if they are not zero', () => {
  const printed = ['Rs 2399', 'Rs 1439.40', 'Rs 333.05', 'Rs 12,345.67'];
  expect([239_900, 143_940, 33_305, 1_234_567].map(formatPaise)).toEqual(printed);
});

test('§14.11 a loan’s sums have separators from four digits on', () => {
  const printed = ['Rs 699', 'Rs 2,233', 'Rs 2,67,928'];
  expect([69_900, 223_349, 2_67_928_00].map(formatWholePaise)).toEqual(printed);
});

test.for([
  [99_999, 'Rs 99,999'],
  [1_00_000, 'Rs 1 lakh'],
  [20_00_000, 'Rs 20 lakh'],
  [15_50_500, 'Rs 15.505 lakh'],
  [99_99_999, 'Rs 99.99999 lakh'],
  [1_00_00_000, 'Rs 1 crore'],
  [1_00_00_001, 'Rs 1.0000001 crore'],
] as const)('%d rupees are shortened to %s', ([rupees, said]) => {
  expect(formatShort(rupees)).toBe(said);
});

test.for([
  ['Approved: Rs 2399.', 'Approved: Rs 2,399.'],
  ['Rs 1439.40 of Rs 15000', 'Rs 1,439.40 of Rs 15,000'],
  ['Rs 12345678', 'Rs 1,23,45,678'],
  ['Rs 699, Rs 15,00,000 and 1042', 'Rs 699, Rs 15,00,000 and 1042'],
] as const)('§22.6 the desk prints %s as %s', ([text, said]) => {
  expect(withThousands(text)).toBe(said);
});
