import { expect, test } from 'vitest';
import { count, countInWords, sayMonths } from './count.ts';

test('a count is followed by the right plural, and the number one is written out in a sentence', () => {
  expect([0, 1, 2].map((many) => count(many, 'file'))).toEqual(['0 files', '1 file', '2 files']);
  expect(count(2, 'interview or GD', 'interviews or GDs')).toBe('2 interviews or GDs');
  const members = [1, 2].map((many) => countInWords(many, 'member'));
  expect(members).toEqual(['one member', '2 members']);
});

test.each([
  [1, '1 month'],
  [12, '1 year'],
  [18, '1 year 6 months'],
  [120, '10 years'],
] as const)('%i months are written as %s', (months, said) => {
  expect(sayMonths(months)).toBe(said);
});
