import type { Order, OrdersRepository } from './orders.ts';
import type { Provider } from './razorpay.ts';
import { reconcileOrder } from './reconciliation.ts';

/** How many orders a restored database had lost, how many had news of money, and ids of the provider that fit nothing of ours. */
export type CaughtUp = { orders: number; changed: number; strangers: string[] };

/**
 * Brings a restored database up to the provider's (§20.44): makes the paid orders of the lost hours again, applies their
 * payments, and counts every refund. Runs may repeat. Throws if the provider or the database does not answer.
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
    // Nobody has tried to pay it.
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
