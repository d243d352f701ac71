import * as v from 'valibot';
import {
  isPaid,
  isReceived,
  type OrderStatus,
  orderStatuses,
} from '../../../src/domain/payments/orders.ts';
import { packById, type Pack } from '../../../src/domain/packs/packs.ts';
import { discountOwnRefusals, discountRefusals } from '../../../src/domain/refusals/discounts.ts';
import { purchaseRefusals } from '../../../src/domain/refusals/purchases.ts';
import { keysOf } from '../../../src/domain/words/keys-of.ts';
import { uuid } from '../../../src/domain/schema.ts';
import { toPaise } from '../../../src/domain/words/money.ts';
import { type DatabaseClient, unwrap, unwrapRefused } from '../database/database.ts';
import { refused } from '../http/api-error.ts';
import { personHash } from '../account/person-hash.ts';
import type { PaymentEvent } from './payment-event.ts';
import type { ListedOrder } from './razorpay.ts';

const orderRow = v.object({
  id: v.string(),
  pack: v.string(),
  amount: v.number(),
  code: v.nullable(v.string()),
  currency: v.literal('INR'),
  status: v.picklist(orderStatuses),
  receipt: v.string(),
  provider_order_id: v.nullable(v.string()),
});

/** An order as stored in our database; `amount` is the price in paise. */
export type Order = v.InferOutput<typeof orderRow>;

/** The pack that a buyer wants, and the discount code to apply. */
export type Wanted = { pack: Pack; code: string | null };

/**
 * A purchase under the buyer's idempotency key; `userId` is null for a visitor. `personHash` identifies the person who
 * uses a single-use code.
 */
export type Purchase = Wanted & {
  userId: string | null;
  idempotencyKey: string;
  personHash: string | null;
};

/** The price with a code, in paise, and the person's hash if each person can use the code only once. */
export type CodePrice = { amount: number; personHash: string | null };

const noPrice = { ...discountRefusals, ...discountOwnRefusals };
const checkedCode = v.union([
  v.object({ person: v.string() }),
  v.object({ amount: v.number() }),
  v.object({ refused: v.picklist(keysOf(noPrice)) }),
]);

const appliedEvent = v.object({
  outcome: v.picklist(['applied', 'duplicate', 'ignored', 'orphan', 'mismatch']),
});

/** The outcome of applying a payment event. */
export type AppliedEvent = v.InferOutput<typeof appliedEvent>;

/** The notes that purchase.ts added to the order at the provider. */
const lostOrder = v.object({
  order: uuid,
  pack: v.string(),
  code: v.optional(v.string()),
});

const paymentRow = v.object({
  status: v.string(),
  review: v.nullable(v.string()),
  amount_refunded: v.number(),
  email: v.nullable(v.string()),
  provider_created_at: v.nullable(v.string()),
  orders: v.object({
    id: v.string(),
    user_id: v.nullable(v.string()),
    code: v.nullable(v.string()),
    status: v.picklist(orderStatuses),
    receipt: v.string(),
    provider_order_id: v.nullable(v.string()),
    pack: v.string(),
    sessions: v.number(),
    persons: v.number(),
    amount: v.number(),
    discount: v.number(),
    created_at: v.string(),
  }),
});

const paymentId = v.object({ id: v.string() });

/** A payment as stored in our database, with its order; amounts are in paise. */
export type KnownPayment = v.InferOutput<typeof paymentRow>;

/** True if the money arrived and pays for the order, even if it was refunded later. */
export function isSettled({ status, review, orders }: KnownPayment): boolean {
  return isReceived(status) && review === null && isPaid(orders.status);
}

/** Selects orders created from `after` on and before `before`, in any of these states. */
export type OrderWindow = {
  statuses: readonly OrderStatus[];
  after: Date;
  before: Date;
  /** The page size, and the number of the page (0, 1, 2, …). Numbers past the last page start again at the first. */
  size: number;
  turn: number;
};

export type OrdersRepository = ReturnType<typeof ordersRepository>;

/** Reads and writes our orders and payments. Every method throws DatabaseUnavailable in an outage. */
export function ordersRepository(client: DatabaseClient) {
  /** The orders in a time window that exist at the provider; with `head`, only how many there are. */
  const inWindow = ({ statuses, after, before }: OrderWindow, head: boolean) =>
    client
      .from('orders')
      .select('*', head ? { count: 'exact', head } : {})
      .in('status', statuses)
      .gte('created_at', after.toISOString())
      .lt('created_at', before.toISOString())
      .not('provider_order_id', 'is', null);

  /**
   * Whether a payment can still pay for an order. It cannot if the order's code is used up (§8.33) or the buyer's
   * account is closed.
   */
  async function mayBePaid({ id }: Pick<Order, 'id'>): Promise<boolean> {
    return v.parse(v.boolean(), unwrap(await client.rpc('may_be_paid', { p_order_id: id })));
  }

  return {
    /**
     * The price with a code. Throws the refusal if the code does not apply. Counts wrong codes (§8.36) and new
     * purchases. If the key belongs to a purchase that has already begun, returns that purchase's price.
     */
    async priceWithCode(
      wanted: Wanted &
        Pick<Purchase, 'userId'> & {
          caller: string | null;
          secret: string;
          idempotencyKey?: string;
          personHash?: string;
        },
    ): Promise<CodePrice> {
      const { pack, code, userId, caller, secret, idempotencyKey, personHash: known } = wanted;
      const reply = await client.rpc('check_code', {
        p_code: code ?? '',
        p_pack: pack.id,
        p_amount: toPaise(pack.price),
        ...(userId !== null && { p_user_id: userId }),
        ...(caller !== null && { p_caller: caller }),
        ...(idempotencyKey !== undefined && { p_key: idempotencyKey }),
        ...(known !== undefined && { p_person_hash: known }),
      });
      const checked = v.parse(checkedCode, unwrapRefused(reply, purchaseRefusals));
      if ('refused' in checked) throw refused(noPrice, checked.refused);
      if ('amount' in checked) return { amount: checked.amount, personHash: known ?? null };
      return this.priceWithCode({
        ...wanted,
        personHash: personHash(`discount code ${code}`, checked.person, secret),
      });
    },

    /**
     * Opens an order under the buyer's idempotency key, or returns the order already opened under it. Throws the
     * refusal if the purchase is not allowed.
     */
    async open({
      userId,
      pack,
      code,
      idempotencyKey,
      personHash: person,
    }: Purchase): Promise<Order> {
      const reply = await client.rpc('open_order', {
        ...(userId !== null && { p_user_id: userId }),
        p_pack: pack.id,
        p_amount: toPaise(pack.price),
        p_idempotency_key: idempotencyKey,
        ...(code !== null && { p_code: code }),
        ...(person !== null && { p_person_hash: person }),
      });
      const why = { ...discountRefusals, ...purchaseRefusals };
      return v.parse(orderRow, unwrapRefused(reply, why));
    },

    /** Stores the provider's order id unless our row already has one. Returns the row. */
    async attachProviderOrder(orderId: string, providerOrderId: string): Promise<Order> {
      const reply = await client.rpc('attach_provider_order', {
        p_order_id: orderId,
        p_provider_order_id: providerOrderId,
      });
      return v.parse(orderRow, unwrap(reply));
    },

    /** Our order that has this id at the provider, or null. */
    async byProviderOrder(providerOrderId: string): Promise<Order | null> {
      const reply = await client
        .from('orders')
        .select()
        .eq('provider_order_id', providerOrderId)
        .maybeSingle();
      return v.parse(v.nullable(orderRow), unwrap(reply));
    },

    /**
     * Recreates an order that a restored database has lost, without an owner (§20.44): whoever has verified the
     * payment's email address can claim it. Resolves to null if the order is not ours, or if a rule refuses it because
     * its code or price no longer exists.
     */
    async bringBack({ id, amount, receipt, notes }: ListedOrder): Promise<Order | null> {
      const noted = v.safeParse(lostOrder, notes);
      if (!noted.success || receipt !== `ac_${noted.output.order.replaceAll('-', '')}`) return null;
      const { order, pack, code } = noted.output;
      const discount = toPaise(packById(pack)?.price ?? 0) - amount;
      const reply = await client
        .from('orders')
        .insert({
          ...{ id: order, pack, amount, receipt, provider_order_id: id, idempotency_key: order },
          ...(code !== undefined && { code, discount, held_until: new Date(0).toISOString() }),
        })
        .select()
        .maybeSingle();
      // Class 23 is a violated constraint, so a retry would fail too.
      if (reply.error?.code.startsWith('23')) return null;
      return v.parse(orderRow, unwrap(reply));
    },

    /** Our payment that has this id at the provider, or null. */
    async payment(paymentId: string): Promise<KnownPayment | null> {
      const reply = await client
        .from('payments')
        // We name the foreign key, because the local REST API also finds joins through the schema private.
        .select(
          'status, review, amount_refunded, email, provider_created_at, orders!payments_order_id_fkey(id, user_id, code, status, receipt, provider_order_id, pack, sessions, persons, amount, discount, created_at)',
        )
        .eq('id', paymentId)
        .maybeSingle();
      return v.parse(v.nullable(paymentRow), unwrap(reply));
    },

    mayBePaid,

    /** Whether a caller who knows an order's id may make us ask the provider about it once more. Each call counts. */
    async mayAskAbout({ id }: Pick<Order, 'id'>): Promise<boolean> {
      return v.parse(v.boolean(), unwrap(await client.rpc('may_ask_about', { p_order_id: id })));
    },

    /** The address to which we mailed this payment's receipt in the last day, or null. */
    async receiptAddress(paymentId: string): Promise<string | null> {
      const reply = await client.rpc('receipt_address', { p_payment_id: paymentId });
      return v.parse(v.nullable(v.string()), unwrap(reply));
    },

    /**
     * True if a payment buys nothing, or would buy nothing if captured, and so must be refunded or released (§8.15,
     * §8.33).
     */
    async goesBack({ status, review, orders }: KnownPayment): Promise<boolean> {
      if (review !== null) return isReceived(status) || status === 'authorized';
      return status === 'authorized' && !(await mayBePaid(orders));
    },

    /**
     * The id of the payment that paid for an order, even if it has since been refunded. Null while the order is unpaid.
     */
    async paymentOf(orderId: string): Promise<string | null> {
      const reply = await client
        .from('payments')
        .select('id, orders!payments_order_id_fkey!inner(status)')
        .eq('order_id', orderId)
        .is('review', null)
        .in('status', ['captured', 'refunded'])
        .in('orders.status', orderStatuses.filter(isPaid))
        .limit(1)
        .maybeSingle();
      return v.parse(v.nullable(paymentId), unwrap(reply))?.id ?? null;
    },

    /**
     * The id of the payment that says most about an order: the one that paid for it, or else one that arrived, or else
     * one in progress, or else one that failed.
     */
    async paymentToShow(orderId: string): Promise<string | null> {
      const reply = await client
        .from('payments')
        .select('id, status, review')
        .eq('order_id', orderId)
        .order('created_at', { ascending: false });
      const says = ({ status, review }: { status: string; review: string | null }) =>
        isReceived(status) ? (review === null ? 0 : 1) : status === 'failed' ? 3 : 2;
      const [first] = (unwrap(reply) ?? []).toSorted((a, b) => says(a) - says(b));
      return first?.id ?? null;
    },

    /**
     * Applies an event in one transaction; an event that was already applied changes nothing (§8.13). The rules are in
     * apply_payment_event and the functions it calls (supabase/schemas/packs/payments.sql).
     */
    async applyPaymentEvent({ id, type, body }: PaymentEvent): Promise<AppliedEvent> {
      const reply = await client.rpc('apply_payment_event', {
        p_event_id: id,
        p_type: type,
        p_body: body,
      });
      return v.parse(appliedEvent, unwrap(reply));
    },

    /** Ids of up to 20 payments that should not have been made: the amount was wrong, or the order was already paid. */
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
     * One page of a time window's orders, oldest first. Runs take the pages in turn, so that every order is checked
     * even if many are never paid.
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
