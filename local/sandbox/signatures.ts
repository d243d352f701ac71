import { createHmac } from 'node:crypto';

/** The signature of a callback: hex HMAC-SHA256 of `order_id|payment_id` under the key secret. */
export function paymentSignature(orderId: string, paymentId: string, keySecret: string): string {
  return createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex');
}

/** The `X-Razorpay-Signature` of a webhook: hex HMAC-SHA256 of the raw body under the webhook secret. */
export function webhookSignature(body: string, webhookSecret: string): string {
  return createHmac('sha256', webhookSecret).update(body).digest('hex');
}
