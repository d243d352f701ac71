import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { paymentReference, type PaymentStatusReply } from '../src/domain/api.ts';
import { formatDay } from '../src/domain/words/dates.ts';
import { formatPaise } from '../src/domain/words/money.ts';
import { discountOf, orderNumber } from '../src/domain/payments/receipt.ts';
import { soldPack } from '../src/domain/packs/packs.ts';
import { handle } from './_lib/http/handle.ts';
import { json } from './_lib/http/replies.ts';
import { isSettled } from './_lib/payments/orders.ts';
import { services } from './_lib/payments/services.ts';

/** What anybody with a payment's reference may know: the purchase, and no personal data. */
async function statusOf(reference: string | null): Promise<PaymentStatusReply> {
  if (!v.is(paymentReference, reference)) return { status: 'unknown' };
  const { orders } = services();
  const payment = await orders.payment(reference);
  if (payment === null) return { status: 'unknown' };
  if (await orders.goesBack(payment)) return { status: 'returning' };
  if (!isSettled(payment)) return { status: payment.status === 'failed' ? 'failed' : 'pending' };
  const { amount_refunded: refunded, provider_created_at, orders: order } = payment;
  return {
    status: refunded === 0 ? 'paid' : refunded < order.amount ? 'partly_refunded' : 'refunded',
    receipt: {
      pack: soldPack(order),
      amount: formatPaise(order.amount),
      discount: discountOf(order),
      ...(refunded > 0 && { refunded: formatPaise(refunded) }),
      date: formatDay(provider_created_at ?? order.created_at),
      number: orderNumber(order.receipt),
    },
  };
}

/** `GET /api/paymentStatus?reference=` (§11.21): whether a payment has arrived, and what it bought. */
export default handle('paymentStatus', ['GET'], async (req) => {
  return json(await statusOf(new URL(req.url).searchParams.get('reference')));
});

export const config: Config = { path: ['/api/paymentStatus', '/api/paymentstatus'], region: 'sin' };
