import { isPaid, isReceived, type OrderStatus } from '../../domain/orders.ts';
import type { Order } from './orders-store.ts';

/** The state of an order as the member reads it. */
export const orderStateLabels: Record<OrderStatus, string> = {
  created: 'Not paid',
  attempted: 'Not paid yet',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
};

// ms. An unpaid order is hidden after a day; if its payment still arrives, it is shown again as paid.
const openFor = 24 * 60 * 60 * 1000;

/** The orders to show at `now` (ms): all that were paid, and the unpaid ones of the last 24 hours. */
export function ordersToShow(orders: readonly Order[], now: number): Order[] {
  return orders.filter(
    ({ status, created_at }) => isPaid(status) || now - Date.parse(created_at) < openFor,
  );
}

/** The payment that paid an order, whose id is the buyer's reference; undefined when there is none. */
export function countingPayment({ payments }: Order): Order['payments'][number] | undefined {
  return payments.find(({ status, review }) => review === null && isReceived(status));
}
