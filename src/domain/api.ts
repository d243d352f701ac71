import * as v from 'valibot';

/**
 * The contract between the site and functions/: one schema per body, used on both sides
 * (§11.15 to §11.21). Amounts of requests are rupees, amounts of orders are paise.
 */
export const paymentPaths = {
  key: '/api/getkey',
  checkout: '/api/checkout',
  verify: '/api/paymentVerify',
  webhook: '/api/paymentWebhook',
  status: '/api/paymentStatus',
} as const;

export const pageviewPath = '/api/pageview';

/** `GET /api/getkey`: the provider's public key id. */
export const keyReply = v.object({ key: v.pipe(v.string(), v.regex(/^rzp_(test|live)_\w+$/)) });

/** Body of `POST /api/checkout`: whole rupees. Which amounts are on sale is for the handler to say. */
export const checkoutRequest = v.object({ amount: v.number() });

/** Answer of `POST /api/checkout`: the provider's order id and its amount in paise. */
export const checkoutReply = v.object({
  success: v.literal(true),
  order: v.object({
    id: v.string(),
    amount: v.pipe(v.number(), v.integer()),
    currency: v.literal('INR'),
  }),
});

/** `GET /api/paymentStatus?reference=`: what is known of a payment, with nothing personal in it. */
export const statusReply = v.object({ status: v.picklist(['paid', 'pending', 'unknown']) });
export type PaymentStatus = v.InferOutput<typeof statusReply>['status'];

/** Answer of `/api/paymentVerify` to a caller that asks for JSON; browsers are led to a page. */
export const verifyReply = v.object({
  success: v.literal(true),
  status: v.picklist(['paid', 'pending']),
  reference: v.string(),
});

/** Body of `POST /api/pageview`, as JSON: the path of the page that was opened. */
export const pageviewRequest = v.object({ path: v.string() });

/** Why a function refused, as `error.code` of its JSON reply. */
export const apiErrorCodes = [
  'invalid_json',
  'invalid_amount',
  'invalid_key',
  'invalid_request',
  'signature_invalid',
  'payment_failed',
  'session_expired',
  'forbidden_origin',
  'not_found',
  'method_not_allowed',
  'idempotency_mismatch',
  'already_paid',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'provider_error',
  'provider_timeout',
  'database_unavailable',
  'not_configured',
  'internal',
] as const;
export type ApiErrorCode = (typeof apiErrorCodes)[number];

/** Every refusal of a function has this body; `message` is written for people. */
export const errorReply = v.object({
  success: v.literal(false),
  error: v.object({ code: v.picklist(apiErrorCodes), message: v.string() }),
});

/** A payment reference as /success and /api/paymentStatus accept it: the provider's payment id. */
export const referencePattern = /^pay_[A-Za-z0-9]{1,60}$/;
export const paymentReference = v.pipe(v.string(), v.regex(referencePattern));
