import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  anyId,
  anyNumber,
  keys,
  type ReceivedWebhook,
  type TestSandbox,
  startTestSandbox,
  startWithReceiver,
} from './support.ts';
import { single } from '../samples/packs.ts';

const fastRetries = { webhookRetryMs: [10, 10, 10] };

function eventsOf(received: ReceivedWebhook[]): string[] {
  return received.map(({ event }) => event);
}

const webhooksOf = async (sandbox: TestSandbox) => (await sandbox.state()).webhooks;

function parsed(webhook: ReceivedWebhook | undefined): unknown {
  return JSON.parse(webhook?.raw ?? 'null');
}

test('sends payment.authorized, payment.captured and order.paid for a payment', async () => {
  const { receiver, sandbox } = await startWithReceiver();
  const order = await sandbox.order({ receipt: 'gdpi_7' });
  await sandbox.pay(order.id);
  const [authorised, captured, paid] = await receiver.until(3);
  const payment = { id: anyId('pay'), order_id: order.id, amount: single.paise };
  expect(parsed(authorised)).toEqual({
    event: 'payment.authorized',
    payload: {
      payment: {
        entity: expect.objectContaining({ ...payment, status: 'authorized', captured: false }),
      },
    },
    created_at: anyNumber,
  });
  expect(parsed(captured)).toMatchObject({
    event: 'payment.captured',
    payload: { payment: { entity: { ...payment, status: 'captured' } } },
  });
  expect(parsed(paid)).toMatchObject({
    event: 'order.paid',
    payload: {
      payment: { entity: payment },
      order: {
        entity: { id: order.id, status: 'paid', receipt: 'gdpi_7' },
      },
    },
  });
});

test('signs the raw body of a webhook and gives it a unique event id', async () => {
  const { receiver, sandbox } = await startWithReceiver();
  await sandbox.paid();
  const received = await receiver.until(3);
  for (const { headers, raw } of received) {
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-razorpay-signature']).toBe(
      createHmac('sha256', keys.webhookSecret).update(raw).digest('hex'),
    );
  }
  expect(new Set(received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3);
});

test('sends events for a failure and for refunds', async () => {
  const { receiver, sandbox } = await startWithReceiver();
  const order = await sandbox.order();
  await sandbox.pay(order.id, { vpa: 'failure@razorpay' });
  const [failed] = await receiver.until(1);
  expect(parsed(failed)).toMatchObject({
    event: 'payment.failed',
    payload: {
      payment: {
        entity: {
          status: 'failed',
          captured: false,
          error_code: 'BAD_REQUEST_ERROR',
        },
      },
    },
  });
  await sandbox.pay(order.id);
  const [payment] = await sandbox.payments(order.id);
  await sandbox.refund(payment?.id ?? '', { amount: 100 });
  const received = await receiver.until(6);
  expect(eventsOf(received).slice(4)).toEqual(['refund.created', 'refund.processed']);
  expect(parsed(received[5])).toMatchObject({
    payload: {
      refund: { entity: { amount: 100, payment_id: payment?.id } },
      payment: { entity: { amount_refunded: 100 } },
    },
  });
  await sandbox.arm({ kind: 'refund_failed' });
  await sandbox.refund(payment?.id ?? '', {});
  expect(parsed((await receiver.until(8))[7])).toMatchObject({
    event: 'refund.failed',
    payload: { refund: { entity: { status: 'failed' } } },
  });
});

test('retries a delivery with the same id and body until the answer is 2xx', async () => {
  const { receiver, sandbox } = await startWithReceiver([500, 302], fastRetries);
  await sandbox.failed();
  const [first, second, third] = await receiver.until(3);
  expect(second?.raw).toBe(first?.raw);
  expect(third?.headers['x-razorpay-event-id']).toBe(first?.headers['x-razorpay-event-id']);
  await expect
    .poll(() => webhooksOf(sandbox))
    .toEqual([{ event: 'payment.failed', status: 'delivered' }]);
});

test('gives up after the last retry', async () => {
  const { receiver, sandbox } = await startWithReceiver([500, 500], { webhookRetryMs: [10] });
  await sandbox.failed();
  await expect
    .poll(() => webhooksOf(sandbox))
    .toEqual([{ event: 'payment.failed', status: 'failed' }]);
  expect(receiver.received).toHaveLength(2);
});

test('counts a receiver that hangs for 5 s as failed, without delaying the payer', async () => {
  const { receiver, sandbox } = await startWithReceiver(['hang'], fastRetries);
  const order = await sandbox.order();
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal);
  onTestFinished(() => timeout.mockRestore());
  await sandbox.pay(order.id, { vpa: 'failure@razorpay' });
  await receiver.until(1);
  expect(timeout.mock.calls).toEqual([[5000]]);
  patience.abort(new DOMException('', 'TimeoutError'));
  await receiver.until(2);
  await expect
    .poll(() => webhooksOf(sandbox))
    .toEqual([{ event: 'payment.failed', status: 'delivered' }]);
});

test('applies a switch only to the payments it was armed for', async () => {
  const { receiver, sandbox } = await startWithReceiver();
  const chosen = await sandbox.order({ receipt: 'chosen' });
  await sandbox.arm({ kind: 'webhook_lost', match: { receipt: 'chosen' } });
  await sandbox.paid();
  await receiver.until(3);
  await sandbox.pay(chosen.id);
  expect(receiver.received).toHaveLength(3);
  expect((await sandbox.state()).faults).toEqual([]);
});

test('records webhooks and does not send them without an address', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.failed();
  expect(await webhooksOf(sandbox)).toEqual([{ event: 'payment.failed', status: 'lost' }]);
});
