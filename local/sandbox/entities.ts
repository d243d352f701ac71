import * as v from 'valibot';

/*
 * The provider's entities as its API returns them, with amounts in paise and times in Unix seconds.
 * The state file stores each together with what the sandbox itself has to remember.
 */

/** The merchant's key-value pairs; an empty list if there are none. */
export const notes = v.union([v.tuple([]), v.record(v.string(), v.string())]);
type Notes = v.InferOutput<typeof notes>;

/** Notes as the provider stores them. */
export const storedNotes = (given: Notes): Notes => (Object.keys(given).length === 0 ? [] : given);

const paise = v.pipe(v.number(), v.integer(), v.minValue(0));
const seconds = v.pipe(v.number(), v.integer());

export const orderEntity = v.object({
  id: v.string(),
  entity: v.literal('order'),
  amount: paise,
  amount_paid: paise,
  amount_due: paise,
  currency: v.literal('INR'),
  receipt: v.nullable(v.string()),
  offer_id: v.null(),
  status: v.picklist(['created', 'attempted', 'paid']),
  attempts: paise,
  notes,
  created_at: seconds,
});
export type OrderEntity = v.InferOutput<typeof orderEntity>;

export const paymentEntity = v.object({
  id: v.string(),
  entity: v.literal('payment'),
  amount: paise,
  currency: v.literal('INR'),
  status: v.picklist(['created', 'authorized', 'captured', 'refunded', 'failed']),
  order_id: v.string(),
  invoice_id: v.null(),
  international: v.boolean(),
  method: v.literal('upi'),
  amount_refunded: paise,
  refund_status: v.nullable(v.picklist(['partial', 'full'])),
  captured: v.boolean(),
  description: v.nullable(v.string()),
  card_id: v.null(),
  bank: v.null(),
  wallet: v.null(),
  vpa: v.string(),
  email: v.string(),
  contact: v.string(),
  notes,
  fee: v.nullable(paise),
  tax: v.nullable(paise),
  error_code: v.nullable(v.string()),
  error_description: v.nullable(v.string()),
  error_source: v.nullable(v.string()),
  error_step: v.nullable(v.string()),
  error_reason: v.nullable(v.string()),
  acquirer_data: v.object({ rrn: v.nullable(v.string()) }),
  created_at: seconds,
  upi: v.object({
    vpa: v.string(),
    payer_account_type: v.optional(v.string()),
    flow: v.optional(v.string()),
  }),
});
export type PaymentEntity = v.InferOutput<typeof paymentEntity>;

/** Why a payment failed, as in the provider's error fields. */
export type PaymentFailure = {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
  description: string;
  source: string;
  step: string;
  reason: string;
};

export const refundEntity = v.object({
  id: v.string(),
  entity: v.literal('refund'),
  amount: paise,
  currency: v.literal('INR'),
  payment_id: v.string(),
  notes,
  receipt: v.nullable(v.string()),
  acquirer_data: v.object({ arn: v.nullable(v.string()) }),
  created_at: seconds,
  batch_id: v.null(),
  status: v.picklist(['pending', 'processed', 'failed']),
  speed_processed: v.picklist(['normal', 'instant']),
  speed_requested: v.picklist(['normal', 'optimum']),
});
export type RefundEntity = v.InferOutput<typeof refundEntity>;

const refundRecord = v.object({
  entity: refundEntity,
  /** The idempotency key and the request it was made with. */
  idempotency: v.nullable(v.object({ key: v.string(), request: v.string() })),
});
export type RefundRecord = v.InferOutput<typeof refundRecord>;

const webhookRecord = v.object({
  event_id: v.string(),
  event: v.string(),
  order_id: v.string(),
  /** Exactly what is signed and sent. */
  body: v.string(),
  created_at: seconds,
  /** `lost` was withheld by a switch; `not_sent` had no address to go to. */
  status: v.picklist(['pending', 'delivered', 'failed', 'lost', 'not_sent']),
  attempts: v.array(
    v.object({
      at: seconds,
      status: v.nullable(v.number()),
      error: v.nullable(v.string()),
    }),
  ),
});
export type WebhookRecord = v.InferOutput<typeof webhookRecord>;

export const stateFile = v.object({
  version: v.literal(2),
  orders: v.array(orderEntity),
  payments: v.array(paymentEntity),
  refunds: v.array(refundRecord),
  webhooks: v.array(webhookRecord),
});
export type StateFile = v.InferOutput<typeof stateFile>;
