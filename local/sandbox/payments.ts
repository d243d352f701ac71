import { nowSeconds } from './clock.ts';
import type { Sandbox } from './context.ts';
import type { OrderEntity, PaymentEntity, PaymentFailure, WebhookRecord } from './entities.ts';
import { orderPaidEvent, paymentEvent } from './events.ts';
import type { PaymentSubject } from './faults.ts';
import { newId, randomDigits } from './ids.ts';
import { found } from './store.ts';

/** The fee is 2 % and 18 % tax on that; an entity's `fee` includes the tax. */
const feeRate = 0.02;
const taxRate = 0.18;

/** The payer's input that the payment keeps. */
type PaymentDetails = Pick<PaymentEntity, 'description' | 'vpa' | 'email' | 'contact'>;

/** Starts a payment on an order that is not paid: the order becomes `attempted`, the payment `created`. */
export function createPayment(
  sandbox: Sandbox,
  order: OrderEntity,
  details: PaymentDetails,
): PaymentEntity {
  const payment: PaymentEntity = {
    id: newId('pay'),
    entity: 'payment',
    amount: order.amount_due,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: details.description,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: details.vpa,
    email: details.email,
    contact: details.contact,
    notes: [],
    fee: null,
    tax: null,
    ...noError,
    acquirer_data: { rrn: null },
    created_at: nowSeconds(),
    upi: { vpa: details.vpa },
  };
  order.status = 'attempted';
  order.attempts += 1;
  sandbox.store.payments.set(payment.id, payment);
  sandbox.store.changed();
  return payment;
}

/**
 * Authorises a payment and captures it at once, as an account's default setting does. It may be a failed payment: that
 * is a late authorisation. Returns the events to publish.
 */
export function authorisePayment(sandbox: Sandbox, payment: PaymentEntity): WebhookRecord[] {
  payment.status = 'authorized';
  Object.assign(payment, noError);
  payment.acquirer_data = { rrn: randomDigits(12) };
  payment.upi = { vpa: payment.vpa, payer_account_type: 'bank_account', flow: 'collect' };
  sandbox.store.changed();
  return [paymentEvent(sandbox, 'payment.authorized', payment), ...capture(sandbox, payment)];
}

/** Marks a payment as failed. Returns the event to publish. */
export function failPayment(
  sandbox: Sandbox,
  payment: PaymentEntity,
  failure: PaymentFailure,
): WebhookRecord[] {
  payment.status = 'failed';
  payment.error_code = failure.code;
  payment.error_description = failure.description;
  payment.error_source = failure.source;
  payment.error_step = failure.step;
  payment.error_reason = failure.reason;
  sandbox.store.changed();
  return [paymentEvent(sandbox, 'payment.failed', payment)];
}

/** An order's payments, newest first. */
export function paymentsOfOrder(sandbox: Sandbox, orderId: string): PaymentEntity[] {
  return [...sandbox.store.payments.values()]
    .filter((payment) => payment.order_id === orderId)
    .reverse();
}

/** Sends events about a payment, subject to the switches armed for its order. */
export function publish(
  sandbox: Sandbox,
  payment: PaymentEntity,
  events: WebhookRecord[],
): Promise<void> {
  return sandbox.webhooks.publish(events, subjectOf(sandbox, payment));
}

/** The subject of a payment for a fault's `match`: its order. */
export function subjectOf(sandbox: Sandbox, payment: PaymentEntity): PaymentSubject {
  const { id, amount, receipt } = found(sandbox.store.orders, payment.order_id);
  return { order_id: id, amount, receipt };
}

function capture(sandbox: Sandbox, payment: PaymentEntity): WebhookRecord[] {
  const baseFee = payment.amount * feeRate;
  payment.status = 'captured';
  payment.captured = true;
  payment.fee = Math.round(baseFee * (1 + taxRate));
  payment.tax = Math.round(baseFee * taxRate);
  sandbox.store.changed();
  const events = [paymentEvent(sandbox, 'payment.captured', payment)];
  const order = found(sandbox.store.orders, payment.order_id);
  // A late authorisation can capture a second payment of an order that is already paid.
  if (order.status === 'paid') return events;
  order.status = 'paid';
  order.amount_paid = payment.amount;
  order.amount_due = 0;
  return [...events, orderPaidEvent(sandbox, order, payment)];
}

const noError = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
} as const;
