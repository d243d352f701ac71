import { expect, test } from 'vitest';
import { refuseUnsafeEnvironment } from './production-environment.ts';

const production = {
  CONTEXT: 'production',
  PUBLIC_SITE_URL: 'https://admitcircle.example',
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
};
const sandbox = { PUBLIC_CHECKOUT_SCRIPT_URL: 'http://127.0.0.1:54330/v1/checkout.js' };

function problemsOf(env: NodeJS.ProcessEnv, others: string[] = []): string {
  try {
    refuseUnsafeEnvironment(env, others);
  } catch (error) {
    return String(error);
  }
  return 'none';
}

test('a production build goes through with public addresses', () => {
  expect(problemsOf({ ...production, RAZORPAY_KEY_ID: 'rzp_live_abc' })).toBe('none');
});

test.each([
  ['PUBLIC_SITE_URL', 'http://localhost:4321', 'must be a public https:// address'],
  ['PUBLIC_SITE_URL', '', 'is missing'],
  ['PUBLIC_SUPABASE_URL', undefined, 'is missing'],
  ['PUBLIC_SUPABASE_URL', 'https://127.0.0.1:54321', 'must be a public https:// address'],
  ['PUBLIC_SUPABASE_PUBLISHABLE_KEY', undefined, 'is missing'],
  ['PUBLIC_CHECKOUT_SCRIPT_URL', sandbox.PUBLIC_CHECKOUT_SCRIPT_URL, 'must be https://checkout'],
  ['RAZORPAY_KEY_ID', 'rzp_test_abc', 'must be a live key'],
])('a production build with %s = %s is refused', (name, value, problem) => {
  expect(problemsOf({ ...production, [name]: value })).toContain(`  ${name} ${problem}`);
});

test('everything that is wrong is said at once, a line for each variable', () => {
  const env = { CONTEXT: 'production', PUBLIC_SUPABASE_URL: 'abc', PUBLIC_EMAIL: 'team' };
  const others = [
    'PUBLIC_SITE_URL is missing for the functions.',
    'SUPABASE_SECRET_KEY is missing.',
  ];
  expect(problemsOf(env, others)).toBe(`Error: Correct these environment variables:
  PUBLIC_EMAIL is "team": it must be an e-mail address, such as team@example.org.
  PUBLIC_SUPABASE_URL must be a full address that starts with https://.
  PUBLIC_SITE_URL is missing.
  PUBLIC_SUPABASE_PUBLISHABLE_KEY is missing.
  SUPABASE_SECRET_KEY is missing.`);
});

test('any other build may reach the local stack, and needs nothing', () => {
  expect(problemsOf(sandbox)).toBe('none');
});

test.each([
  ['PUBLIC_SUPABASE_URL', 'abc', 'must be a full address'],
  ['PUBLIC_SUPABASE_PUBLISHABLE_KEY', 'sb_secret_abc', 'holds a secret key'],
])('no build goes through with %s = %s', (name, value, problem) => {
  expect(problemsOf({ [name]: value })).toContain(`  ${name} ${problem}`);
});
