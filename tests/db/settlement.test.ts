/** Rows that were recorded before the payments of an order were settled without regard to their order. */
import { afterAll, expect, test } from 'vitest';
import { openEmptyDatabase } from '../../local/postgres/embedded.ts';
import { migrationScripts, supabaseScripts } from '../../supabase/schema-scripts.ts';
import { paymentEvent, type ReportedPayment } from './support/payment-event.ts';

const database = await openEmptyDatabase();
afterAll(() => database.close());

test('P30 P50 the migration settles old orders again, and drops the provider’s own address', async () => {
  const migrations = await migrationScripts();
  const at = migrations.findIndex(({ name }) => name.endsWith('_settlement.sql'));
  for (const { sql } of [...supabaseScripts, ...migrations.slice(0, at)]) await database.exec(sql);

  await database.query(
    `select public.attach_provider_order(
      (public.open_order('single', 69900, gen_random_uuid())).id, 'order_old')`,
  );
  const report = (type: string, payment: Partial<ReportedPayment>) => {
    const event = paymentEvent(type, { order_id: 'order_old', ...payment });
    return database.query('select public.apply_payment_event($1, $2, $3)', [
      event.id,
      event.type,
      event.body,
    ]);
  };
  await report('refund.processed', { id: 'pay_b', created_at: 1_700_000_060, status: 'refunded' });
  await report('payment.captured', { id: 'pay_a', email: 'void@razorpay.com' });
  const state = async () => {
    const { rows } = await database.query(
      `select payments.id, review, email, orders.status as "order"
      from public.payments join public.orders on orders.id = order_id order by 1`,
    );
    return rows;
  };
  expect(await state()).toMatchObject([
    { id: 'pay_a', review: 'duplicate_payment', email: 'void@razorpay.com', order: 'refunded' },
    { id: 'pay_b', review: null },
  ]);

  for (const { sql } of migrations.slice(at)) await database.exec(sql);
  expect(await state()).toEqual([
    { id: 'pay_a', review: null, email: null, order: 'paid' },
    { id: 'pay_b', review: 'duplicate_payment', email: 'buyer@example.com', order: 'paid' },
  ]);
});
