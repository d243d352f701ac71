import { expect, test } from 'vitest';
import { single } from '../samples/packs.ts';
import { anyId, anyNumber, refused, startTestSandbox } from './support.ts';

async function withPayment() {
  const sandbox = await startTestSandbox();
  return { sandbox, payment: await sandbox.paid() };
}

test('a full refund has the documented fields that we read', async () => {
  const { sandbox, payment } = await withPayment();
  expect(await sandbox.refund(payment.id, {})).toEqual({
    id: anyId('rfnd'),
    amount: single.paise,
    payment_id: payment.id,
    notes: [],
    receipt: null,
    created_at: anyNumber,
    status: 'processed',
    speed_requested: 'normal',
  });
  const refunded = { status: 'refunded', amount_refunded: single.paise };
  expect(await sandbox.getPayment(payment.id)).toMatchObject(refunded);
  expect(await sandbox.getOrder(payment.order_id)).toMatchObject({ status: 'paid' });
});

test('partial refunds never add up to more than the payment', async () => {
  const { sandbox, payment } = await withPayment();
  const first = await sandbox.refund(payment.id, { amount: 20_000, notes: { why: 'half' } });
  const part = { status: 'captured', amount_refunded: 20_000 };
  expect(await sandbox.getPayment(payment.id)).toMatchObject(part);
  const description = 'The refund amount provided is greater than amount captured.';
  const more = await sandbox.askRefund(payment.id, { amount: single.paise - 19_999 });
  expect(more).toMatchObject(refused({ description, field: 'amount' }));
  const second = await sandbox.refund(payment.id, { speed: 'optimum' });
  expect(second).toMatchObject({ amount: single.paise - 20_000, speed_requested: 'optimum' });
  const over = { description: 'The payment has been fully refunded already' };
  expect(await sandbox.askRefund(payment.id, {})).toMatchObject(refused(over));
  const { body } = await sandbox.api(`/payments/${payment.id}/refunds`);
  expect(body).toEqual({ count: 2, items: [second, first] });
});

test.each([{ amount: 99 }, { speed: 'fast' }, { reason: 'x' }])(
  'a refund with %j is refused, and the reply names the field',
  async (body) => {
    const { sandbox, payment } = await withPayment();
    const [field] = Object.keys(body);
    expect(await sandbox.askRefund(payment.id, body)).toMatchObject(refused({ field }));
  },
);

test('a payment that was not captured cannot be refunded', async () => {
  const sandbox = await startTestSandbox();
  const { id } = await sandbox.failed();
  const description = 'The payment status should be captured for action to be taken';
  expect(await sandbox.askRefund(id, {})).toMatchObject(refused({ description }));
});

test('an idempotency key returns the same refund, and is refused for a different request', async () => {
  const { sandbox, payment } = await withPayment();
  const headers = { 'X-Refund-Idempotency': 'refund-key-0001' };
  const first = await sandbox.refund(payment.id, { amount: 10_000 }, headers);
  expect(await sandbox.refund(payment.id, { amount: 10_000 }, headers)).toEqual(first);
  const description = 'Different request with the same idempotency key has already been processed.';
  const other = await sandbox.askRefund(payment.id, { amount: 20_000 }, headers);
  expect(other).toMatchObject(refused({ description }));
  for (const bad of ['short-key', 'with a space in it']) {
    const reply = await sandbox.askRefund(payment.id, {}, { 'X-Refund-Idempotency': bad });
    expect(reply.status, bad).toBe(400);
  }
  expect(await sandbox.getPayment(payment.id)).toMatchObject({ amount_refunded: 10_000 });
});

test.each(['processed', 'failed'])(
  'a refund can be pending at the bank, and can be marked as %s only once',
  async (status) => {
    const { sandbox, payment } = await withPayment();
    await sandbox.arm({ kind: 'refund_pending' });
    const refund = await sandbox.control(`/payments/${payment.id}/refund`, { amount: 100 });
    expect(refund.body).toMatchObject({ amount: 100, status: 'pending' });
    const { id } = Object(refund.body);
    const end = () => sandbox.control(`/refunds/${id}/end`, { status });
    expect((await end()).body).toMatchObject({ status });
    expect((await end()).status).toBe(400);
    const amount_refunded = status === 'processed' ? 100 : 0;
    expect(await sandbox.getPayment(payment.id)).toMatchObject({ amount_refunded });
  },
);

test('a payment older than six months can be refunded only with an instant refund', async () => {
  const { sandbox, payment } = await withPayment();
  await sandbox.control(`/payments/${payment.id}/pass-time`, { days: 184 });
  expect((await sandbox.askRefund(payment.id, {})).status).toBe(400);
  const refund = await sandbox.refund(payment.id, { speed: 'optimum' });
  expect(refund).toMatchObject({ status: 'processed' });
});
