import * as v from 'valibot';
import type { Sandbox } from './context.ts';
import { newId, notes, nowSeconds, type PaymentEntity, type RefundEntity } from './entities.ts';
import { refusal } from './errors.ts';
import { newEvent } from './events.ts';
import { amountInput, parseBody } from './input.ts';
import { publish, subjectOf } from './payments.ts';
import { found } from './store.ts';

/** The age in seconds above which a payment can be refunded only with an instant refund. */
const sixMonths = 183 * 24 * 60 * 60;

const idempotencyKey = /^[A-Za-z0-9_-]{10,}$/;

const refundRequest = v.strictObject({
  amount: v.optional(amountInput),
  speed: v.optional(v.picklist(['normal', 'optimum']), 'normal'),
  notes: v.optional(notes, []),
  receipt: v.nullish(v.string(), null),
});

/**
 * Refunds a captured payment: the request's `amount`, or all that is left. With the same `key`, the same request
 * returns the first refund, and a different request throws.
 */
export function refundPayment(
  sandbox: Sandbox,
  paymentId: string,
  body: unknown,
  key?: string,
): RefundEntity {
  const payment = found(sandbox.store.payments, paymentId);
  if (key !== undefined && !idempotencyKey.test(key)) {
    throw refusal(
      'The idempotency key must be at least 10 characters of letters, digits, hyphens and underscores.',
    );
  }
  const wanted = parseBody(refundRequest, body);
  const request = JSON.stringify({ paymentId, wanted });
  const earlier = key === undefined ? undefined : sandbox.refundKeys.get(key);
  if (earlier?.request === request) return earlier.refund;
  if (earlier !== undefined) {
    throw refusal('Different request with the same idempotency key has already been processed.');
  }
  const left = payment.amount - payment.amount_refunded;
  if (left === 0) throw refusal('The payment has been fully refunded already');
  if (!payment.captured) {
    throw refusal('The payment status should be captured for action to be taken');
  }
  const isOld = nowSeconds() - payment.created_at > sixMonths;
  const { takeSwitch } = sandbox.faults;
  const subject = subjectOf(sandbox, payment);
  if ((isOld && wanted.speed === 'normal') || takeSwitch('refund_refused', subject)) {
    // Our own wording, because the provider does not publish its message.
    throw refusal('The refund is not supported for this payment.');
  }
  const { amount = left } = wanted;
  if (amount > left) {
    throw refusal('The refund amount provided is greater than amount captured.', {
      field: 'amount',
    });
  }
  const refund: RefundEntity = {
    id: newId('rfnd'),
    payment_id: payment.id,
    amount,
    status: 'pending',
    notes: wanted.notes,
    receipt: wanted.receipt,
    speed_requested: wanted.speed,
    created_at: nowSeconds(),
  };
  sandbox.store.refunds.push(refund);
  if (key !== undefined) sandbox.refundKeys.set(key, { request, refund });
  moveRefunded(payment, amount);
  const willFail = takeSwitch('refund_failed', subject);
  const willWait = takeSwitch('refund_pending', subject);
  if (!willFail && !willWait) refund.status = 'processed';
  const created = newEvent('refund.created', payment, { refund });
  const ended = willWait ? [] : [endRefund(payment, refund, willFail)];
  void publish(sandbox, payment, [created, ...ended]);
  return refund;
}

function endRefund(payment: PaymentEntity, refund: RefundEntity, hasFailed: boolean) {
  refund.status = hasFailed ? 'failed' : 'processed';
  if (hasFailed) moveRefunded(payment, -refund.amount);
  return newEvent(`refund.${refund.status}`, payment, { refund });
}

/** Ends a refund that is waiting at the bank, and sends its webhook. Throws for a refund that has already ended. */
export async function endPendingRefund(
  sandbox: Sandbox,
  id: string,
  hasFailed: boolean,
): Promise<RefundEntity> {
  const refund = found(sandbox.store.refunds, id);
  if (refund.status !== 'pending') {
    throw refusal(`A refund that is ${refund.status} has ended.`);
  }
  const payment = found(sandbox.store.payments, refund.payment_id);
  await publish(sandbox, payment, [endRefund(payment, refund, hasFailed)]);
  return refund;
}

/** Updates the refunded amount and the status of a payment. */
function moveRefunded(payment: PaymentEntity, change: number): void {
  payment.amount_refunded += change;
  payment.status = payment.amount_refunded === payment.amount ? 'refunded' : 'captured';
}
