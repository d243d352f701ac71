import type { Pack } from '../../domain/packs/packs.ts';
import { isPaid, isReceived, type OrderStatus } from '../../domain/payments/orders.ts';
import { lengthOf } from '../../domain/periods.ts';
import { toPaise } from '../../domain/words/money.ts';
import type { Order } from './orders-store.ts';

/** What an unpaid state means, and what to do (§8.28). */
export const orderStateHints: Partial<Record<OrderStatus, string>> = {
  created:
    'You began this purchase and did not pay. No money has moved. Pay now, or leave it: it disappears after a day.',
  attempted:
    'A payment was tried, and no money has arrived. If you approved it in your bank or UPI app, wait 20 minutes and do not pay again. Otherwise pay now, or leave it: it disappears after a day.',
};

/**
 * The orders to show at `now` (ms): all paid ones, and the unpaid ones of the last 24 hours. A hidden order is
 * shown again, as paid, if its payment still arrives.
 */
export function ordersToShow(orders: readonly Order[], now: number): Order[] {
  return orders.filter(
    ({ status, created_at }) =>
      isPaid(status) || now - Date.parse(created_at) < lengthOf('open payment'),
  );
}

/** Whether the member can still pay an order: it is unpaid, and the pack's price has not changed. */
export function isPayable({ status, amount, discount }: Order, pack: Pack): boolean {
  return !isPaid(status) && amount + discount === toPaise(pack.price);
}

/** The payment that paid an order, whose id is the buyer's reference; undefined if there is none. */
export function countingPayment({ payments }: Order): Order['payments'][number] | undefined {
  return payments.find(({ status, review }) => review === null && isReceived(status));
}
