import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { describe as describeError } from '../../functions/_lib/http/log.ts';
import { deadUrl, faultyProxy } from './servers.ts';
import {
  callbackRequest,
  checkoutRequest,
  functionNames,
  loadFunctions,
  newMember,
  openOrder,
  provider,
  webhookRequest,
  log,
} from './support.ts';
import { single } from '../samples/packs.ts';

const { backendUrl, keys } = inject('stack');

const person = {
  user_id: randomUUID(),
  first_name: 'Canaryfirst',
  last_name: 'Canarylast',
  email: 'canary@example.com',
  phone: '+919876543210',
};

/** Calls every function with personal data, valid and invalid; resolves to everything that no log may hold. */
async function callEverything(changes: Record<string, string | null>): Promise<string[]> {
  const { token } = await newMember();
  const healthy = await loadFunctions();
  const callback = await provider.pay((await openOrder(healthy.checkout)).id);
  const functions = await loadFunctions(changes);

  const personal = `?${new URLSearchParams({ ...person, ...callback })}`;
  const event = { event: 'payment.captured', payload: { payment: { entity: { ...person } } } };
  const body = JSON.stringify(event);
  await functions.getkey({}, personal);
  for (const authorization of [`Bearer ${token}`, `Bearer ${token}x`]) {
    await functions.checkout(checkoutRequest(single, { authorization }), personal);
    const headers = { 'content-type': 'application/json', authorization };
    await functions.checkout({ method: 'POST', headers, body: `${body}}` });
  }
  for (const form of [callback, { ...callback, ...person, razorpay_signature: 'x' }, person]) {
    await functions.paymentVerify(callbackRequest(form), personal);
    await functions.paymentVerify({}, `?${new URLSearchParams(form)}`);
  }
  await functions.paymentWebhook(webhookRequest(body), personal);
  await functions.paymentWebhook(webhookRequest(`${body}}`));
  await functions.paymentWebhook(webhookRequest(body, { secret: 'x' }));
  await functions.paymentStatus({}, `${personal}&reference=${person.email}`);
  const page = JSON.stringify({ path: `/buy${personal}` });
  const text = { 'content-type': 'text/plain' };
  await functions.pageview({ method: 'POST', headers: text, body: page });
  await functions.reconcile({ method: 'POST' });
  for (const name of functionNames) await functions[name]({ method: 'PUT' }, personal);

  return [...Object.values(person), token, callback['razorpay_signature'] ?? ''];
}

test.for([
  ['everything works', () => ({})],
  ['the database is down', async () => ({ PUBLIC_SUPABASE_URL: await deadUrl() })],
  ['the provider is down', async () => ({ RAZORPAY_API_URL: await deadUrl() })],
  ['keys are missing', () => ({ SUPABASE_SECRET_KEY: null, RAZORPAY_KEY_SECRET: null })],
  [
    'the database loses its replies',
    async () => ({ PUBLIC_SUPABASE_URL: await faultyProxy(backendUrl, () => 'lose_reply') }),
  ],
] as [string, () => Promise<Record<string, string | null>> | Record<string, null>][])(
  'Y2 the log does not contain personal data, a token, a signature or a secret when %s',
  async ([, changes]) => {
    const canaries = await callEverything(await changes());
    const secrets = [keys.secretKey, keys.razorpayKeySecret, keys.razorpayWebhookSecret];
    const written = log.join('\n');
    expect(log.length).toBeGreaterThan(0);
    for (const line of log) expect(JSON.parse(line)).toHaveProperty('event');
    for (const canary of [...canaries, ...secrets]) expect(written).not.toContain(canary);
  },
);

test('Y2 an unexpected error is logged with its stack, not with its message', () => {
  const description = describeError(new SyntaxError(`unexpected ${person.email}\nin the body`));
  expect(description).toMatch(/^SyntaxError at .*log\.test\.ts/);
  expect(description).not.toMatch(/canary|body/);
  expect(describeError(person.email)).toBe('string');
});
