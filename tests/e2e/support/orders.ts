import type { Database } from '../../../src/lib/database.types.ts';
import { database } from './stack.ts';

type NewOrder = Pick<
  Database['public']['Tables']['orders']['Insert'],
  'pack' | 'amount' | 'status'
>;

/** A payment’s id in the provider’s format. */
export const newPaymentId = () => `pay_${crypto.randomUUID().replaceAll('-', '').slice(0, 14)}`;

/**
 * Inserts an order for a member or a visitor, with a captured payment if `paymentId` is given. Resolves to
 * the order’s id.
 */
export async function addOrder(
  userId: string | null,
  order: NewOrder,
  paymentId?: string,
): Promise<string> {
  const { data } = await database
    .from('orders')
    .insert({
      ...order,
      user_id: userId,
      idempotency_key: crypto.randomUUID(),
      receipt: `ac_${crypto.randomUUID().slice(0, 8)}`,
      // The database fills in the pack’s contents.
      sessions: 1,
      persons: 1,
    })
    .select('id')
    .single()
    .throwOnError();
  if (!paymentId) return data.id;
  const payment = { id: paymentId, currency: 'INR', status: 'captured', amount: order.amount };
  await database
    .from('payments')
    .insert({ ...payment, order_id: data.id })
    .throwOnError();
  return data.id;
}

/** What our database knows about a payment, with its order. */
export async function paymentOf(id: string) {
  const { data } = await database
    .from('payments')
    .select('order_id, amount_refunded, orders!payments_order_id_fkey(status, provider_order_id)')
    .eq('id', id)
    .single()
    .throwOnError();
  return data;
}
