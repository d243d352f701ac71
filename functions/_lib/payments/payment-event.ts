import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ApiError } from '../http/api-error.ts';
import type { ProviderPayment } from './razorpay.ts';
import { decode, parseJson } from '../http/request.ts';

/** An event about a payment; `body` is JSON text in the envelope of the provider's webhooks. */
export type PaymentEvent = { id: string; type: string; body: string };

/** Makes an event from a payment that we fetched. The same state always gets the same id. */
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

// Postgres could not store certain other values, such as an escaped NUL.
const word = v.pipe(v.string(), v.regex(/^[\w.:-]{1,100}$/));
const envelope = v.object({ event: word });

/** The deepest nesting we accept. The provider's bodies are six levels deep, and Postgres fails at thousands. */
const depthLimit = 64;

/** How deeply JSON text is nested, including values that a parser would drop because their key is repeated. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/**
 * Parses the body of a webhook whose signature was already checked. The event's id gets a prefix, because the header is
 * not signed and could otherwise contain the id of one of our own events (§11.46). Without a usable id in the header,
 * the SHA-256 of the body is the id (reliability P35). Throws 400 if the body is not an event or contains something the
 * database could not read (§11.45).
 */
export function webhookEvent(bytes: Uint8Array, idHeader: string | null): PaymentEvent {
  const body = decode(bytes);
  const parsed = v.safeParse(envelope, parseJson(body));
  if (!parsed.success || depthOf(body) > depthLimit) {
    throw new ApiError(400, 'invalid_request', 'The body is not an event from Razorpay.');
  }
  const id = v.is(word, idHeader)
    ? `webhook:${idHeader}`
    : `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { id, type: parsed.output.event, body };
}
