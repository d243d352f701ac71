import type { Config } from '@netlify/functions';
import { ApiError } from './_lib/http/api-error.ts';
import { handle } from './_lib/http/handle.ts';
import { log } from './_lib/http/log.ts';
import { webhookEvent } from './_lib/payments/payment-event.ts';
import { json } from './_lib/http/replies.ts';
import { readBytes } from './_lib/http/request.ts';
import { services } from './_lib/payments/services.ts';
import { isWebhookSignature } from './_lib/payments/signatures.ts';

const bodyLimit = 256 * 1024;

/**
 * `POST /api/paymentWebhook` (§11.20): applies one of the provider's events. Checks the signature before parsing the
 * body (§11.24). After any status other than 2xx, the provider sends the event again.
 */
export default handle('paymentWebhook', ['POST'], async (req) => {
  const { env, orders } = services();
  const bytes = await readBytes(req, bodyLimit);
  const signature = req.headers.get('x-razorpay-signature') ?? '';
  if (!isWebhookSignature(bytes, signature, env.razorpay.webhookSecrets)) {
    throw new ApiError(401, 'signature_invalid', 'The signature does not match the body.');
  }
  const event = webhookEvent(bytes, req.headers.get('x-razorpay-event-id'));
  const { outcome } = await orders.applyPaymentEvent(event);
  if (outcome === 'orphan' || outcome === 'mismatch') {
    log('error', 'event_needs_review', { id: event.id, type: event.type, outcome });
  }
  return json({ status: outcome });
});

export const config: Config = {
  path: ['/api/paymentWebhook', '/api/paymentwebhook'],
  region: 'sin',
};
