import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { keysOf } from '../../src/domain/words/keys-of.ts';
import type { SandboxReply } from './browser/messages.ts';
import type { Sandbox } from './context.ts';
import { newId, nowSeconds, type OrderEntity, type PaymentEntity } from './entities.ts';
import { newEvent, type WebhookRecord } from './events.ts';
import type { FaultSubject } from './faults.ts';
import { parseBody } from './input.ts';
import { found } from './store.ts';

/** Why a payment failed, as in the provider's error fields. */
type PaymentFailure = { code: string; description: string };

/** The UPI addresses that the provider's test mode accepts, with each one's failure; null means success. */
const outcomes: Record<'success@razorpay' | 'failure@razorpay', PaymentFailure | null> = {
  'success@razorpay': null,
  'failure@razorpay': {
    code: 'BAD_REQUEST_ERROR',
    description:
      'Payment was unsuccessful due to a temporary issue. If amount got deducted, it will be refunded within 5-7 working days.',
  },
};

/** The bank did not reply in time. If it still approves the payment, the authorisation is late. */
const silentBank: PaymentFailure = {
  code: 'GATEWAY_ERROR',
  description: 'Payment was not completed on time.',
};

/** The payer's form, as sent by the checkout page and by the control API. */
const attemptRequest = v.object({
  contact: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/[\s-]/g, '')),
    v.regex(/^\+?\d{10,15}$/, 'Enter a phone number of at least 10 digits.'),
    v.transform((text) => (/^\d{10}$/.test(text) ? `+91${text}` : text)),
  ),
  email: v.optional(v.string(), ''),
  vpa: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.picklist(
      keysOf(outcomes),
      'This test page takes only the UPI IDs success@razorpay and failure@razorpay.',
    ),
  ),
});

/**
 * Makes a payment with a test address and finishes it right away. For any other address or an incomplete form, throws a
 * 400 that names the field. Sends webhooks in the background.
 */
export function attemptPayment(sandbox: Sandbox, order: OrderEntity, body: unknown): SandboxReply {
  const { vpa, email, contact } = parseBody(attemptRequest, body);
  const payment: PaymentEntity = {
    id: newId('pay'),
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    amount_refunded: 0,
    captured: false,
    method: 'upi',
    email: email === '' ? 'void@razorpay.com' : email,
    contact,
    error_code: null,
    error_description: null,
    created_at: nowSeconds(),
  };
  order.status = 'attempted';
  sandbox.store.payments.push(payment);
  const subject = subjectOf(sandbox, payment);
  const isSilent =
    outcomes[vpa] === null && sandbox.faults.takeSwitch('late_authorisation', subject);
  const failure = isSilent ? silentBank : outcomes[vpa];
  const events =
    failure === null ? authorisePayment(sandbox, payment) : failPayment(payment, failure);
  const isCallbackLost = sandbox.faults.takeSwitch('callback_lost', subject);
  void publish(sandbox, payment, events);
  if (isCallbackLost) return { callback_lost: true };
  if (failure !== null) {
    return { error: { ...failure, metadata: { payment_id: payment.id, order_id: order.id } } };
  }
  const signed = createHmac('sha256', sandbox.keySecret).update(`${order.id}|${payment.id}`);
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: order.id,
    razorpay_signature: signed.digest('hex'),
  };
}

/**
 * Authorises a payment and captures it right away, as accounts do by default. Authorising a failed payment is a late
 * authorisation. Returns the events to publish.
 */
export function authorisePayment(sandbox: Sandbox, payment: PaymentEntity): WebhookRecord[] {
  Object.assign(payment, { status: 'authorized', error_code: null, error_description: null });
  const authorised = newEvent('payment.authorized', payment);
  Object.assign(payment, { status: 'captured', captured: true });
  const events = [authorised, newEvent('payment.captured', payment)];
  const order = found(sandbox.store.orders, payment.order_id);
  // A late authorisation can capture a second payment for an order that is already paid.
  if (order.status === 'paid') return events;
  order.status = 'paid';
  return [...events, newEvent('order.paid', payment, { order })];
}

function failPayment(payment: PaymentEntity, failure: PaymentFailure): WebhookRecord[] {
  const { code: error_code, description: error_description } = failure;
  Object.assign(payment, { status: 'failed', error_code, error_description });
  return [newEvent('payment.failed', payment)];
}

/**
 * Sends events about a payment, unless a switch armed for its order withholds them. Resolves once each has been
 * attempted.
 */
export function publish(
  sandbox: Sandbox,
  payment: PaymentEntity,
  events: WebhookRecord[],
): Promise<void> {
  return sandbox.webhooks.publish(events, subjectOf(sandbox, payment));
}

/** The part of a payment that is compared with a fault's `match`: its order. */
export function subjectOf(sandbox: Sandbox, payment: PaymentEntity): FaultSubject {
  const { id, receipt } = found(sandbox.store.orders, payment.order_id);
  return { order_id: id, receipt };
}
