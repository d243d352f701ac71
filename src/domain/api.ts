import * as v from 'valibot';
import type { RefusalWord } from './refusals/index.ts';
import type { RequestCode } from './refusals/requests.ts';

// The contract between the site and functions/, one schema per body (§11.15 to §11.27). Requests have
// amounts in rupees, orders in paise.

/** Paths of the payment functions. */
export const paymentPaths = {
  key: '/api/getkey',
  checkout: '/api/checkout',
  discount: '/api/discount',
  verify: '/api/paymentVerify',
  webhook: '/api/paymentWebhook',
  status: '/api/paymentStatus',
} as const;

/** Path of the page-view counter (§11.26). */
export const pageviewPath = '/api/pageview';

/** Path to which browsers report loads that the policy of a page with a checkout blocked (§11.63). */
export const blockedPath = '/api/blocked';

/** Answer of `GET /api/getkey`: the provider's public key id (§11.15). */
export const keyReply = v.object({ key: v.pipe(v.string(), v.regex(/^rzp_(test|live)_\w+$/)) });

/**
 * Body of `POST /api/checkout` and `POST /api/discount`: the price of a pack in rupees, the pack's id, which only an
 * amount that several packs cost needs (§11.16), and a discount code, if there is one (§8.33).
 */
export const checkoutRequest = v.object({
  amount: v.number(),
  pack: v.optional(v.string()),
  code: v.optional(v.unknown()),
});

/** Answer of `POST /api/discount`: the amount to pay, in paise (§8.34). */
export const discountReply = v.object({
  success: v.literal(true),
  amount: v.pipe(v.number(), v.integer(), v.minValue(100)),
});

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
 * Answer of `GET /api/paymentStatus?reference=`: the state of a payment, and only a masked address of a person (§11.21). A
 * payment that counts comes with the lines of its receipt, as they are printed (§4.13). With `?order=` it is the state of
 * an order of the provider, with the reference of the payment that arrived for it.
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
  /** The provider's order of the payment. */
  order: v.optional(v.nullable(v.string())),
  reference: v.optional(v.string()),
  receipt: v.optional(
    v.object({
      pack: v.string(),
      amount: v.string(),
      discount: v.optional(v.string()),
      refunded: v.optional(v.string()),
      date: v.string(),
      number: v.string(),
      /** Where it was mailed in the last day, masked. */
      mailed: v.optional(v.string()),
    }),
  ),
});
export type PaymentStatusReply = v.InferOutput<typeof statusReply>;

/** Answer of `/api/paymentVerify` to a caller that accepts JSON; browsers are redirected (§11.18). */
export const verifyReply = v.object({
  success: v.literal(true),
  status: v.picklist(['paid', 'returning', 'pending']),
  reference: v.string(),
});

/** Body of `POST /api/pageview`: the path of the page that was opened. */
export const pageviewRequest = v.object({ path: v.string() });

/** Why a function refused a request, as `error.code` of its reply. */
export type ApiErrorCode = RequestCode | RefusalWord;

/**
 * Body of every refusal of a function; `message` is written for people (§11.27). Any text passes as a code, so that a
 * page older than the function still shows the message, and pages need not download the list of codes.
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
