import * as v from 'valibot';
import {
  checkoutReply,
  errorReply,
  keyReply,
  paymentPaths,
  type ApiErrorCode,
} from '../domain/api.ts';

/** A call of the payment service that did not work. `code` is 'network' when no answer came. */
export class PaymentServiceError extends Error {
  readonly code: ApiErrorCode | 'network';

  constructor(code: ApiErrorCode | 'network') {
    super(`The payment service answered: ${code}`);
    this.name = 'PaymentServiceError';
    this.code = code;
  }
}

// The service itself gives up on the provider after 8 s; past this nobody is answering.
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
  // Not from our functions: the host in front of them answers in a form of its own.
  throw new PaymentServiceError(status === 429 ? 'too_many_requests' : 'internal');
}

/** The provider's public key (§11.15). Throws PaymentServiceError. */
export async function fetchPaymentKey(): Promise<string> {
  const { key } = await call(paymentPaths.key, keyReply);
  return key;
}

export type CheckoutOrder = v.InferOutput<typeof checkoutReply>['order'];

/**
 * Creates an order for `rupees` (§11.16). With an access token it belongs to that member. The same
 * idempotency key always gives the same order. Throws PaymentServiceError.
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
