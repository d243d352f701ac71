import { expect, test } from 'vitest';
import { phoneForCheckout } from './checkout-phone.ts';

test.each([
  ['98765 43210', '9876543210'],
  ['098765-43210', '9876543210'],
  ['+91 98765 43210', '+919876543210'],
  ['0091 98765 43210', '+919876543210'],
  ['+91 (0) 98765-43210', '+919876543210'],
  ['98765432101', undefined],
  ['ask my brother', undefined],
])('§8.30 the checkout receives the phone number %s as %s', (typed, number) =>
  expect(phoneForCheckout(typed)).toBe(number),
);
