import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { single } from '../samples/packs.ts';
import { anyId, anyNumber, keys, matching, startTestSandbox } from './support.ts';

const paidFields = {
  razorpay_payment_id: anyId('pay'),
  razorpay_order_id: anyId('order'),
  razorpay_signature: matching(/^[0-9a-f]{64}$/),
};

test('a UPI payment has the documented fields that we read and a signed callback, and its order is paid', async () => {
  const sandbox = await startTestSandbox();
  const order = await sandbox.order();
  const callback = await sandbox.pay(order.id);
  const [payment] = await sandbox.payments(order.id);
  const signed = createHmac('sha256', keys.keySecret).update(`${order.id}|${payment?.id}`);
  expect(callback).toEqual({
    razorpay_payment_id: payment?.id,
    razorpay_order_id: order.id,
    razorpay_signature: signed.digest('hex'),
  });
  expect(payment).toEqual({
    id: anyId('pay'),
    amount: single.paise,
    currency: 'INR',
    status: 'captured',
    order_id: order.id,
    method: 'upi',
    amount_refunded: 0,
    captured: true,
    email: 'void@razorpay.com',
    contact: '+919000090000',
    error_code: null,
    error_description: null,
    created_at: anyNumber,
  });
  expect(await sandbox.getOrder(order.id)).toMatchObject({
    status: 'paid',
  });
});

test('a failed UPI payment leaves the order open for the next attempt', async () => {
  const sandbox = await startTestSandbox();
  const order = await sandbox.order();
  const reply = await sandbox.pay(order.id, { vpa: 'failure@razorpay' });
  const [failed] = await sandbox.payments(order.id);
  const description =
    'Payment was unsuccessful due to a temporary issue. If amount got deducted, it will be refunded within 5-7 working days.';
  expect(reply).toEqual({
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      metadata: { payment_id: failed?.id, order_id: order.id },
    },
  });
  expect(failed).toMatchObject({
    status: 'failed',
    captured: false,
    error_code: 'BAD_REQUEST_ERROR',
    error_description: description,
  });
  expect(await sandbox.getOrder(order.id)).toMatchObject({ status: 'attempted' });
  expect(await sandbox.pay(order.id)).toEqual(paidFields);
  expect(await sandbox.getOrder(order.id)).toMatchObject({ status: 'paid' });
  expect(await sandbox.payments(order.id)).toMatchObject([
    { status: 'captured' },
    { status: 'failed' },
  ]);
});

test('refuses a wrong key id, another address, no phone number, and a second payment of an order', async () => {
  const sandbox = await startTestSandbox();
  const order = await sandbox.order();
  const form = { order_id: order.id, vpa: 'success@razorpay', contact: '9000090000' };
  const post = (body: object) =>
    fetch(`${sandbox.url}/v1/payments/create/ajax`, { method: 'POST', body: JSON.stringify(body) });
  expect((await post({ ...form, key_id: 'rzp_test_other' })).status).toBe(401);
  for (const [field, wrong] of [
    ['vpa', 'me@okbank'],
    ['contact', 'abc'],
  ] as const) {
    const reply = await post({ ...form, key_id: keys.keyId, [field]: wrong });
    expect(await reply.json()).toMatchObject({ error: { field } });
  }
  expect(await sandbox.payments(order.id)).toHaveLength(0);
  expect((await post({ ...form, key_id: keys.keyId })).status).toBe(200);
  expect((await post({ ...form, key_id: keys.keyId })).status).toBe(400);
  expect(await sandbox.payments(order.id)).toMatchObject([{ status: 'captured' }]);
});
