import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ApiError } from './api-error.ts';
import type { ProviderPayment } from './razorpay.ts';
import { decode, parseJson } from './request.ts';

/** An event about a payment; `body` is JSON text in the provider's webhook envelope. */
export type PaymentEvent = { id: string; type: string; body: string };

/** Makes an event of a payment we fetched ourselves; the same state always gets the same id. */
export function fetchedPaymentEvent(
  source: 'callback' | 'reconcile',
  payment: ProviderPayment,
): PaymentEvent {
  const type = `payment.${payment.status}`;
  return {
    id: `${source}:${payment.id}:${payment.status}:${payment.amount_refunded}`,
    type,
    body: JSON.stringify({ event: type, payload: { payment: { entity: payment } } }),
  };
}

const envelope = v.object({ event: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) });
const eventId = v.pipe(v.string(), v.regex(/^[\w.:-]{1,100}$/));

/**
 * Parses the body of a webhook whose signature was checked. Without a usable id in the header, the
 * SHA-256 of the body is the id (reliability P35). Throws 400 for anything that is not an event.
 */
export function webhookEvent(bytes: Uint8Array, idHeader: string | null): PaymentEvent {
  const body = decode(bytes);
  const parsed = v.safeParse(envelope, parseJson(body));
  if (!parsed.success) {
    throw new ApiError(400, 'invalid_request', 'The body is not an event of the provider.');
  }
  const id = v.is(eventId, idHeader)
    ? idHeader
    : `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { id, type: parsed.output.event, body };
}
