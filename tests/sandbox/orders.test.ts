import { expect, test } from 'vitest';
import { single } from '../samples/packs.ts';
import { anyId, authorization, startTestSandbox } from './support.ts';

test.each([
  ['no keys', {}],
  ['a wrong secret', { authorization: `Basic ${btoa('rzp_test_sandboxtests:wrong')}` }],
  ['another scheme', { authorization: 'Bearer key-secret-of-the-tests' }],
])('answers 401 to a request with %s', async (_, headers) => {
  const sandbox = await startTestSandbox();
  const response = await fetch(`${sandbox.url}/v1/orders`, { headers });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({
    error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
  });
});

test('answers 400 to an unknown URL', async () => {
  const sandbox = await startTestSandbox();
  expect(await sandbox.api('/nothing')).toMatchObject({
    status: 400,
    body: { error: { description: 'The requested URL was not found on the server' } },
  });
});

test('a new order has the documented fields that we read', async () => {
  const sandbox = await startTestSandbox();
  const reply = await sandbox.api('/orders', {
    body: { amount: single.paise, currency: 'INR', receipt: 'gdpi_1', notes: { pack: 'single' } },
  });
  expect(reply).toEqual({
    status: 200,
    body: {
      id: anyId('order'),
      amount: single.paise,
      currency: 'INR',
      receipt: 'gdpi_1',
      notes: { pack: 'single' },
      status: 'created',
      created_at: expect.closeTo(Date.now() / 1000, -1),
    },
  });
});

test.each<[change: object, field: string]>([
  [{ amount: 99 }, 'amount'],
  [{ currency: 'XYZ' }, 'currency'],
  [{ receipt: 'r'.repeat(41) }, 'receipt'],
  [{ transfers: [] }, 'transfers'],
])('refuses an order with %j, and names the field', async (change, field) => {
  const sandbox = await startTestSandbox();
  const reply = await sandbox.api('/orders', {
    body: { amount: single.paise, currency: 'INR', ...change },
  });
  const error = { code: 'BAD_REQUEST_ERROR', reason: 'input_validation_failed', field };
  expect(reply).toMatchObject({ status: 400, body: { error } });
  expect((await sandbox.api('/orders')).body).toMatchObject({ count: 0 });
});

test.each(['{"amount":', '[]', '"text"', 'null'])('refuses the body %s', async (body) => {
  const sandbox = await startTestSandbox();
  const response = await fetch(`${sandbox.url}/v1/orders`, {
    method: 'POST',
    headers: { authorization },
    body,
  });
  expect(response.status).toBe(400);
});

test('accepts the smallest amount and the longest receipt', async () => {
  const sandbox = await startTestSandbox();
  const least = { amount: 100, receipt: 'r'.repeat(40) };
  expect(await sandbox.order(least)).toMatchObject(least);
});

test('takes a receipt once, and finds its order by it', async () => {
  const sandbox = await startTestSandbox();
  const order = await sandbox.order({ receipt: 'once' });
  await sandbox.order({ receipt: 'other' });
  expect(
    await sandbox.api('/orders', {
      body: { amount: single.paise, currency: 'INR', receipt: 'once' },
    }),
  ).toMatchObject({
    status: 400,
    body: { error: { description: 'Order receipt should be unique.' } },
  });
  expect((await sandbox.api('/orders?receipt=once')).body).toEqual({
    count: 1,
    items: [order],
  });
});

test('lists orders newest first, ten at a time', async () => {
  const sandbox = await startTestSandbox();
  const made = [];
  for (let n = 0; n < 12; n += 1) made.push((await sandbox.order()).id);
  const listed = (await sandbox.api('/orders')).body;
  expect(listed).toMatchObject({
    count: 10,
    items: made
      .toReversed()
      .slice(0, 10)
      .map((id) => ({ id })),
  });
  expect((await sandbox.api('/orders?count=1')).body).toMatchObject({
    items: [{ id: made.at(-1) }],
  });
});

test('refuses unknown ids', async () => {
  const sandbox = await startTestSandbox();
  expect((await sandbox.api('/orders/order_00000000000000/payments')).body).toMatchObject({
    error: { description: 'The id provided does not exist' },
  });
});
