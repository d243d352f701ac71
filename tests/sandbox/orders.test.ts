import { expect, test } from 'vitest';
import { single } from '../samples/packs.ts';
import { anyId, authorization, startTestSandbox } from './support.ts';

const frame = {
  code: 'BAD_REQUEST_ERROR',
  source: 'business',
  step: 'payment_initiation',
  reason: 'input_validation_failed',
  metadata: {},
};
const tooSmall = { step: 'order_creation', reason: 'amount_less_than_minimum_amount' };

test.each([
  ['no keys', {}],
  ['a wrong secret', { authorization: `Basic ${btoa('rzp_test_sandboxtests:wrong')}` }],
  ['another scheme', { authorization: 'Bearer key-secret-of-the-tests' }],
])('answers 401 to a request with %s', async (_, headers) => {
  const sandbox = await startTestSandbox();
  const response = await fetch(`${sandbox.url}/v1/orders`, { headers });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({
    error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
  });
});

test('answers 400 to an unknown URL, with source, step and reason NA', async () => {
  const sandbox = await startTestSandbox();
  expect(await sandbox.api('/nothing')).toEqual({
    status: 400,
    body: {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: 'The requested URL was not found on the server',
        source: 'NA',
        step: 'NA',
        reason: 'NA',
        metadata: {},
      },
    },
  });
});

test('a new order has exactly the documented fields, and an empty list if there are no notes', async () => {
  const sandbox = await startTestSandbox();
  const reply = await sandbox.api('/orders', {
    body: { amount: single.paise, currency: 'INR', receipt: 'gdpi_1', notes: { pack: 'single' } },
  });
  expect(reply).toEqual({
    status: 200,
    body: {
      id: anyId('order'),
      entity: 'order',
      amount: single.paise,
      amount_paid: 0,
      amount_due: single.paise,
      currency: 'INR',
      receipt: 'gdpi_1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { pack: 'single' },
      created_at: expect.closeTo(Date.now() / 1000, -1),
    },
  });
  for (const none of [{}, { notes: {} }]) expect((await sandbox.order(none)).notes).toEqual([]);
});

test.each<[change: object, description: string, field?: string | undefined, cause?: object]>([
  [{ amount: 0 }, 'The amount must be at least INR 1.00', 'amount'],
  [{ amount: -100 }, 'The amount must be at least INR 1.00', 'amount'],
  [{ amount: 100.5 }, 'The amount must be an integer.', 'amount'],
  [{ amount: `${single.paise}` }, 'The amount must be an integer.', 'amount'],
  [{ amount: undefined }, 'amount: is required.', 'amount'],
  [{ amount: 50_000_001 }, 'Amount exceeds maximum amount allowed.', 'amount'],
  [{ currency: undefined }, 'currency: is required.', 'currency'],
  [{ currency: 1 }, 'expected string but provided 1', 'currency'],
  [{ currency: 'XYZ' }, 'Currency is not supported', 'currency'],
  [{ receipt: 'r'.repeat(41) }, 'receipt: the length must be no more than 40.', 'receipt'],
  [{ receipt: 7 }, 'expected string but provided 7', 'receipt'],
  [
    { notes: Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`key${n}`, 'x'])) },
    'Number of fields in notes should be less than or equal to 15.',
    'notes',
  ],
  [{ notes: { a: 'x'.repeat(257) } }, 'notes: the length must be no more than 256.', 'notes'],
  [{ notes: 'text' }, 'expected string but provided text', 'notes'],
  [{ amount: 99 }, 'Order amount less than minimum amount allowed', 'amount', tooSmall],
  [
    { transfers: [] },
    'transfers is/are not required and should not be sent',
    undefined,
    { reason: 'extra_field_sent' },
  ],
])('refuses an order with %j: %s', async (change, description, field, cause) => {
  const sandbox = await startTestSandbox();
  const reply = await sandbox.api('/orders', {
    body: { amount: single.paise, currency: 'INR', ...change },
  });
  expect(reply).toEqual({
    status: 400,
    body: { error: { ...frame, description, ...(field && { field }), ...cause } },
  });
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
  expect(await response.json()).toMatchObject({
    error: { description: 'The request body is not a JSON object.' },
  });
});

test('accepts the smallest amount and the longest receipt and notes', async () => {
  const sandbox = await startTestSandbox();
  const notes = Object.fromEntries(
    Array.from({ length: 15 }, (_, n) => [`key${n}`, 'x'.repeat(256)]),
  );
  const order = await sandbox.order({ amount: 100, receipt: 'r'.repeat(40), notes });
  expect(order).toMatchObject({ amount: 100, receipt: 'r'.repeat(40), notes });
});

test('takes a receipt once, and finds its order by it', async () => {
  const sandbox = await startTestSandbox();
  const order = await sandbox.order({ receipt: 'once' });
  await sandbox.order({ receipt: 'other' });
  expect(
    await sandbox.api('/orders', {
      body: { amount: single.paise, currency: 'INR', receipt: 'once' },
    }),
  ).toEqual({
    status: 400,
    body: { error: { ...frame, description: 'Order receipt should be unique.' } },
  });
  expect((await sandbox.api('/orders?receipt=once')).body).toEqual({
    entity: 'collection',
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
  expect((await sandbox.api('/orders?count=101')).status).toBe(400);
  expect((await sandbox.api('/orders?count=ten')).status).toBe(400);
});

test('fetches an order by id, and refuses other ids', async () => {
  const sandbox = await startTestSandbox();
  const order = await sandbox.order();
  expect(await sandbox.getOrder(order.id)).toEqual(order);
  expect((await sandbox.api('/orders/order_00000000000000')).body).toEqual({
    error: { ...frame, description: 'The id provided does not exist' },
  });
  expect((await sandbox.api('/orders/nonsense')).body).toEqual({
    error: { ...frame, description: 'nonsense is not a valid id' },
  });
});
