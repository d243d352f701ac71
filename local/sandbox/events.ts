import { newId, nowSeconds, type PaymentEntity } from './entities.ts';

/** A webhook about an order. */
export type WebhookRecord = {
  event_id: string;
  event: string;
  order_id: string;
  /** Exactly what is signed and sent. */
  body: string;
  /** `lost` was withheld by a switch, or had no address to go to. */
  status: 'pending' | 'delivered' | 'failed' | 'lost';
};

/** What the bank says of a dispute. */
export const disputeSteps = [
  'created',
  'under_review',
  'action_required',
  'won',
  'lost',
  'closed',
] as const;

type EventName =
  | `payment.${'authorized' | 'captured' | 'failed'}`
  | 'order.paid'
  | `refund.${'created' | 'processed' | 'failed'}`
  | `payment.dispute.${(typeof disputeSteps)[number]}`;

/** An event about a payment, with it and the other entities as they are now. */
export function newEvent(
  event: EventName,
  payment: PaymentEntity,
  others: Partial<Record<'order' | 'refund' | 'dispute', object>> = {},
): WebhookRecord {
  const entities = Object.entries({ payment, ...others });
  const payload = Object.fromEntries(entities.map(([name, entity]) => [name, { entity }]));
  return {
    event_id: newId('evt'),
    event,
    order_id: payment.order_id,
    body: JSON.stringify({ event, created_at: nowSeconds(), payload }),
    status: 'pending',
  };
}
