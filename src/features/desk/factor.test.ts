import { expect, test } from 'vitest';
import { phones } from '../../../tests/samples/typed.ts';
import { sixDigits } from './factor.ts';

test.each([
  '053922',
  '053-922',
  '053 922',
  '053 - 922',
  '(053) 922',
  '0 5 3 9 2 2',
  '०५३९२२',
  '０５３９２２',
  '"053922".',
  'Your code is 053922',
  'Your code is 053 922. It works for 30 seconds.',
  'G-053922',
  'आपका कोड ०५३९२२ है',
])('§22.3 the authenticator’s six digits are found in %s', (text) => {
  expect(sixDigits(text)).toBe('053922');
});

test.each(['', '05392', '0539221', '053922 871443', 'Your codes are 053922 and 871443', 'abcdef'])(
  '§22.3 the desk does not find a code in %j',
  (text) => {
    expect(sixDigits(text)).toBeUndefined();
  },
);

test.each(Object.entries(phones))('§22.3 a code in %s digits is understood', (_, text) => {
  expect(sixDigits(Array.from(text).slice(0, 6).join(''))).toBe('987654');
});
