import * as v from 'valibot';
import { nowSeconds } from './clock.ts';
import type { Sandbox } from './context.ts';
import { notes, storedNotes, type PaymentEntity, type RefundRecord } from './entities.ts';
import { refusal } from './errors.ts';
import { refundEvent } from './events.ts';
import { newId } from './ids.ts';
import { amountInput, parseBody } from './input.ts';
import { publish, subjectOf } from './payments.ts';
import { found } from './store.ts';

/** Seconds after which a payment is refunded at instant speed alone. */
const sixMonths = 183 * 24 * 60 * 60;

const idempotencyKey = /^[A-Za-z0-9_-]{10,}$/;

const refundRequest = v.strictObject({
  amount: v.optional(amountInput),
  speed: v.optional(v.picklist(['normal', 'optimum']), 'normal'),
  notes: v.optional(notes, []),
  receipt: v.nullish(v.string(), null),
});
type RefundRequest = v.InferOutput<typeof refundRequest>;

/**
 * Refunds a captured payment: the `amount` of the request, or all that is left. The same `key` with the
 * same request returns the first refund; with another request it throws.
 */
export function refundPayment(
  sandbox: Sandbox,
  paymentId: string,
  body: unknown,
  key: string | undefined,
): RefundRecord {
  const payment = found(sandbox.store.payments, paymentId);
  if (key !== undefined && !idempotencyKey.test(key)) {
    throw refusal(
      'The idempotency key must be at least 10 characters of letters, digits, hyphens and underscores.',
    );
  }
  const request = parseBody(refundRequest, body);
  const text = JSON.stringify({ paymentId, request });
  const earlier = key === undefined ? undefined : findByKey(sandbox, key);
  if (earlier !== undefined) {
    if (earlier.idempotency?.request === text) return earlier;
    throw refusal('Different request with the same idempotency key has already been processed.');
  }
  if (payment.refund_status === 'full') {
    throw refusal('The payment has been fully refunded already');
  }
  if (!payment.captured) {
    throw refusal('The payment status should be captured for action to be taken');
  }
  const isOld = nowSeconds() - payment.created_at > sixMonths;
  if (
    (isOld && request.speed === 'normal') ||
    sandbox.faults.takeSwitch('refund_refused', subjectOf(sandbox, payment))
  ) {
    // The provider's own words are not published.
    throw refusal('The refund is not supported for this payment.');
  }
  const left = payment.amount - payment.amount_refunded;
  const amount = request.amount ?? left;
  if (amount > left) {
    throw refusal('The refund amount provided is greater than amount captured.', {
      field: 'amount',
    });
  }
  const refund = makeRefund(sandbox, payment, { ...request, amount });
  refund.idempotency = key === undefined ? null : { key, request: text };
  return refund;
}

/** A payment's refunds, newest first. */
export function refundsOfPayment(sandbox: Sandbox, paymentId: string): RefundRecord[] {
  return [...sandbox.store.refunds.values()]
    .filter(({ entity }) => entity.payment_id === paymentId)
    .reverse();
}

function makeRefund(
  sandbox: Sandbox,
  payment: PaymentEntity,
  request: RefundRequest & { amount: number },
): RefundRecord {
  const willFail = sandbox.faults.takeSwitch('refund_failed', subjectOf(sandbox, payment));
  const willWait = sandbox.faults.takeSwitch('refund_pending', subjectOf(sandbox, payment));
  const refund: RefundRecord = {
    entity: {
      id: newId('rfnd'),
      entity: 'refund',
      amount: request.amount,
      currency: payment.currency,
      payment_id: payment.id,
      notes: storedNotes(request.notes),
      receipt: request.receipt,
      acquirer_data: { arn: null },
      created_at: nowSeconds(),
      batch_id: null,
      status: willFail || willWait ? 'pending' : 'processed',
      speed_processed: request.speed === 'optimum' ? 'instant' : 'normal',
      speed_requested: request.speed,
    },
    idempotency: null,
  };
  sandbox.store.refunds.set(refund.entity.id, refund);
  moveRefunded(payment, request.amount);
  const created = refundEvent(sandbox, 'refund.created', refund.entity, payment);
  const ended = willWait ? [] : [endRefund(sandbox, payment, refund, willFail)];
  sandbox.store.changed();
  void publish(sandbox, payment, [created, ...ended]);
  return refund;
}

function endRefund(
  sandbox: Sandbox,
  payment: PaymentEntity,
  refund: RefundRecord,
  hasFailed: boolean,
) {
  refund.entity.status = hasFailed ? 'failed' : 'processed';
  if (hasFailed) moveRefunded(payment, -refund.entity.amount);
  const outcome = hasFailed ? 'refund.failed' : 'refund.processed';
  return refundEvent(sandbox, outcome, refund.entity, payment);
}

/** Ends a refund that waits at the bank, and sends its webhook. Throws for one that has ended. */
export async function endPendingRefund(
  sandbox: Sandbox,
  id: string,
  hasFailed: boolean,
): Promise<RefundRecord> {
  const refund = found(sandbox.store.refunds, id);
  if (refund.entity.status !== 'pending') {
    throw refusal(`A refund that is ${refund.entity.status} has ended.`);
  }
  const payment = found(sandbox.store.payments, refund.entity.payment_id);
  const ended = endRefund(sandbox, payment, refund, hasFailed);
  sandbox.store.changed();
  await publish(sandbox, payment, [ended]);
  return refund;
}

/** Changes the refunded amount of a payment, and the states that depend on it. */
function moveRefunded(payment: PaymentEntity, change: number): void {
  payment.amount_refunded += change;
  if (payment.amount_refunded === payment.amount) {
    payment.refund_status = 'full';
    payment.status = 'refunded';
    return;
  }
  payment.refund_status = payment.amount_refunded === 0 ? null : 'partial';
  payment.status = 'captured';
}

function findByKey(sandbox: Sandbox, key: string): RefundRecord | undefined {
  for (const record of sandbox.store.refunds.values()) {
    if (record.idempotency?.key === key) return record;
  }
  return undefined;
}
