import { createHmac, timingSafeEqual } from 'node:crypto';

const hexDigest = /^[0-9a-f]{64}$/;

/** Compares in constant time. A signature that is not 64 lower-case hex digits never matches. */
function matches(message: string | Uint8Array, signature: string, secret: string): boolean {
  if (!hexDigest.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(message).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/**
 * Whether the provider signed this payment for this order (§8.17). `orderId` must come from the order's row in our
 * database.
 */
export function isPaymentSignature(
  { orderId, paymentId, signature }: { orderId: string; paymentId: string; signature: string },
  keySecret: string,
): boolean {
  return matches(`${orderId}|${paymentId}`, signature, keySecret);
}

/** Whether the provider signed exactly these bytes with one of our webhook secrets (§11.24). */
export function isWebhookSignature(
  body: Uint8Array,
  signature: string,
  secrets: readonly string[],
): boolean {
  return secrets.some((secret) => matches(body, signature, secret));
}
