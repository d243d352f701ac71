import * as v from 'valibot';
import type { RefusalWord } from './refusals/index.ts';
import type { RequestCode } from './refusals/requests.ts';

// The contract between the site and functions/, with one schema for each body (§11.15 to §11.27). Amounts are in rupees
// in requests, and in paise in orders.

/** Paths of the payment functions. */
export const paymentPaths = {
  key: '/api/getkey',
  checkout: '/api/checkout',
  discount: '/api/discount',
  verify: '/api/paymentVerify',
  webhook: '/api/paymentWebhook',
  status: '/api/paymentStatus',
} as const;

/** Path of the function that counts page views (§11.26). */
export const pageviewPath = '/api/pageview';

/** Where browsers report the loads that a checkout page's policy has blocked (§11.63). */
export const blockedPath = '/api/blocked';

/** The reply to `GET /api/getkey`: the provider's public key id (§11.15). */
export const keyReply = v.object({ key: v.pipe(v.string(), v.regex(/^rzp_(test|live)_\w+$/)) });

/**
 * Body of `POST /api/checkout` and `POST /api/discount`: a pack's price in rupees, the pack's id, which is needed only
 * if several packs share that price (§11.16), and a discount code if there is one (§8.33).
 */
export const checkoutRequest = v.object({
  amount: v.number(),
  pack: v.optional(v.string()),
  code: v.optional(v.unknown()),
});

/** The reply to `POST /api/discount`: the amount to pay, in paise (§8.34). */
export const discountReply = v.object({
  success: v.literal(true),
  amount: v.pipe(v.number(), v.integer(), v.minValue(100)),
});

/** The reply to `POST /api/checkout`: the provider's order id, and the amount in paise (§8.22). */
export const checkoutReply = v.object({
  success: v.literal(true),
  order: v.object({
    id: v.string(),
    amount: v.pipe(v.number(), v.integer()),
    currency: v.literal('INR'),
  }),
});

/**
 * The reply to `GET /api/paymentStatus?reference=`: a payment's state. Its only personal data is a masked email address
 * (§11.21). A payment that counts includes its receipt's lines, as printed (§4.13). With `?order=`, the reply is the
 * state of one of the provider's orders, with the reference of the payment that arrived for it and the server's time.
 */
export const statusReply = v.object({
  status: v.picklist([
    'paid',
    'partly_refunded',
    'refunded',
    'returning',
    'pending',
    'failed',
    'unknown',
  ]),
  /** The provider's id for the payment's order. */
  order: v.optional(v.nullable(v.string())),
  reference: v.optional(v.string()),
  now: v.optional(v.string()),
  /** True if the pack is in an account, so that its owner only has to log in. */
  owned: v.optional(v.boolean()),
  /** True if the payment has no account and no email address, so that no sign-up can find it. */
  unaddressed: v.optional(v.boolean()),
  receipt: v.optional(
    v.object({
      pack: v.string(),
      amount: v.string(),
      discount: v.optional(v.string()),
      refunded: v.optional(v.string()),
      date: v.string(),
      number: v.string(),
      /** The masked address to which the receipt was mailed in the last day. */
      mailed: v.optional(v.string()),
    }),
  ),
});
export type PaymentStatusReply = v.InferOutput<typeof statusReply>;

/** The reply from `/api/paymentVerify` to a caller that accepts JSON; browsers are redirected (§11.18). */
export const verifyReply = v.object({
  success: v.literal(true),
  status: v.picklist(['paid', 'returning', 'pending']),
  reference: v.string(),
});

/** Body of `POST /api/pageview`: the opened page's path. */
export const pageviewRequest = v.object({ path: v.string() });

/** Why a function refused a request, as in its reply's `error.code`. */
export type ApiErrorCode = RequestCode | RefusalWord;

/**
 * The body of every refusal by a function; `message` is written for readers (§11.27). Any string is valid as a code, so
 * that a page older than the function still shows the message, and no page has to download the list of codes.
 */
export const errorReply = v.object({
  success: v.literal(false),
  error: v.object({
    code: v.custom<ApiErrorCode>((code) => typeof code === 'string'),
    message: v.string(),
  }),
});

/** A payment reference: the provider's payment id. */
export const referencePattern = /^pay_[A-Za-z0-9]{1,60}$/;
export const paymentReference = v.pipe(v.string(), v.regex(referencePattern));
