import * as v from 'valibot';
import { firstCalls, orderColumns } from '../../domain/first-calls.ts';
import { orderStatuses } from '../../domain/payments/orders.ts';
import { moment, paise } from '../../domain/schema.ts';
import { early } from '../../lib/early-answers.ts';
import { keptAnswer } from '../../lib/kept-answers.ts';
import { rpc } from '../../lib/member-data.ts';
import { createMemberStore } from '../../lib/member-store.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { mySessions } from '../bookings/my-sessions-store.ts';

const payment = v.object({
  id: v.string(),
  status: v.string(),
  amount_refunded: paise,
  review: v.nullable(v.string()),
  method: v.nullable(v.string()),
  provider_created_at: v.nullable(moment),
  /** When the provider first reported it. */
  created_at: moment,
});

const orderRow = v.object({
  id: v.string(),
  pack: v.string(),
  sessions: v.number(),
  persons: v.number(),
  amount: paise,
  discount: paise,
  code: v.nullable(v.string()),
  status: v.picklist(orderStatuses),
  receipt: v.string(),
  idempotency_key: v.string(),
  created_at: moment,
  /** When the payment window was last opened, or the status changed. */
  updated_at: moment,
  payments: v.optional(v.array(payment), []),
});

/** One of the member's orders, with its payments; amounts are in paise. */
export type Order = v.InferOutput<typeof orderRow>;

const orderRows = v.array(orderRow);

async function fetchOrders(): Promise<Order[]> {
  const supabase = await loadSupabase();
  const { data } = await supabase
    .from('orders')
    .select(orderColumns)
    .order('created_at', { ascending: false })
    .throwOnError();
  return v.parse(orderRows, data);
}

const orders = createMemberStore(
  'orders',
  () => early(firstCalls.orders, orderRows, fetchOrders),
  keptAnswer('orders', orderRows),
);

/** The member's orders, newest first. Row level security hides everyone else's. */
export const $orders = orders.$data;

/** Adds an order made without an account to the member's account. Throws if the database refuses. */
export async function claimOrder(id: string): Promise<void> {
  await rpc('claim_order', { p_order_id: id }, v.unknown());
  refreshOrders();
}

/** Fetches the orders and the remaining sessions again. Until then, the page keeps the current data. */
export function refreshOrders(): void {
  orders.refresh();
  mySessions.refresh();
}

/** The order that this payment, named by its reference, was made for. */
export const orderOfPayment = (orders: readonly Order[] | undefined, reference: string) =>
  orders?.find(({ payments }) => payments.some(({ id }) => id === reference));
