import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { paymentReference, type PaymentStatusReply } from '../src/domain/api.ts';
import { maskedAddress } from '../src/domain/account/masked-address.ts';
import { formatDay } from '../src/domain/words/dates.ts';
import { formatPaise } from '../src/domain/words/money.ts';
import { discountOf, orderNumber } from '../src/domain/payments/receipt.ts';
import { soldPack } from '../src/domain/packs/packs.ts';
import { handle } from './_lib/http/handle.ts';
import { json } from './_lib/http/replies.ts';
import { isPaid } from '../src/domain/payments/orders.ts';
import { isSettled } from './_lib/payments/orders.ts';
import { providerOrderId } from './_lib/payments/razorpay.ts';
import { reconcileOrder } from './_lib/payments/reconciliation.ts';
import { services } from './_lib/payments/services.ts';

/** What anybody with a payment's reference may know: the purchase, and a masked address on the first day (§4.13). */
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
 * What became of an order of the provider, which is asked while nothing has arrived: its address is known only to the
 * browser that began the payment, and ten times a minute at most. 'pending' also while there is no payment yet. Throws ProviderError.
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
 * `GET /api/paymentStatus?reference=` (§11.21): whether a payment has arrived, and what it bought. With `?order=`, what
 * became of an order that was begun in this browser (§8.39).
 */
export default handle('paymentStatus', ['GET'], async (req) => {
  const { searchParams: query } = new URL(req.url);
  const order = query.get('order');
  return json(await (order === null ? statusOf(query.get('reference')) : statusOfOrder(order)));
});

export const config: Config = { path: ['/api/paymentStatus', '/api/paymentstatus'], region: 'sin' };
