import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectRefusal, testDatabase } from './support/database.ts';
import { onEmbedded } from '../samples/caller.ts';
import { ordersOn } from '../samples/orders.ts';
import type { ReportedPayment } from '../samples/payment-event.ts';
import { newAddress } from '../samples/people.ts';

const database = await testDatabase();
const { as } = onEmbedded(database);
const here = ordersOn(onEmbedded(database));

/** Opens an order and reports these payments for it; returns our order id. */
async function newOrder(
  payments: Partial<ReportedPayment>[],
  owner: string | null = null,
): Promise<string> {
  const { order, providerOrder } = await here.newOrder(owner);
  for (const [index, payment] of payments.entries()) {
    await here.apply('order.paid', {
      id: `pay_${index}_${order}`,
      order_id: providerOrder,
      created_at: 1_700_000_000 + index,
      ...payment,
    });
  }
  return order;
}

const claimable = (member: string) => as({ member }, 'select id from public.claimable_orders()');
const claim = (member: string, order: string) =>
  as({ member }, 'select user_id from public.claim_order($1)', [order]);

test('§8.21 P50 a member who has verified the address can claim a visitor’s paid order', async () => {
  const { id, email } = await here.newMember({ proven: true });
  const failed = { email: 'other@example.com', status: 'failed' };
  const order = await newOrder([failed, { email: email.toUpperCase() }]);
  expect(await claimable(id)).toEqual([{ id: order }]);
  expect(await claim(id, order)).toEqual([{ user_id: id }]);
  expect(await claimable(id)).toEqual([]);
});

test('§15.30 §15.33 a confirmation by the account service does not verify the address', async () => {
  const { id, email } = await here.newMember();
  const confirmed = "confirmation_sent_at = '2026-11-01', email_confirmed_at = '2026-11-02'";
  await here.edit(`auth.users set ${confirmed} where id = $1`, id);
  const order = await newOrder([{ email }]);
  expect(await claimable(id)).toEqual([]);
  await expectRefusal(claim(id, order), 'not yours to claim');
  await here.proveAddress(id, email);
  expect(await claimable(id)).toEqual([{ id: order }]);
});

test('§8.27 a changed address counts once the member verifies it, and the earlier verified address still counts', async () => {
  const { id, email: first } = await here.newMember({ proven: true });
  const second = newAddress();
  const earlier = await newOrder([{ email: first }]);
  const order = await newOrder([{ email: second }]);
  await database.query('update auth.users set email = $2 where id = $1', [id, second]);
  expect(await claimable(id)).toEqual([{ id: earlier }]);
  await expectRefusal(claim(id, order), 'not yours to claim');
  await here.proveAddress(id, second);
  expect(new Set(await claimable(id))).toEqual(new Set([{ id: earlier }, { id: order }]));
});

test.each<[string, Partial<ReportedPayment>[]]>([
  ['was not paid', [{ status: 'failed' }]],
  ['someone else paid for after a failure', [{ status: 'failed' }, { email: 'other@example.com' }]],
  ['was paid with the wrong amount', [{ amount: 100 }]],
  ['was paid for by someone else', [{ email: 'other@example.com' }]],
  ['was first paid for by someone else', [{ email: 'other@example.com' }, {}]],
])('§8.21 P50 an order that %s is neither offered nor claimable', async (_what, payments) => {
  const { id, email } = await here.newMember({ proven: true });
  const order = await newOrder(payments.map((payment) => ({ email, ...payment })));
  expect(await claimable(id)).toEqual([]);
  await expectRefusal(claim(id, order), 'not yours to claim');
});

test('P50 a member can claim an order that shares its idempotency key with another of the member’s orders', async () => {
  const { id, email } = await here.newMember({ proven: true });
  const order = await newOrder([{ email }]);
  await newOrder([], id);
  await database.query(
    `update public.orders set idempotency_key = gen_random_uuid() where user_id = $1`,
    [id],
  );
  await database.query(
    `update public.orders as mine set idempotency_key = theirs.idempotency_key
    from public.orders as theirs where mine.user_id = $1 and theirs.id = $2`,
    [id, order],
  );
  expect(await claim(id, order)).toEqual([{ user_id: id }]);
});

test('P50 an order that belongs to another member is neither offered nor claimable', async () => {
  const owner = await here.newMember({ proven: true });
  const { id, email } = await here.newMember({ proven: true });
  const order = await newOrder([{ email }], owner.id);
  expect(await claimable(id)).toEqual([]);
  await expectRefusal(claim(id, order), 'not yours to claim');
});

test('a member without an address is not offered any orders', async () => {
  const id = randomUUID();
  await database.query('insert into auth.users (id) values ($1)', [id]);
  await newOrder([{ email: '' }]);
  expect(await claimable(id)).toEqual([]);
});

test.each<Partial<ReportedPayment>>([{ amount_refunded: 100 }, { status: 'refunded' }])(
  'P50 a payer can claim an order after a part or full refund: %j',
  async (payment) => {
    const { id, email } = await here.newMember({ proven: true });
    expect(await claim(id, await newOrder([{ email, ...payment }]))).toHaveLength(1);
  },
);
