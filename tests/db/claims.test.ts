import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectRefusal, testDatabase, texts } from './support/database.ts';
import { as, onEmbedded } from '../samples/caller.ts';
import { ordersOn } from '../samples/orders.ts';
import type { ReportedPayment } from '../samples/payment-event.ts';

const database = await testDatabase();
const here = ordersOn(onEmbedded(database));

/** Adds a member, who has proven the address unless the options say otherwise. */
async function newMember({ email = `${randomUUID()}@example.com`, proven = true } = {}): Promise<{
  id: string;
  email: string;
}> {
  const id = randomUUID();
  // The account service confirms every address here, which proves nothing.
  await database.query(
    `insert into auth.users (id, email, confirmation_sent_at, email_confirmed_at)
    values ($1, $2, '2026-11-01', '2026-11-02')`,
    [id, email],
  );
  if (proven) await prove(id, email);
  return { id, email };
}

/** Asks for a link to an address and answers it. */
async function prove(member: string, address: string): Promise<void> {
  await here.call(member, 'ask_address_proof', { p_address: address });
  const token = await here.one(
    `select payload ->> 'token' from private.outbox
    where kind = 'address_proof' and payload ->> 'user_id' = $1 order by created_at desc limit 1`,
    [member],
  );
  await here.call(member, 'redeem_link', { p_purpose: 'address_proof', p_token: token });
}

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

function claimable(member: string): Promise<string[]> {
  return as(database, { member }, (transaction) =>
    texts(transaction, 'select id from public.claimable_orders()'),
  );
}

function claim(member: string, order: string): Promise<string[]> {
  return as(database, { member }, (transaction) =>
    texts(transaction, 'select user_id from public.claim_order($1)', [order]),
  );
}

test('P50 offers a visitor’s paid order to the member who has proven the address', async () => {
  const { id, email } = await newMember();
  const order = await newOrder([{ email: email.toUpperCase() }]);
  expect(await claimable(id)).toEqual([order]);
  expect(await claim(id, order)).toEqual([id]);
  expect(await claimable(id)).toEqual([]);
});

test('§15.30 the confirmation of the account service proves nothing', async () => {
  const { id, email } = await newMember({ proven: false });
  const order = await newOrder([{ email }]);
  expect(await claimable(id)).toEqual([]);
  await expectRefusal(claim(id, order), 'not yours to claim');
  await prove(id, email);
  expect(await claimable(id)).toEqual([order]);
});

test('§8.27 a changed address counts once it is proven, and so does the earlier one', async () => {
  const { id, email: first } = await newMember();
  const second = `${randomUUID()}@example.com`;
  const earlier = await newOrder([{ email: first }]);
  const order = await newOrder([{ email: second }]);
  await database.query('update auth.users set email = $2 where id = $1', [id, second]);
  expect(await claimable(id)).toEqual([earlier]);
  await expectRefusal(claim(id, order), 'not yours to claim');
  await prove(id, second);
  expect((await claimable(id)).sort()).toEqual([earlier, order].sort());
});

test.each<[string, Partial<ReportedPayment>[]]>([
  ['was not paid', [{ status: 'failed' }]],
  ['was paid with the wrong amount', [{ amount: 100 }]],
  ['was paid by somebody else', [{ email: 'other@example.com' }]],
  ['was paid by somebody else first', [{ email: 'other@example.com' }, {}]],
])('P50 an order that %s is not offered', async (_what, payments) => {
  const { id, email } = await newMember();
  const order = await newOrder(payments.map((payment) => ({ email, ...payment })));
  expect(await claimable(id)).toEqual([]);
  await expectRefusal(claim(id, order), 'not yours to claim');
});

test('P50 a member can claim an order whose idempotency key another of their orders has', async () => {
  const { id, email } = await newMember();
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
  expect(await claim(id, order)).toEqual([id]);
});

test('P50 another member’s order is neither offered nor claimable', async () => {
  const owner = await newMember();
  const { id, email } = await newMember();
  const order = await newOrder([{ email }], owner.id);
  expect(await claimable(id)).toEqual([]);
  await expectRefusal(claim(id, order), 'not yours to claim');
});

test('a member without an address is offered nothing', async () => {
  const id = randomUUID();
  await database.query('insert into auth.users (id) values ($1)', [id]);
  await newOrder([{ email: '' }]);
  expect(await claimable(id)).toEqual([]);
});

test.each<Partial<ReportedPayment>>([{ amount_refunded: 100 }, { status: 'refunded' }])(
  'P50 an order of which something went back is still the payer’s: %j',
  async (payment) => {
    const { id, email } = await newMember();
    expect(await claim(id, await newOrder([{ email, ...payment }]))).toHaveLength(1);
  },
);
