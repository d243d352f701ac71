import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  anyId,
  anyNumber,
  keys,
  startTestSandbox,
  startWithReceiver,
  type TestSandbox,
} from './support.ts';
import { single } from '../samples/packs.ts';

const webhooksOf = async (sandbox: TestSandbox) => (await sandbox.state()).webhooks;

test('a payment sends payment.authorized, payment.captured and order.paid, each signed and with its own id', async () => {
  const { received, until, sandbox } = await startWithReceiver();
  const order = await sandbox.order({ receipt: 'gdpi_7' });
  await sandbox.pay(order.id);
  const [authorised, captured, paid] = await until(3);
  const payment = { id: anyId('pay'), order_id: order.id, amount: single.paise };
  expect(authorised).toEqual({
    event: 'payment.authorized',
    payload: {
      payment: {
        entity: expect.objectContaining({ ...payment, status: 'authorized', captured: false }),
      },
    },
    created_at: anyNumber,
  });
  expect(captured).toMatchObject({
    event: 'payment.captured',
    payload: { payment: { entity: { ...payment, status: 'captured' } } },
  });
  expect(paid).toMatchObject({
    event: 'order.paid',
    payload: {
      payment: { entity: payment },
      order: { entity: { id: order.id, status: 'paid', receipt: 'gdpi_7' } },
    },
  });
  for (const { headers, raw } of received) {
    const signature = createHmac('sha256', keys.webhookSecret).update(raw).digest('hex');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-razorpay-signature']).toBe(signature);
  }
  expect(new Set(received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3);
});

test('a failed payment and refunds send events', async () => {
  const { until, sandbox } = await startWithReceiver();
  const failed = { status: 'failed', captured: false, error_code: 'BAD_REQUEST_ERROR' };
  const { order_id } = await sandbox.failed();
  expect(await until(1)).toMatchObject([
    { event: 'payment.failed', payload: { payment: { entity: failed } } },
  ]);
  await sandbox.pay(order_id);
  const [payment] = await sandbox.payments(order_id);
  const { id = '' } = payment ?? {};
  await sandbox.refund(id, { amount: 100 });
  const refund = { amount: 100, payment_id: id };
  expect((await until(6)).slice(4)).toMatchObject([
    { event: 'refund.created' },
    {
      event: 'refund.processed',
      payload: { refund: { entity: refund }, payment: { entity: { amount_refunded: 100 } } },
    },
  ]);
  await sandbox.arm({ kind: 'refund_failed' });
  await sandbox.refund(id, {});
  expect((await until(8)).at(-1)).toMatchObject({
    event: 'refund.failed',
    payload: { refund: { entity: { status: 'failed' } } },
  });
});

test.each([
  [200, 'delivered'],
  [500, 'failed'],
  [302, 'failed'],
])('a webhook that is answered with %i counts as %s', async (answer, status) => {
  const { sandbox } = await startWithReceiver(answer);
  await sandbox.failed();
  await expect.poll(() => webhooksOf(sandbox)).toEqual([{ event: 'payment.failed', status }]);
});

test('a fault affects only its own payments', async () => {
  const { received, until, sandbox } = await startWithReceiver();
  const chosen = await sandbox.order({ receipt: 'chosen' });
  await sandbox.arm({ kind: 'webhook_lost', match: { receipt: 'chosen' } });
  await sandbox.paid();
  await until(3);
  await sandbox.pay(chosen.id);
  expect(received).toHaveLength(3);
  expect((await sandbox.state()).faults).toEqual([]);
});

test('webhooks are recorded but not sent when no address is set', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.failed();
  expect(await webhooksOf(sandbox)).toEqual([{ event: 'payment.failed', status: 'lost' }]);
});
