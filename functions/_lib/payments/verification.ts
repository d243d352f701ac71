import * as v from 'valibot';
import { paymentReference } from '../../../src/domain/api.ts';
import { ApiError } from '../http/api-error.ts';
import { log } from '../http/log.ts';
import { isSettled, type Order, type OrdersRepository } from './orders.ts';
import { fetchedPaymentEvent } from './payment-event.ts';
import { isGivenBack, type Provider, type ProviderPayment, providerOrderId } from './razorpay.ts';
import { isPaymentSignature } from './signatures.ts';

/** The three fields that the provider adds when it sends a payer back to us. */
export type Callback = { paymentId: string; orderId: string; signature: string };

const callback = v.object({
  paymentId: paymentReference,
  orderId: providerOrderId,
  signature: v.string(),
});

const signatureInvalid = () =>
  new ApiError(400, 'signature_invalid', 'We could not confirm this payment.');

const paymentFailed = () =>
  new ApiError(400, 'payment_failed', 'The payment did not go through. You can try again.');

/**
 * Reads the provider's three fields and ignores all others (§11.23). Throws 400: `payment_failed` if the provider
 * reports a failure instead, `signature_invalid` if any of the fields is missing or malformed.
 */
export function parseCallback(fields: URLSearchParams): Callback {
  const parsed = v.safeParse(callback, {
    paymentId: fields.get('razorpay_payment_id'),
    orderId: fields.get('razorpay_order_id'),
    signature: fields.get('razorpay_signature'),
  });
  if (parsed.success) return parsed.output;
  throw fields.has('error[code]') ? paymentFailed() : signatureInvalid();
}

function belongs(payment: ProviderPayment, id: string, order: Order): boolean {
  return (
    payment.id === id &&
    payment.order_id === order.provider_order_id &&
    payment.amount === order.amount &&
    payment.currency === order.currency
  );
}

/**
 * Verifies a returning payer's payment (§8.17). Checks the signature with each of `keySecrets` and the order id in our
 * own row, then fetches the payment, records it and compares it with the row. 'paid' comes with the reference of the
 * payment that paid for the order, which may be a different one. 'returning' means that the money did not buy anything
 * and will be refunded. 'pending' means that money is in transit, so the payer must not pay again. Throws 400 for a bad
 * signature or a failed payment, and 404 for an unknown order.
 */
export async function verifyPayment(
  { paymentId, orderId, signature }: Callback,
  keySecrets: readonly string[],
  orders: OrdersRepository,
  provider: Provider,
): Promise<{ status: 'paid' | 'returning' | 'pending'; reference: string }> {
  // In parallel, so that the payer waits for one round trip only.
  const [order, known] = await Promise.all([
    orders.byProviderOrder(orderId),
    orders.payment(paymentId),
  ]);
  if (!order?.provider_order_id) {
    throw new ApiError(404, 'not_found', 'We cannot find an order with this id.');
  }
  const signed = { orderId: order.provider_order_id, paymentId, signature };
  if (!keySecrets.some((secret) => isPaymentSignature(signed, secret))) throw signatureInvalid();

  if (known && isSettled(known)) return { status: 'paid', reference: paymentId };

  const payment = await provider.payment(paymentId);
  await orders.applyPaymentEvent(fetchedPaymentEvent('callback', payment));
  const isOurs = belongs(payment, paymentId, order);
  if (!isOurs) log('error', 'payment_mismatch', { order: order.id, payment: paymentId });
  // The database decides which payment pays for the order, because the discount code may have been used up in the
  // meantime. If the payer has already paid for it with another payment, we must not tell them to wait for this one or
  // to pay again.
  const [counting, now] = await Promise.all([
    orders.paymentOf(order.id),
    orders.payment(paymentId),
  ]);
  if (counting !== null) return { status: 'paid', reference: counting };
  if (now && (await orders.goesBack(now))) return { status: 'returning', reference: paymentId };
  if (isOurs && (payment.status === 'failed' || isGivenBack(payment))) throw paymentFailed();
  return { status: 'pending', reference: paymentId };
}
