import type * as v from 'valibot';
import { checkoutReply, keyReply, paymentPaths } from '../domain/api.ts';
import { callFunction } from './function-call.ts';

/** The provider's public key (§11.15). Throws FunctionError. */
export async function fetchPaymentKey(): Promise<string> {
  const { key } = await callFunction(paymentPaths.key, keyReply);
  return key;
}

/** An order of the provider; `amount` is in paise. */
export type CheckoutOrder = v.InferOutput<typeof checkoutReply>['order'];

/**
 * Creates an order for `rupees` (§11.16), which belongs to the member whose access token is given. The
 * same idempotency key always gives the same order. Throws FunctionError.
 */
export async function createOrder(
  rupees: number,
  idempotencyKey: string,
  accessToken: string | undefined,
): Promise<CheckoutOrder> {
  const { order } = await callFunction(paymentPaths.checkout, checkoutReply, {
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
