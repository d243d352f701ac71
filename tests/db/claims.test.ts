import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../local/postgres/embedded.ts';
import { as, texts } from './support/database.ts';
import { paymentEvent, type ReportedPayment } from './support/payment-event.ts';

const database = await openDatabase();
afterAll(() => database.close());

/** Adds a member, whose address is proven by an answered mail unless the options say otherwise. */
async function newMember({
  email = `${randomUUID()}@example.com`,
  mailSent = true,
  confirmed = true,
} = {}): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  await database.query(
    `insert into auth.users (id, email, confirmation_sent_at, email_confirmed_at)
    values ($1, $2, $3, $4)`,
    [id, email, mailSent ? '2026-11-01' : null, confirmed ? '2026-11-02' : null],
  );
  return { id, email };
}

/** Opens an order and reports these payments for it; returns our order id. */
async function newOrder(
  payments: Partial<ReportedPayment>[],
  owner: string | null = null,
): Promise<string> {
  const providerOrderId = `order_${randomUUID()}`;
  const [id = ''] = await texts(
    database,
    `select id from public.attach_provider_order(
      (public.open_order('single', 69900, gen_random_uuid(), $1)).id, $2)`,
    [owner, providerOrderId],
  );
  for (const [index, payment] of payments.entries()) {
    const {
      id: eventId,
      type,
      body,
    } = paymentEvent('order.paid', {
      id: `pay_${index}_${id}`,
      order_id: providerOrderId,
      created_at: 1_700_000_000 + index,
      ...payment,
    });
    await database.query('select public.apply_payment_event($1, $2, $3)', [eventId, type, body]);
  }
  return id;
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

test.each([
  ['no mail was sent to it', { mailSent: false }],
  ['its mail was not answered', { confirmed: false }],
])('P50 an address proves nothing when %s', async (_why, proof) => {
  const { id, email } = await newMember(proof);
  const order = await newOrder([{ email }]);
  expect(await claimable(id)).toEqual([]);
  await expect(claim(id, order)).rejects.toThrow('not yours to claim');
});

test('P50 an address proves nothing once the account has had another one', async () => {
  const { id, email: first } = await newMember();
  const changeTo = (email: string) =>
    database.query('update auth.users set email = $2 where id = $1', [id, email]);
  const second = `${randomUUID()}@example.com`;
  const order = await newOrder([{ email: second }]);
  await changeTo(second);
  expect(await claimable(id)).toEqual([]);
  await expect(claim(id, order)).rejects.toThrow('not yours to claim');

  const earlier = await newOrder([{ email: first }]);
  await changeTo(first);
  await expect(claim(id, earlier)).rejects.toThrow('not yours to claim');
});

test('P50 an address in other letters is still the one that was proven', async () => {
  const { id, email } = await newMember();
  await database.query('update auth.users set email = upper(email) where id = $1', [id]);
  const order = await newOrder([{ email }]);
  expect(await claim(id, order)).toEqual([id]);
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
  await expect(claim(id, order)).rejects.toThrow('not yours to claim');
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
  await expect(claim(id, order)).rejects.toThrow('not yours to claim');
});

test('a member without an address is offered nothing', async () => {
  const id = randomUUID();
  await database.query('insert into auth.users (id) values ($1)', [id]);
  await newOrder([{ email: '' }]);
  expect(await claimable(id)).toEqual([]);
});
