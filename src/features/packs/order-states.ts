import type { Pack } from '../../domain/packs/packs.ts';
import { isPaid, isReceived, type OrderStatus } from '../../domain/payments/orders.ts';
import { lengthOf } from '../../domain/periods.ts';
import { toPaise } from '../../domain/words/money.ts';
import type { Order } from './orders-store.ts';

type Payment = Order['payments'][number];

const orderStateHints: Partial<Record<OrderStatus, string>> = {
  created:
    'You began this purchase and did not pay. No money has moved. Pay now, or leave it: it disappears after a day.',
  attempted:
    'A payment was tried, and no money has arrived. If you approved it in your bank or UPI app, wait 20 minutes and do not pay again. Otherwise pay now, or leave it: it disappears after a day.',
};

/** A payment of an order that arrived and bought nothing, so that it goes back (§8.15); undefined if there is none. */
const returnedPayment = ({ payments }: Order): Payment | undefined =>
  payments.find(({ status, review }) => review !== null && isReceived(status));

/** What the state of an order means, and what to do; undefined where its label says enough (§8.28). */
export function orderHint(order: Order): string | undefined {
  const returned = returnedPayment(order);
  if (!isPaid(order.status)) {
    return returned
      ? 'Your payment arrived, but the price had changed, so it bought nothing. The money goes back to you in full, the way you paid.'
      : orderStateHints[order.status];
  }
  return returned?.status === 'captured'
    ? 'You paid for this twice. The second payment goes back to you in full, the way you paid.'
    : undefined;
}

/**
 * The orders to show at `now` (ms): all paid ones, the unpaid ones of the last 24 hours, and those whose money we still
 * have to return. A hidden order is shown again, as paid, if its payment still arrives.
 */
export function ordersToShow(orders: readonly Order[], now: number): Order[] {
  return orders.filter(
    (order) =>
      isPaid(order.status) ||
      now - Date.parse(order.created_at) < lengthOf('open payment') ||
      returnedPayment(order)?.status === 'captured',
  );
}

/** Whether the member can still pay an order: no money of it has arrived, and the pack's price has not changed. */
export function isPayable(order: Order, pack: Pack): boolean {
  const { status, amount, discount } = order;
  return !isPaid(status) && !returnedPayment(order) && amount + discount === toPaise(pack.price);
}

/** The payment that paid an order, whose id is the buyer's reference; undefined if there is none. */
export function countingPayment({ payments }: Order): Payment | undefined {
  return payments.find(({ status, review }) => review === null && isReceived(status));
}
