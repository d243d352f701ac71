import { newId, nowSeconds, type PaymentEntity } from './entities.ts';

/** A webhook about an order. */
export type WebhookRecord = {
  event_id: string;
  event: string;
  order_id: string;
  /** The exact text that is signed and sent. */
  body: string;
  /** `lost` means that a switch withheld the event, or that there is no address to send it to. */
  status: 'pending' | 'delivered' | 'failed' | 'lost';
};

/** The steps of a dispute at the bank. */
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

/** An event about a payment, with the current state of the payment and the other entities. */
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
