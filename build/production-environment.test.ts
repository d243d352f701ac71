import { expect, test } from 'vitest';
import { refuseUnsafeEnvironment } from './production-environment.ts';

const production = {
  CONTEXT: 'production',
  PUBLIC_SITE_URL: 'https://admitcircle.example',
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
};

test('a production build goes through with public addresses', () => {
  expect(() => {
    refuseUnsafeEnvironment(production);
  }).not.toThrow();
});

test.each([
  ['PUBLIC_SITE_URL', 'http://localhost:4321'],
  ['PUBLIC_SUPABASE_URL', undefined],
  ['PUBLIC_CHECKOUT_SCRIPT_URL', 'http://127.0.0.1:54330/v1/checkout.js'],
])('a production build with %s = %s is refused by name', (name, value) => {
  expect(() => {
    refuseUnsafeEnvironment({ ...production, [name]: value });
  }).toThrow(name);
});

test('any other build may reach the local stack', () => {
  expect(() => {
    refuseUnsafeEnvironment({
      PUBLIC_CHECKOUT_SCRIPT_URL: 'http://127.0.0.1:54330/v1/checkout.js',
    });
  }).not.toThrow();
});
