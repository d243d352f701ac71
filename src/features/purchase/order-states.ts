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

// An order that was never paid stays visible for as long as it can still be paid.
const openFor = 24 * 60 * 60 * 1000;

/** The orders worth showing at `now` (ms): everything with money in it, and what was begun in the last day. */
export function ordersToShow(orders: readonly Order[], now: number): Order[] {
  return orders.filter(
    ({ status, created_at }) => isPaid(status) || now - Date.parse(created_at) < openFor,
  );
}

/** The payment an order was paid with: its id is the buyer's reference. */
export function countingPayment({ payments }: Order): Order['payments'][number] | undefined {
  return payments.find(({ status, review }) => review === null && isReceived(status));
}
