import * as v from 'valibot';
import { isPaid, isReceived, type OrderStatus, orderStatuses } from '../../src/domain/orders.ts';
import { type DatabaseClient, unwrap } from './database.ts';
import type { PaymentEvent } from './payment-event.ts';

const orderRow = v.object({
  id: v.string(),
  pack: v.string(),
  amount: v.number(),
  currency: v.literal('INR'),
  status: v.picklist(orderStatuses),
  receipt: v.string(),
  provider_order_id: v.nullable(v.string()),
});

/** An order as we keep it; the amount is in paise. */
export type Order = v.InferOutput<typeof orderRow>;

const appliedEvent = v.object({
  outcome: v.picklist(['applied', 'duplicate', 'ignored', 'orphan', 'mismatch']),
});

/** What applying a payment event did. */
export type AppliedEvent = v.InferOutput<typeof appliedEvent>;

const paymentRow = v.object({
  status: v.string(),
  review: v.nullable(v.string()),
  orders: v.object({ status: v.picklist(orderStatuses) }),
});

const paymentId = v.object({ id: v.string() });

/** A payment as we keep it, with the state of the order it is for. */
export type KnownPayment = v.InferOutput<typeof paymentRow>;

/** Whether we hold the money of a payment and its order counts it. */
export function isSettled({ status, review, orders }: KnownPayment): boolean {
  return isReceived(status) && review !== 'amount_mismatch' && isPaid(orders.status);
}

/** A part of the orders: made from `after` to `before`, in one of these states. */
export type OrderWindow = {
  statuses: readonly OrderStatus[];
  after: Date;
  before: Date;
  /** How many orders at most, and whose turn it is when there are more: 0, 1, 2, ... */
  size: number;
  turn: number;
};

export type OrdersRepository = ReturnType<typeof ordersRepository>;

/** Our record of orders and payments. Every method throws DatabaseUnavailable in an outage. */
export function ordersRepository(client: DatabaseClient) {
  /** The orders of a window that were offered to the provider, oldest first. */
  const inWindow = ({ statuses, after, before }: OrderWindow, head: boolean) =>
    client
      .from('orders')
      .select('*', head ? { count: 'exact', head } : {})
      .in('status', statuses)
      .gte('created_at', after.toISOString())
      .lt('created_at', before.toISOString())
      .not('provider_order_id', 'is', null);

  return {
    /**
     * The order a buyer opened with this key: a new row, or the one that is there, unchanged.
     * `userId` is null for an anonymous buyer; `amount` is in paise.
     */
    async open(request: {
      userId: string | null;
      pack: string;
      amount: number;
      idempotencyKey: string;
    }): Promise<Order> {
      const reply = await client.rpc('open_order', {
        ...(request.userId !== null && { p_user_id: request.userId }),
        p_pack: request.pack,
        p_amount: request.amount,
        p_idempotency_key: request.idempotencyKey,
      });
      return v.parse(orderRow, unwrap(reply));
    },

    /** Notes the provider's order id unless one is noted; returns the row as it then stands. */
    async attachProviderOrder(orderId: string, providerOrderId: string): Promise<Order> {
      const reply = await client.rpc('attach_provider_order', {
        p_order_id: orderId,
        p_provider_order_id: providerOrderId,
      });
      return v.parse(orderRow, unwrap(reply));
    },

    /** The order that is known to the provider under this id, or null. */
    async byProviderOrder(providerOrderId: string): Promise<Order | null> {
      const reply = await client
        .from('orders')
        .select()
        .eq('provider_order_id', providerOrderId)
        .maybeSingle();
      return v.parse(v.nullable(orderRow), unwrap(reply));
    },

    /** What we know of a payment by the provider's id, or null. */
    async payment(paymentId: string): Promise<KnownPayment | null> {
      const reply = await client
        .from('payments')
        .select('status, review, orders(status)')
        .eq('id', paymentId)
        .maybeSingle();
      return v.parse(v.nullable(paymentRow), unwrap(reply));
    },

    /**
     * Applies an event in one transaction; the same event a second time changes nothing. Both are
     * decided by apply_payment_event in supabase/migrations/20261120100300_payment_events.sql.
     */
    async applyPaymentEvent({ id, type, body }: PaymentEvent): Promise<AppliedEvent> {
      const reply = await client.rpc('apply_payment_event', {
        p_event_id: id,
        p_type: type,
        p_body: body,
      });
      return v.parse(appliedEvent, unwrap(reply));
    },

    /** The payments whose money is ours by mistake: of a wrong amount, or paid twice. Ids only. */
    async awaitingReview(): Promise<string[]> {
      const reply = await client
        .from('payments')
        .select('id')
        .not('review', 'is', null)
        .eq('status', 'captured')
        .order('id')
        .limit(20);
      return v.parse(v.array(paymentId), unwrap(reply)).map(({ id }) => id);
    },

    /**
     * The orders of a window, or the page of them whose turn it is. Pages follow one another with
     * the turns, so every order comes up however many are never paid.
     */
    async inTurn(window: OrderWindow): Promise<Order[]> {
      const counted = await inWindow(window, true);
      unwrap(counted);
      const pages = Math.ceil((counted.count ?? 0) / window.size);
      if (pages === 0) return [];
      const start = (window.turn % pages) * window.size;
      const reply = await inWindow(window, false)
        .order('created_at')
        .order('id')
        .range(start, start + window.size - 1);
      return v.parse(v.array(orderRow), unwrap(reply));
    },
  };
}
