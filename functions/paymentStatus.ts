import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { paymentReference, type PaymentStatusReply } from '../src/domain/api.ts';
import { maskedAddress } from '../src/domain/account/masked-address.ts';
import { formatDay } from '../src/domain/words/dates.ts';
import { formatPaise } from '../src/domain/words/money.ts';
import { discountOf, orderNumber } from '../src/domain/payments/receipt.ts';
import { soldPack } from '../src/domain/packs/packs.ts';
import { deskRefusals } from '../src/domain/refusals/operators.ts';
import { bearerOf } from './_lib/account/signed-in.ts';
import { asCaller, unwrap } from './_lib/database/database.ts';
import { refused } from './_lib/http/api-error.ts';
import { handle } from './_lib/http/handle.ts';
import { json } from './_lib/http/replies.ts';
import { isPaid } from '../src/domain/payments/orders.ts';
import { isSettled } from './_lib/payments/orders.ts';
import { fetchedPaymentEvent } from './_lib/payments/payment-event.ts';
import { ProviderError } from './_lib/payments/provider-error.ts';
import { providerOrderId } from './_lib/payments/razorpay.ts';
import { reconcileOrder } from './_lib/payments/reconciliation.ts';
import { services } from './_lib/payments/services.ts';

/**
 * What anyone who has a payment's reference may see: the purchase and, on the first day, a masked email address
 * (§4.13).
 */
async function statusOf(reference: string | null): Promise<PaymentStatusReply> {
  if (!v.is(paymentReference, reference)) return { status: 'unknown' };
  const { orders } = services();
  const payment = await orders.payment(reference);
  if (payment === null) return { status: 'unknown' };
  if (await orders.goesBack(payment)) return { status: 'returning' };
  if (!isSettled(payment)) return { status: payment.status === 'failed' ? 'failed' : 'pending' };
  const address = await orders.receiptAddress(reference);
  const { amount_refunded: refunded, provider_created_at, orders: order } = payment;
  return {
    order: order.provider_order_id,
    status: refunded === 0 ? 'paid' : refunded < order.amount ? 'partly_refunded' : 'refunded',
    ...(order.user_id !== null ? { owned: true } : payment.email === null && { unaddressed: true }),
    receipt: {
      pack: soldPack(order),
      amount: formatPaise(order.amount),
      discount: discountOf(order),
      ...(refunded > 0 && { refunded: formatPaise(refunded) }),
      date: formatDay(provider_created_at ?? order.created_at),
      number: orderNumber(order.receipt),
      ...(address !== null && { mailed: maskedAddress(address) }),
    },
  };
}

/**
 * The state of one of the provider's orders. Asks the provider if no money has arrived yet: only the browser that began
 * the payment knows the order's id, and it may ask up to ten times a minute. 'pending' also covers an order without a
 * payment. Throws ProviderError.
 */
async function statusOfOrder(id: string): Promise<PaymentStatusReply> {
  const { orders, provider } = services();
  const order = v.is(providerOrderId, id) ? await orders.byProviderOrder(id) : null;
  if (order === null) return { status: 'unknown' };
  if (!isPaid(order.status) && (await orders.mayAskAbout(order))) {
    await reconcileOrder(order, orders, provider);
  }
  const reference = await orders.paymentToShow(order.id);
  if (reference === null) return { status: 'pending' };
  const { status } = await statusOf(reference);
  return { status, ...(status !== 'pending' && status !== 'failed' && { reference }) };
}

/**
 * Asks the provider about a payment on behalf of an owner at the desk, and stores the answer in the same way as the
 * reconciler (§22.33). Throws 403 for anyone else, and ProviderError if the provider does not reply.
 */
async function askForOwner(req: Request, reference: string): Promise<void> {
  const { env, orders, provider } = services();
  const looked = await asCaller(env, bearerOf(req)).rpc('desk_read', {
    p_lists: [{ name: 'payment_facts', args: { payment: reference } }],
  });
  if (!Array.isArray(unwrap(looked))) throw refused(deskRefusals, 'no_desk');
  try {
    const payment = await provider.payment(reference);
    await orders.applyPaymentEvent(fetchedPaymentEvent('reconcile', payment));
  } catch (error) {
    // If our key is valid, 'rejected' means that the provider does not know this payment.
    if (!(error instanceof ProviderError) || error.fault !== 'rejected' || error.keyRefused) {
      throw error;
    }
  }
}

/**
 * `GET /api/paymentStatus?reference=` (§11.21): whether a payment has arrived, and what it bought. With an owner's
 * token, asks the provider first. With `?order=`, returns the state of an order that was begun in this browser (§8.39).
 */
export default handle('paymentStatus', ['GET'], async (req) => {
  const { searchParams: query } = new URL(req.url);
  const [order, reference] = [query.get('order'), query.get('reference')];
  if (order !== null) {
    const now = new Date().toISOString();
    return json({ ...(await statusOfOrder(order)), now } satisfies PaymentStatusReply);
  }
  const asks = req.headers.has('authorization') && v.is(paymentReference, reference);
  if (asks) await askForOwner(req, reference);
  return json(await statusOf(reference));
});

export const config: Config = { path: ['/api/paymentStatus', '/api/paymentstatus'], region: 'sin' };
