/** A restored database catches up with the payment provider (§20.44). */
import { expect, test } from 'vitest';
import { superValue } from '../samples/packs.ts';
import { functions } from './fresh.ts';
import { buy } from './buyers.ts';
import { sql } from './samples.ts';
import { bearer, newMember, openOrder, orderRow, paymentRows, provider } from './support.ts';

const began = new Date(Date.now() - 60_000);

async function catchUp() {
  const { services } = await import('../../functions/_lib/payments/services.ts');
  const { catchUp: run } = await import('../../functions/_lib/payments/catch-up.ts');
  const { orders, provider: client } = services();
  return run(orders, client, { from: began, to: new Date(Date.now() + 60_000) });
}

/** Deletes an order and its payments, as a restore of an earlier copy does. */
async function lose(order: string): Promise<void> {
  for (const table of ['payment_events', 'payments']) {
    await sql(`delete from public.${table} where order_id = $1`, order);
  }
  await sql('delete from private.outbox where payload::text like $1', `%${order}%`);
  await sql('delete from public.orders where id = $1', order);
}

test('§20.44 an order lost in a restore is created again and marked as paid, unless it never had a payment attempt', async () => {
  const member = await newMember();
  const { id } = await openOrder(functions.checkout, superValue, bearer(member.token));
  await provider.pay(id);
  const untouched = await openOrder(functions.checkout, superValue);
  const { id: ours } = await orderRow(id);
  await lose(ours);
  await lose((await orderRow(untouched.id)).id);
  const first = await catchUp();
  expect(first.orders).toBe(1);
  expect(await orderRow(id)).toMatchObject({ id: ours, status: 'paid', user_id: null });
  expect(first.strangers).not.toContain(untouched.id);
  expect(await catchUp(), 'a second run changes nothing').toMatchObject({ orders: 0, changed: 0 });
});

test('§20.44 a lost order is restored at its discounted price, and is reported if its code is lost too', async () => {
  const codes = ['KEPT', 'LOST'].map((word) => `${word}${Date.now()}`);
  const bought: string[] = [];
  for (const code of codes) {
    await sql(
      'select operations.add_code(code => $1, rupees => 100, until => current_date + 1)',
      code,
    );
    const { id } = await openOrder(functions.checkout, superValue, {}, code);
    await provider.pay(id);
    await lose((await orderRow(id)).id);
    bought.push(id);
  }
  await sql('delete from private.discount_codes where code = $1', codes[1]);
  const { strangers } = await catchUp();
  expect(strangers).toContain(bought[1]);
  expect(await orderRow(bought[0] ?? '')).toMatchObject({
    ...{ status: 'paid', code: codes[0], amount: superValue.paise - 10_000, discount: 10_000 },
  });
});

test('§20.44 a refund lost in a restore is recorded again', async () => {
  const bought = await buy(functions);
  await provider.control(`/payments/${bought.payment}/refund`, {});
  expect(await catchUp()).toMatchObject({ orders: 0, changed: 1 });
  const [payment] = await paymentRows(bought.providerOrder);
  expect(payment).toMatchObject({ amount_refunded: superValue.paise });
});
