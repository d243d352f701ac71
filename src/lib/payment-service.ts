import * as v from 'valibot';
import {
  checkoutReply,
  errorReply,
  keyReply,
  paymentPaths,
  type ApiErrorCode,
} from '../domain/api.ts';

/** A failed call of the payment functions. `code` is 'network' when no answer came. */
export class PaymentServiceError extends Error {
  readonly code: ApiErrorCode | 'network';

  constructor(code: ApiErrorCode | 'network') {
    super(`The payment service answered: ${code}`);
    this.name = 'PaymentServiceError';
    this.code = code;
  }
}

// ms. The functions give up on the provider after 8 s, so no answer comes later than this.
const timeout = 15_000;

async function call<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  init: RequestInit = {},
): Promise<v.InferOutput<Schema>> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(timeout) });
    status = response.status;
    text = await response.text();
  } catch {
    throw new PaymentServiceError('network');
  }
  const json = v.pipe(v.string(), v.parseJson());
  const reply = v.safeParse(v.pipe(json, schema), text);
  if (reply.success) return reply.output;
  const refusal = v.safeParse(v.pipe(json, errorReply), text);
  if (refusal.success) throw new PaymentServiceError(refusal.output.error.code);
  // Not an answer of our functions: the host in front of them has its own format.
  throw new PaymentServiceError(status === 429 ? 'too_many_requests' : 'internal');
}

/** The provider's public key (§11.15). Throws PaymentServiceError. */
export async function fetchPaymentKey(): Promise<string> {
  const { key } = await call(paymentPaths.key, keyReply);
  return key;
}

/** An order of the provider; `amount` is in paise. */
export type CheckoutOrder = v.InferOutput<typeof checkoutReply>['order'];

/**
 * Creates an order for `rupees` (§11.16), which belongs to the member whose access token is given. The
 * same idempotency key always gives the same order. Throws PaymentServiceError.
 */
export async function createOrder(
  rupees: number,
  idempotencyKey: string,
  accessToken: string | undefined,
): Promise<CheckoutOrder> {
  const { order } = await call(paymentPaths.checkout, checkoutReply, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify({ amount: rupees }),
  });
  return order;
}
