import { expect, test } from 'vitest';
import { anyId, authorization, keys, refused, startTestSandbox } from './support.ts';

test.each([
  ['a wrong secret', `Basic ${btoa(`${keys.keyId}:wrong`)}`],
  ['another scheme', `Bearer ${keys.keySecret}`],
  ['no keys', ''],
])('a request with %s gets a 401', async (_, wrong) => {
  const sandbox = await startTestSandbox();
  expect(await sandbox.api('/orders', undefined, { authorization: wrong })).toMatchObject({
    status: 401,
    body: { error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } },
  });
});

test.each([
  ['/nothing', 'The requested URL was not found on the server'],
  ['/orders/order_00000000000000/payments', 'The id provided does not exist'],
])('the address %s is unknown', async (path, description) => {
  const sandbox = await startTestSandbox();
  expect(await sandbox.api(path)).toMatchObject(refused({ description }));
});

test('a new order has the documented fields that we read', async () => {
  const sandbox = await startTestSandbox();
  const asked = { amount: 100, receipt: 'r'.repeat(40), notes: { pack: 'single' } };
  expect(await sandbox.ask(asked)).toEqual({
    status: 200,
    body: {
      ...asked,
      id: anyId('order'),
      currency: 'INR',
      status: 'created',
      created_at: expect.closeTo(Date.now() / 1000, -1),
    },
  });
});

test.each([{ amount: 99 }, { currency: 'XYZ' }, { receipt: 'r'.repeat(41) }, { transfers: [] }])(
  'an order with %j is refused, and the reply names the field',
  async (change) => {
    const sandbox = await startTestSandbox();
    const [field] = Object.keys(change);
    expect(await sandbox.ask(change)).toMatchObject(refused({ field }));
    expect((await sandbox.api('/orders')).body).toMatchObject({ count: 0 });
  },
);

test.each(['{"amount":', '[]', '"text"', 'null'])('the body %s is refused', async (body) => {
  const sandbox = await startTestSandbox();
  const request = { method: 'POST', headers: { authorization }, body };
  expect((await fetch(`${sandbox.url}/v1/orders`, request)).status).toBe(400);
});

test('a receipt can be used once, and finds its order', async () => {
  const sandbox = await startTestSandbox();
  const order = await sandbox.order({ receipt: 'once' });
  await sandbox.order({ receipt: 'other' });
  const description = 'Order receipt should be unique.';
  expect(await sandbox.ask({ receipt: 'once' })).toMatchObject(refused({ description }));
  const found = await sandbox.api('/orders?receipt=once');
  expect(found.body).toEqual({ count: 1, items: [order] });
});

test('orders are listed newest first, ten at a time', async () => {
  const sandbox = await startTestSandbox();
  const made = [];
  for (let n = 0; n < 12; n += 1) made.unshift({ id: (await sandbox.order()).id });
  const listed = (await sandbox.api('/orders')).body;
  expect(listed).toMatchObject({ count: 10, items: made.slice(0, 10) });
  expect((await sandbox.api('/orders?count=1')).body).toMatchObject({ items: made.slice(0, 1) });
});
