import { expect, test } from 'vitest';
import { count, countInWords } from './count.ts';

test('a noun follows its number', () => {
  expect([0, 1, 2].map((number) => count(number, 'file'))).toEqual([
    '0 files',
    '1 file',
    '2 files',
  ]);
  expect(count(2, 'mock interview or GD', 'mock interviews or GDs')).toBe(
    '2 mock interviews or GDs',
  );
});

test('one is a word within a sentence', () => {
  expect([1, 2].map((number) => countInWords(number, 'member'))).toEqual([
    'one member',
    '2 members',
  ]);
});
