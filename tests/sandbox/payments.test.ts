import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { single } from '../samples/packs.ts';
import { anyId, anyNumber, containing, keys, matching, startTestSandbox } from './support.ts';

const paidFields = {
  razorpay_payment_id: anyId('pay'),
  razorpay_order_id: anyId('order'),
  razorpay_signature: matching(/^[0-9a-f]{64}$/),
};

test('a UPI payment has exactly the documented fields and a signed callback, and its order is paid', async () => {
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
    entity: 'payment',
    amount: single.paise,
    currency: 'INR',
    status: 'captured',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: true,
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: 'success@razorpay',
    email: 'void@razorpay.com',
    contact: '+919000090000',
    notes: [],
    fee: 1650,
    tax: 252,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: { rrn: matching(/^\d{12}$/) },
    created_at: anyNumber,
    upi: { vpa: 'success@razorpay', payer_account_type: 'bank_account', flow: 'collect' },
  });
  expect(await sandbox.getOrder(order.id)).toMatchObject({
    status: 'paid',
    amount_paid: single.paise,
    amount_due: 0,
    attempts: 1,
  });
});

test('fee and tax match the documented sample', async () => {
  const sandbox = await startTestSandbox();
  expect(await sandbox.paid(2100)).toMatchObject({ fee: 50, tax: 8 });
  expect(await sandbox.paid(100)).toMatchObject({ fee: 2, tax: 0 });
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
      source: 'gateway',
      step: 'payment_response',
      reason: 'payment_failed',
      metadata: { payment_id: failed?.id, order_id: order.id },
    },
  });
  expect(failed).toMatchObject({
    status: 'failed',
    captured: false,
    fee: null,
    tax: null,
    error_code: 'BAD_REQUEST_ERROR',
    error_description: description,
    error_source: 'gateway',
    error_step: 'payment_response',
    error_reason: 'payment_failed',
    acquirer_data: { rrn: null },
    upi: { vpa: 'failure@razorpay' },
  });
  expect(await sandbox.getOrder(order.id)).toMatchObject({ status: 'attempted', attempts: 1 });
  expect(await sandbox.pay(order.id)).toEqual(paidFields);
  expect(await sandbox.getOrder(order.id)).toMatchObject({ status: 'paid', attempts: 2 });
  expect(await sandbox.payments(order.id)).toMatchObject([
    { status: 'captured' },
    { status: 'failed' },
  ]);
});

test('refuses a payment of a paid order', async () => {
  const sandbox = await startTestSandbox();
  const { order_id: orderId } = await sandbox.paid();
  expect(await sandbox.pay(orderId)).toMatchObject({ error: { field: 'order_id' } });
  expect(await sandbox.payments(orderId)).toHaveLength(1);
});

test.each([
  [{ vpa: 'me@okbank' }, 'success@razorpay'],
  [{ contact: 'abc' }, 'phone number'],
])('refuses a payment with %j before it is made', async (body, words) => {
  const sandbox = await startTestSandbox();
  const order = await sandbox.order();
  expect(await sandbox.pay(order.id, body)).toMatchObject({
    error: { description: containing(words) },
  });
  expect(await sandbox.getOrder(order.id)).toMatchObject({ status: 'created', attempts: 0 });
});
