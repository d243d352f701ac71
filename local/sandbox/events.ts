import type { Sandbox } from './context.ts';
import { nowSeconds } from './clock.ts';
import type { OrderEntity, PaymentEntity, RefundEntity, WebhookRecord } from './entities.ts';
import { newId } from './ids.ts';

type PaymentEventName = 'payment.authorized' | 'payment.captured' | 'payment.failed';
type DisputeEventName = `payment.dispute.${DisputeStep}`;
type RefundEventName = 'refund.created' | 'refund.processed' | 'refund.failed';

/** What the bank says of a dispute. */
export const disputeSteps = [
  'created',
  'under_review',
  'action_required',
  'won',
  'lost',
  'closed',
] as const;
type DisputeStep = (typeof disputeSteps)[number];

/** A `payment.*` event with the payment as it is now. */
export function paymentEvent(
  sandbox: Sandbox,
  event: PaymentEventName,
  payment: PaymentEntity,
): WebhookRecord {
  return eventRecord(sandbox, event, payment.order_id, { payment: { entity: payment } });
}

/** An `order.paid` event with the order and the payment that paid it. */
export function orderPaidEvent(
  sandbox: Sandbox,
  order: OrderEntity,
  payment: PaymentEntity,
): WebhookRecord {
  return eventRecord(sandbox, 'order.paid', order.id, {
    payment: { entity: payment },
    order: { entity: order },
  });
}

/** A `refund.*` event with the refund and its payment. */
export function refundEvent(
  sandbox: Sandbox,
  event: RefundEventName,
  refund: RefundEntity,
  payment: PaymentEntity,
): WebhookRecord {
  return eventRecord(sandbox, event, payment.order_id, {
    refund: { entity: refund },
    payment: { entity: payment },
  });
}

/** A `payment.dispute.*` event with the dispute and its payment. */
export function disputeEvent(
  sandbox: Sandbox,
  step: DisputeStep,
  id: string,
  payment: PaymentEntity,
): WebhookRecord {
  const event: DisputeEventName = `payment.dispute.${step}`;
  const isOpen = step === 'created' || step === 'action_required';
  return eventRecord(sandbox, event, payment.order_id, {
    payment: { entity: payment },
    dispute: {
      entity: {
        id,
        entity: 'dispute',
        payment_id: payment.id,
        amount: payment.amount,
        currency: payment.currency,
        amount_deducted: step === 'lost' ? payment.amount : 0,
        reason_code: 'goods_or_services_not_received_or_partially_received',
        respond_by: nowSeconds() + 10 * 24 * 60 * 60,
        status: isOpen ? 'open' : step,
        phase: 'chargeback',
        created_at: nowSeconds(),
      },
    },
  });
}

function eventRecord(
  sandbox: Sandbox,
  event: string,
  orderId: string,
  payload: Record<string, { entity: object }>,
): WebhookRecord {
  const createdAt = nowSeconds();
  return {
    event_id: newId('evt'),
    event,
    order_id: orderId,
    body: JSON.stringify({
      entity: 'event',
      account_id: sandbox.accountId,
      event,
      contains: Object.keys(payload),
      payload,
      created_at: createdAt,
    }),
    created_at: createdAt,
    status: 'pending',
    attempts: [],
  };
}
