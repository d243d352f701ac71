import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { single } from '../samples/packs.ts';
import { anyId, anyNumber, keys, startTestSandbox } from './support.ts';

test('a UPI payment has the documented fields that we read, comes with a signed callback, and pays for its order', async () => {
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
  expect(await sandbox.getOrder(order.id)).toMatchObject({ status: 'paid' });
});

test('a failed UPI payment leaves the order open for the next attempt', async () => {
  const sandbox = await startTestSandbox();
  const { id: order_id } = await sandbox.order();
  const reply = await sandbox.pay(order_id, { vpa: 'failure@razorpay' });
  const [failed] = await sandbox.payments(order_id);
  const code = 'BAD_REQUEST_ERROR';
  const description =
    'Payment was unsuccessful due to a temporary issue. If amount got deducted, it will be refunded within 5-7 working days.';
  const metadata = { payment_id: failed?.id, order_id };
  expect(reply).toEqual({ error: { code, description, metadata } });
  const error = { error_code: code, error_description: description };
  expect(failed).toMatchObject({ status: 'failed', captured: false, ...error });
  expect(await sandbox.getOrder(order_id)).toMatchObject({ status: 'attempted' });
  await sandbox.pay(order_id);
  expect(await sandbox.getOrder(order_id)).toMatchObject({ status: 'paid' });
  const states = (await sandbox.payments(order_id)).map(({ status }) => status);
  expect(states).toEqual(['captured', 'failed']);
});

test('a wrong key id, an unknown UPI address, a missing phone number and a second payment are refused', async () => {
  const sandbox = await startTestSandbox();
  const order = await sandbox.order();
  const form = { order_id: order.id, vpa: 'success@razorpay', contact: '9000090000' };
  const send = (change: object = {}) =>
    sandbox.api('/payments/create/ajax', { ...form, key_id: keys.keyId, ...change });
  expect((await send({ key_id: 'rzp_test_other' })).status).toBe(401);
  for (const wrong of [{ vpa: 'me@okbank' }, { contact: 'abc' }]) {
    expect((await send(wrong)).body).toMatchObject({ error: { field: Object.keys(wrong)[0] } });
  }
  expect(await sandbox.payments(order.id)).toHaveLength(0);
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(400);
  expect(await sandbox.payments(order.id)).toMatchObject([{ status: 'captured' }]);
});
