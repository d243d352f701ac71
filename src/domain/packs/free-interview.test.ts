import { expect, test } from 'vitest';
import { personOfPhone } from './free-interview.ts';

test.each([
  ...['9876543210', '+91 98765 43210', '09876543210', '0091-98765-43210', '+919876543210'],
  '+91 (0) 98765-43210',
])('§15.31 %s is recognised as the same phone number', (phone) => {
  expect(personOfPhone(phone)).toBe('9876543210');
});

test('§15.31 an Indian phone number may begin with 6', () => {
  expect(personOfPhone('+91 60000 00000')).toBe('6000000000');
});

test.each([
  ...['', '98765', 'ask my brother', '987654321012', '1234567890', '5987654321'],
  ...['+1 987 654 3210', '98765432109876543210'],
])('%j is not recognised as a phone number', (phone) => {
  expect(personOfPhone(phone)).toBeUndefined();
});
