import { lengthOf } from '../../../src/domain/periods.ts';
import { isPaid, orderStatuses, type OrderStatus } from '../../../src/domain/payments/orders.ts';
import { describe, log } from '../http/log.ts';
import type { Order, OrdersRepository } from './orders.ts';
import { fetchedPaymentEvent } from './payment-event.ts';
import { ProviderError } from './provider-error.ts';
import type { Provider, ProviderPayment } from './razorpay.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Minutes between runs, as scheduled in functions/reconcile.ts. */
const runEvery = 5;

const paid: readonly OrderStatus[] = orderStatuses.filter(isPaid);
const open: readonly OrderStatus[] = orderStatuses.filter((status) => !isPaid(status));

type Window = {
  statuses: readonly OrderStatus[];
  /** The ages of the orders in a window, in milliseconds. */
  from: number;
  to: number;
  /** How many orders a run checks, and how many of them in parallel. */
  size: number;
  parallel: number;
};

/**
 * The orders that a run checks. Recent open orders have a window of their own, so that abandoned ones cannot delay a
 * payment whose callback and webhook were both lost. Older orders are checked in turn: open ones for the five days in
 * which a late payment may arrive, and paid ones for the six months in which the provider can refund. The windows are
 * checked in parallel, so that a slow one does not hold up the others.
 */
const windows: readonly Window[] = [
  { statuses: open, from: 45 * minute, to: 15 * minute, size: 250, parallel: 5 },
  { statuses: open, from: lengthOf('late payment'), to: 45 * minute, size: 50, parallel: 2 },
  { statuses: paid, from: 183 * day, to: 0, size: 20, parallel: 1 },
];

/** A run's counts of orders. `changed` counts those whose payments had changed. */
export type Reconciliation = { asked: number; changed: number; failed: number };

/**
 * Asks the provider about orders whose payments we may have missed, and applies the answers (§8.18). Runs may repeat
 * and overlap. An order that fails does not stop the others, but a 429 from the provider or the `deadline` ends the run
 * early. Throws if the orders cannot be read.
 */
export async function reconcile(
  orders: OrdersRepository,
  provider: Provider,
  { now, deadline }: { now: Date; deadline: AbortSignal },
): Promise<Reconciliation> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const turn = Math.floor(now.getTime() / (runEvery * minute));
  const [review, ...shares] = await Promise.all([
    orders.awaitingReview(),
    ...windows.map(async ({ statuses, from, to, size, parallel }) => ({
      queue: await orders.inTurn({ statuses, after: ago(from), before: ago(to), size, turn }),
      parallel,
    })),
  ]);
  // Logged in every run until the payments are refunded, so a lost line does no harm.
  if (review.length > 0) log('error', 'payments_need_review', { payments: review.join(' ') });

  const done: Reconciliation = { asked: 0, changed: 0, failed: 0 };
  let busy = false;

  async function work(queue: Order[]): Promise<void> {
    for (let order = queue.shift(); order && !busy && !deadline.aborted; order = queue.shift()) {
      done.asked += 1;
      try {
        if (await reconcileOrder(order, orders, provider)) done.changed += 1;
      } catch (error) {
        done.failed += 1;
        log('warn', 'order_not_reconciled', { order: order.id, detail: describe(error) });
        busy ||= error instanceof ProviderError && error.fault === 'busy';
      }
    }
  }

  await Promise.all(
    shares.flatMap(({ queue, parallel }) => Array.from({ length: parallel }, () => work(queue))),
  );
  return done;
}

/**
 * A payment for an open order that is authorised but not captured. We have promised the payer the pack, but the
 * provider would return the money after three days.
 */
function waitingForUs(order: Order, payments: readonly ProviderPayment[]) {
  if (!open.includes(order.status) || payments.some(({ status }) => status === 'captured')) return;
  return payments.find(
    ({ status, amount, currency }) =>
      status === 'authorized' && amount === order.amount && currency === order.currency,
  );
}

/**
 * Applies every payment that the provider has for an order, and captures one that is only authorised. Resolves to true
 * if any of them was new.
 */
export async function reconcileOrder(
  order: Order,
  orders: OrdersRepository,
  provider: Provider,
): Promise<boolean> {
  if (order.provider_order_id === null) return false;
  let changed = false;
  async function apply(payment: ProviderPayment): Promise<void> {
    const { outcome } = await orders.applyPaymentEvent(fetchedPaymentEvent('reconcile', payment));
    changed ||= outcome === 'applied' || outcome === 'mismatch';
  }

  const payments = await provider.paymentsOfOrder(order.provider_order_id);
  for (const payment of payments) await apply(payment);
  const waiting = waitingForUs(order, payments);
  // If the money would not buy anything, we leave it uncaptured, and the provider returns it automatically.
  if (waiting && (await orders.mayBePaid(order))) await apply(await provider.capture(waiting));
  return changed;
}
