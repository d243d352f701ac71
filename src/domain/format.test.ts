import { expect, test } from 'vitest';
import { formatMoment, formatPaise, formatRupees } from './format.ts';

test.for([
  [699, 'Rs 699'],
  [2399, 'Rs 2399'],
  [9999.5, 'Rs 9999.5'],
  [15_000, 'Rs 15,000'],
  [1_500_000, 'Rs 15,00,000'],
  [12_345_678, 'Rs 1,23,45,678'],
] as const)('prints %d rupees as %s', ([rupees, printed]) => {
  expect(formatRupees(rupees)).toBe(printed);
});

test('prints an amount in paise in rupees', () => {
  expect(formatPaise(239_900)).toBe('Rs 2399');
});

test('prints a moment in the time of India', () => {
  expect(formatMoment('2026-11-20T20:04:00Z')).toBe('21 November 2026, 1:34 am (India time)');
});
