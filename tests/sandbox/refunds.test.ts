import { expect, test } from 'vitest';
import { single } from '../samples/packs.ts';
import { anyId, anyNumber, containing, startTestSandbox } from './support.ts';

const key = 'refund-key-0001';

test('a full refund has the documented fields that we read', async () => {
  const sandbox = await startTestSandbox();
  const payment = await sandbox.paid();
  const refund = await sandbox.refund(payment.id, {});
  expect(refund).toEqual({
    id: anyId('rfnd'),
    amount: single.paise,
    payment_id: payment.id,
    notes: [],
    receipt: null,
    created_at: anyNumber,
    status: 'processed',
    speed_requested: 'normal',
  });
  expect((await sandbox.api(`/payments/${payment.id}`)).body).toMatchObject({
    status: 'refunded',
    amount_refunded: single.paise,
  });
  expect(await sandbox.getOrder(payment.order_id)).toMatchObject({ status: 'paid' });
});

test('partial refunds add up to the payment and never to more', async () => {
  const sandbox = await startTestSandbox();
  const payment = await sandbox.paid();
  const first = await sandbox.refund(payment.id, { amount: 20_000, notes: { why: 'half' } });
  expect((await sandbox.api(`/payments/${payment.id}`)).body).toMatchObject({
    status: 'captured',
    amount_refunded: 20_000,
  });
  const path = `/payments/${payment.id}/refund`;
  expect((await sandbox.api(path, { body: { amount: single.paise - 19_999 } })).body).toMatchObject(
    {
      error: {
        description: 'The refund amount provided is greater than amount captured.',
        field: 'amount',
      },
    },
  );
  const second = await sandbox.refund(payment.id, { speed: 'optimum' });
  expect(second).toMatchObject({ amount: single.paise - 20_000, speed_requested: 'optimum' });
  expect((await sandbox.api(path, { body: {} })).body).toMatchObject({
    error: { description: 'The payment has been fully refunded already' },
  });
  expect((await sandbox.api(`/payments/${payment.id}/refunds`)).body).toEqual({
    count: 2,
    items: [second, first],
  });
});

test.each([{ amount: 99 }, { speed: 'fast' }, { reason: 'x' }])(
  'refuses a refund with %j, and names the field',
  async (body) => {
    const sandbox = await startTestSandbox();
    const payment = await sandbox.paid();
    expect(await sandbox.api(`/payments/${payment.id}/refund`, { body })).toMatchObject({
      status: 400,
      body: { error: { field: Object.keys(body)[0] } },
    });
  },
);

test('refuses to refund a payment that was not captured', async () => {
  const sandbox = await startTestSandbox();
  const payment = await sandbox.failed();
  expect(await sandbox.api(`/payments/${payment.id}/refund`, { body: {} })).toMatchObject({
    status: 400,
    body: { error: { description: containing('should be captured') } },
  });
});

test('returns the same refund for the same idempotency key, and refuses it for another request', async () => {
  const sandbox = await startTestSandbox();
  const payment = await sandbox.paid();
  const headers = { 'X-Refund-Idempotency': key };
  const first = await sandbox.refund(payment.id, { amount: 10000 }, headers);
  expect(await sandbox.refund(payment.id, { amount: 10000 }, headers)).toEqual(first);
  expect(
    await sandbox.api(`/payments/${payment.id}/refund`, { body: { amount: 20_000 }, headers }),
  ).toMatchObject({
    status: 400,
    body: {
      error: {
        description: 'Different request with the same idempotency key has already been processed.',
      },
    },
  });
  expect((await sandbox.api(`/payments/${payment.id}`)).body).toMatchObject({
    amount_refunded: 10000,
  });
});

test.each(['short-key', 'with a space in it'])('refuses the idempotency key %j', async (bad) => {
  const sandbox = await startTestSandbox();
  const payment = await sandbox.paid();
  const reply = await sandbox.api(`/payments/${payment.id}/refund`, {
    body: {},
    headers: { 'X-Refund-Idempotency': bad },
  });
  expect(reply.status).toBe(400);
});

test('a refund of the control API needs no keys, can wait at the bank, and ends either way once', async () => {
  const sandbox = await startTestSandbox();
  const { id } = await sandbox.paid();
  const byHand = await sandbox.control(`/payments/${id}/refund`, { body: { amount: 100 } });
  expect(byHand.body).toMatchObject({ amount: 100, status: 'processed' });
  for (const status of ['processed', 'failed'] as const) {
    const payment = await sandbox.paid();
    await sandbox.arm({ kind: 'refund_pending' });
    const refund = await sandbox.refund(payment.id, { amount: 100 });
    expect(refund).toMatchObject({ status: 'pending' });
    const end = `/refunds/${refund.id}/end`;
    expect((await sandbox.control(end, { body: { status } })).body).toMatchObject({ status });
    expect((await sandbox.control(end, { body: { status } })).status).toBe(400);
    expect((await sandbox.api(`/payments/${payment.id}`)).body).toMatchObject({
      amount_refunded: status === 'processed' ? 100 : 0,
    });
  }
});

test('a payment older than six months is refunded at instant speed alone', async () => {
  const sandbox = await startTestSandbox();
  const payment = await sandbox.paid();
  await sandbox.control(`/payments/${payment.id}/pass-time`, { body: { days: 184 } });
  const path = `/payments/${payment.id}/refund`;
  expect((await sandbox.api(path, { body: {} })).status).toBe(400);
  const refund = await sandbox.refund(payment.id, { speed: 'optimum' });
  expect(refund).toMatchObject({ status: 'processed' });
});
