import type { Order, OrdersRepository } from './orders.ts';
import type { Provider } from './razorpay.ts';
import { reconcileOrder } from './reconciliation.ts';

/**
 * How many orders the restored database had lost, how many orders had payments to update, and the provider's ids that
 * match none of our records.
 */
export type CaughtUp = { orders: number; changed: number; strangers: string[] };

/**
 * Brings a restored database up to date with the provider's records (§20.44): recreates paid orders from the lost
 * hours, applies their payments and counts every refund. Safe to repeat. Throws if the provider or the database does
 * not reply.
 */
export async function catchUp(
  orders: OrdersRepository,
  provider: Provider,
  { from, to }: { from: Date; to: Date },
): Promise<CaughtUp> {
  const done: CaughtUp = { orders: 0, changed: 0, strangers: [] };
  const followed = new Set<string>();

  async function follow(order: Order): Promise<void> {
    if (followed.has(order.id)) return;
    followed.add(order.id);
    if (await reconcileOrder(order, orders, provider)) done.changed += 1;
  }

  for (const found of await provider.ordersBetween(from, to)) {
    // The buyer never tried to pay for this order.
    if (found.status === 'created') continue;
    const known = await orders.byProviderOrder(found.id);
    const order = known ?? (await orders.bringBack(found));
    if (!known && order) done.orders += 1;
    if (order) await follow(order);
    else done.strangers.push(found.id);
  }
  for (const refund of await provider.refundsBetween(from, to)) {
    const id = (await orders.payment(refund.payment_id))?.orders.provider_order_id;
    const order = id ? await orders.byProviderOrder(id) : null;
    if (order) await follow(order);
    else done.strangers.push(refund.id);
  }
  return done;
}
