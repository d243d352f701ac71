import { expect, test } from 'vitest';
import { checkoutHosts, provider } from './environment.ts';

test('the checkout may use any of the payment provider’s hosts', () => {
  expect(checkoutHosts(provider.checkoutScript)).toEqual(['https://*.razorpay.com']);
});

test.for([
  ['http://127.0.0.1:54330', 'http://localhost:54330'],
  ['http://localhost:54330', 'http://127.0.0.1:54330'],
] as const)('a sandbox checkout at %s may also use %s', ([origin, other]) => {
  expect(checkoutHosts(`${origin}/v1/checkout.js`)).toEqual([origin, other]);
});
