import { randomInt } from 'node:crypto';
import * as v from 'valibot';

/* The provider's entities with the fields that we read. Amounts are in paise, times in Unix seconds. */

/** The merchant's key-value pairs; an empty list if there are none. */
export const notes = v.union([v.tuple([]), v.record(v.string(), v.string())]);

const paise = v.pipe(v.number(), v.integer(), v.minValue(0));
const seconds = v.pipe(v.number(), v.integer());

export const orderEntity = v.object({
  id: v.string(),
  amount: paise,
  currency: v.literal('INR'),
  receipt: v.nullable(v.string()),
  notes,
  status: v.picklist(['created', 'attempted', 'paid']),
  created_at: seconds,
});
export type OrderEntity = v.InferOutput<typeof orderEntity>;

export const paymentEntity = v.object({
  id: v.string(),
  order_id: v.string(),
  amount: paise,
  currency: v.literal('INR'),
  status: v.picklist(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount_refunded: paise,
  captured: v.boolean(),
  method: v.literal('upi'),
  email: v.string(),
  contact: v.string(),
  error_code: v.nullable(v.string()),
  error_description: v.nullable(v.string()),
  created_at: seconds,
});
export type PaymentEntity = v.InferOutput<typeof paymentEntity>;

export const refundEntity = v.object({
  id: v.string(),
  payment_id: v.string(),
  amount: paise,
  status: v.picklist(['pending', 'processed', 'failed']),
  notes,
  receipt: v.nullable(v.string()),
  speed_requested: v.picklist(['normal', 'optimum']),
  created_at: seconds,
});
export type RefundEntity = v.InferOutput<typeof refundEntity>;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new id in the provider's format: prefix, underscore and 14 alphanumeric characters. */
export function newId(prefix: 'order' | 'pay' | 'rfnd' | 'evt' | 'disp'): string {
  const suffix = Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}_${suffix.join('')}`;
}

/** The current time in Unix seconds. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
