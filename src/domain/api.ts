import * as v from 'valibot';

// The contract between the site and functions/, one schema per body (§11.15 to §11.27). Requests have
// amounts in rupees, orders in paise.

/** Paths of the payment functions. */
export const paymentPaths = {
  key: '/api/getkey',
  checkout: '/api/checkout',
  verify: '/api/paymentVerify',
  webhook: '/api/paymentWebhook',
  status: '/api/paymentStatus',
} as const;

/** Path of the page-view counter (§11.26). */
export const pageviewPath = '/api/pageview';

/** Answer of `GET /api/getkey`: the provider's public key id (§11.15). */
export const keyReply = v.object({ key: v.pipe(v.string(), v.regex(/^rzp_(test|live)_\w+$/)) });

/** Body of `POST /api/checkout`: an amount in rupees, which the handler checks against the packs (§11.16). */
export const checkoutRequest = v.object({ amount: v.number() });

/** Answer of `POST /api/checkout`: the provider's order id and the amount in paise (§8.22). */
export const checkoutReply = v.object({
  success: v.literal(true),
  order: v.object({
    id: v.string(),
    amount: v.pipe(v.number(), v.integer()),
    currency: v.literal('INR'),
  }),
});

/**
 * Answer of `GET /api/paymentStatus?reference=`: the state of a payment and nothing personal (§11.21). A
 * payment that counts comes with the lines of its receipt, as they are printed (§4.13).
 */
export const statusReply = v.object({
  status: v.picklist(['paid', 'partly_refunded', 'refunded', 'pending', 'unknown']),
  receipt: v.optional(
    v.object({
      pack: v.string(),
      amount: v.string(),
      refunded: v.optional(v.string()),
      date: v.string(),
      number: v.string(),
    }),
  ),
});
export type PaymentStatusReply = v.InferOutput<typeof statusReply>;

/** Answer of `/api/paymentVerify` to a caller that accepts JSON; browsers are redirected (§11.18). */
export const verifyReply = v.object({
  success: v.literal(true),
  status: v.picklist(['paid', 'pending']),
  reference: v.string(),
});

/** Body of `POST /api/pageview`: the path of the page that was opened. */
export const pageviewRequest = v.object({ path: v.string() });

/** Why a function refused a request, as `error.code` of its reply. */
export type ApiErrorCode =
  | 'invalid_json'
  | 'invalid_amount'
  | 'invalid_key'
  | 'invalid_request'
  | 'signature_invalid'
  | 'payment_failed'
  | 'session_expired'
  | 'forbidden_origin'
  | 'not_found'
  | 'method_not_allowed'
  | 'idempotency_mismatch'
  | 'already_paid'
  | 'address_not_proven'
  | 'phone_missing'
  | 'already_had'
  | 'free_gone'
  | 'person_changed'
  | 'invalid_file'
  | 'too_many_files'
  | 'too_many_uploads'
  | 'no_such_booking'
  | 'no_such_file'
  | 'not_in_group'
  | 'match_not_valid'
  | 'too_many_matches'
  | 'loan_was_paid_out'
  | 'not_your_pack'
  | 'pack_not_paid'
  | 'pack_refunded'
  | 'refund_open'
  | 'no_session_held'
  | 'no_session_before'
  | 'amount_changed'
  | 'offer_not_valid'
  | 'too_late'
  | 'no_such_request'
  | 'already_decided'
  | 'nothing_asked'
  | 'too_many_today'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'provider_error'
  | 'provider_timeout'
  | 'database_unavailable'
  | 'not_configured'
  | 'link_not_valid'
  | 'not_open_yet'
  | 'link_expired'
  | 'slot_has_started'
  | 'feedback_not_valid'
  | 'wrong_password'
  | 'message_not_valid'
  | 'only_links'
  | 'too_many_messages'
  | 'internal';

/**
 * Body of every refusal of a function; `message` is written for people (§11.27). Any text passes as a code: a
 * page that is older than the function still shows the message, and need not download the list.
 */
export const errorReply = v.object({
  success: v.literal(false),
  error: v.object({
    code: v.custom<ApiErrorCode>((code) => typeof code === 'string'),
    message: v.string(),
  }),
});

/** A payment reference, which is the provider's payment id. */
export const referencePattern = /^pay_[A-Za-z0-9]{1,60}$/;
export const paymentReference = v.pipe(v.string(), v.regex(referencePattern));
