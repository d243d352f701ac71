/** The operators' views, and the functions that erase a person. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { expectRefusal, testDatabase } from './support/database.ts';
import { onEmbedded } from '../samples/caller.ts';
import { paymentEvent } from '../samples/payment-event.ts';
import { single } from '../samples/packs.ts';
import { refundsOn } from '../samples/refunds.ts';

const database = await testDatabase();

const here = refundsOn(onEmbedded(database));
const { query, one, count, edit, newMember, apply } = here;

const ownerOf = (id: string) => one('select user_id from public.orders where id = $1', [id]);

/** The report of a full refund. */
const refunded = { status: 'refunded', amount_refunded: single.paise };

/** Opens an order for a single pack; returns our id and the provider's. */
async function newOrder(owner: string | null = null, key: string = randomUUID()) {
  const { order: id, providerOrder: providerId } = await here.newOrder(owner, 'single', key);
  return { id, providerId };
}

test('every operations view runs with its reader’s rights', async () => {
  const owners = await here.texts(`select relname from pg_class
    where relkind = 'v' and relnamespace = 'operations'::regnamespace
      and not coalesce(reloptions @> array['security_invoker=true'], false)`);
  expect(owners).toEqual([]);
});

describe('giving a pack to an account', () => {
  const handOver = (reference: string, email: string) =>
    one<string>('select operations.hand_over($1, $2)', [reference, email]);

  async function boughtWithoutAddress() {
    const order = await newOrder();
    const reference = `pay_${order.providerId}`;
    const email = 'void@razorpay.com';
    await apply('payment.captured', { order_id: order.providerId, id: reference, email });
    return { ...order, reference };
  }

  test('P50 a pack bought by a visitor who left no address can be given to a member only once', async () => {
    const { id, reference } = await boughtWithoutAddress();
    const member = await newMember({ proven: true });
    const other = await newMember({ proven: true });
    expect(await handOver(reference, member.email)).toBe(
      `Single Pack, Rs 699, now belongs to ${member.email}.`,
    );
    expect(await ownerOf(id)).toBe(member.id);
    await expectRefusal(handOver(reference, other.email), 'is waiting for an account');
    expect(await ownerOf(id)).toBe(member.id);
  });

  test('P50 a pack can be given to a member whose own order has the same idempotency key', async () => {
    const { id, reference } = await boughtWithoutAddress();
    const member = await newMember({ proven: true });
    const own = await newOrder(member.id);
    await query(
      `update public.orders as orders set idempotency_key = own.idempotency_key
      from public.orders as own where orders.id = $1 and own.id = $2`,
      [id, own.id],
    );
    await handOver(reference, member.email.toUpperCase());
    expect(await ownerOf(id)).toBe(member.id);
  });

  test('P50 a pack is given neither to an unknown member nor for a payment without an order', async () => {
    const { reference, providerId } = await boughtWithoutAddress();
    const { email } = await newMember({ proven: true });
    await apply('payment.captured', { order_id: providerId, id: `${reference}_again` });
    const failed = await newOrder();
    await apply('payment.failed', { order_id: failed.providerId, status: 'failed' });
    await expectRefusal(handOver(reference, 'nobody@example.com'), '0 members');
    for (const wrong of ['pay_none', `${reference}_again`, `pay_${failed.providerId}`]) {
      await expectRefusal(handOver(wrong, email), 'is waiting for an account');
    }
  });

  test('P50 a pack is not given to an address that two accounts share', async () => {
    const { reference } = await boughtWithoutAddress();
    const { email } = await newMember({ proven: true });
    await newMember({ email: email.toUpperCase() });
    await expectRefusal(handOver(reference, email), '2 members');
  });

  test('§8.24 a pack is not given to an account with an unverified address, because anyone may have opened that account', async () => {
    const { id: order, reference } = await boughtWithoutAddress();
    const { id, email } = await newMember();
    await query('update auth.users set email_confirmed_at = now() where id = $1', [id]);
    await expectRefusal(handOver(reference, email), 'is not verified yet');
    await here.proveAddress(id);
    await handOver(reference, email);
    expect(await ownerOf(order)).toBe(id);
  });
});

test('sales leave out duplicate payments and are grouped by pack and by the date in Indian time', async () => {
  const { providerId } = await newOrder();
  const lateOnNewYearsEve = Date.UTC(2030, 11, 31, 20) / 1000;
  const captured = { order_id: providerId, created_at: lateOnNewYearsEve };
  await apply('payment.captured', { ...captured, id: 'pay_counts' });
  await apply('payment.captured', { ...captured, id: 'pay_twice' });
  await apply('payment.failed', { ...captured, id: 'pay_failed', status: 'failed' });
  await apply('refund.processed', { ...captured, id: 'pay_counts', amount_refunded: 9900 });
  const [sale, ...more] = await query(
    `select day::text, pack, orders::integer, received::float, refunded::float, kept::float
    from operations.sales where day > '2030-01-01'`,
  );
  const rupees = { received: 699, refunded: 99, kept: 600 };
  expect(sale).toEqual({ day: '2031-01-01', pack: 'single', orders: 1, ...rupees });
  expect(more).toEqual([]);
});

test('open_orders lists orders that can still be paid, with their attempts and last error', async () => {
  const tried = await newOrder();
  const paid = await newOrder();
  const old = await newOrder();
  const failure = {
    id: 'pay_tried',
    status: 'failed',
    error_description: 'The bank said no',
    email: 'payer@example.com',
  };
  await apply('payment.failed', { order_id: tried.providerId, ...failure });
  await apply('payment.captured', { order_id: paid.providerId, id: 'pay_paid' });
  await edit("public.orders set created_at = now() - interval '6 days' where id = $1", old.id);
  const open = await query(
    'select id, attempts::integer, last_error, by_member, payer from operations.open_orders',
  );
  const ids = open.map(({ id }) => id);
  expect(ids).not.toContain(paid.id);
  expect(ids).not.toContain(old.id);
  const seen = {
    attempts: 1,
    last_error: failure.error_description,
    by_member: false,
    payer: failure.email,
  };
  expect(open).toContainEqual({ id: tried.id, ...seen });
});

test('refunds_due lists wrong and duplicate payments until they are refunded', async () => {
  const { providerId } = await newOrder();
  const duplicate = { order_id: providerId, id: 'pay_due_twice', created_at: 1_700_000_500 };
  await apply('payment.captured', { order_id: providerId, id: 'pay_due_first' });
  await apply('payment.captured', duplicate);
  await apply('payment.captured', { order_id: providerId, id: 'pay_due_other', amount: 100 });
  const due = () =>
    query(
      "select payment_id, due::float, why from operations.refunds_due where payment_id like 'pay_due%' order by 1",
    );
  expect(await due()).toEqual([
    { payment_id: 'pay_due_other', due: 1, why: 'its amount or currency differs from the order' },
    { payment_id: 'pay_due_twice', due: 699, why: 'the order was paid twice' },
  ]);
  await apply('refund.processed', { ...duplicate, ...refunded });
  expect((await due()).map(({ payment_id }) => payment_id)).toEqual(['pay_due_other']);
});

test.each([
  ['created', 'won', [699]],
  ['created', 'closed', [699]],
  ['under_review', 'lost', []],
])(
  'P51 §17.29 a second payment is not refunded during its dispute (%s), and the end of the dispute (%s) decides whether it is due for a refund',
  async (begun, ended, dues) => {
    const { id: order, providerId } = await newOrder();
    const id = `pay_disputed_${ended}`;
    await apply('payment.captured', { order_id: providerId, id: `pay_first_${ended}` });
    await apply('payment.captured', { order_id: providerId, id, created_at: 1_700_000_500 });
    const second = { order, providerOrder: providerId, payment: id, amount: single.paise };
    const step = (name: string) => here.reportDispute(second, name);
    const seen = async () => ({
      due: await query(
        'select due::float, disputed from operations.refunds_due where payment_id = $1',
        [id],
      ),
      told: await here.texts(
        'select matter from private.matters_now where matter = $1',
        `refund ${id}`,
      ),
    });
    expect((await seen()).told).toHaveLength(1);
    await step(begun);
    expect(await seen()).toEqual({ due: [{ due: 699, disputed: true }], told: [] });
    await step(ended);
    expect(await seen()).toEqual({
      due: dues.map((due) => ({ due, disputed: false })),
      told: dues.map(() => `refund ${id}`),
    });
  },
);

test('§22.18 an operator settles an event once, even if the provider repeats the event', async () => {
  const providerId = 'order_Gone';
  const send = () =>
    apply('payment.captured', { order_id: providerId, id: 'pay_Gone', amount: 100 }, 'evt_settled');
  await send();
  const waits = async () => ({
    event: await query("select * from operations.events_to_review where event_id = 'evt_settled'"),
    matters: await query("select * from private.matters_now where matter = 'event evt_settled'"),
  });
  const orphan = { outcome: 'orphan', payment_id: 'pay_Gone', provider_order_id: providerId };
  expect(await waits()).toMatchObject({ event: [orphan], matters: [{}] });
  const settle = (event: string) => query('select operations.settle_event($1)', [event]);
  await settle('evt_settled');
  await expectRefusal(settle('evt_settled'), 'This notification is already marked as checked');
  await expectRefusal(settle('evt_none'), 'This notification is already marked as checked');
  await send();
  expect(await waits()).toEqual({ event: [], matters: [] });
  expect(
    await query("select action, outcome from operations.log where about = 'evt_settled'"),
  ).toEqual([{ action: 'settle_event', outcome: 'done' }]);

  await query(
    "select attach_provider_order((open_order('single', $1, gen_random_uuid())).id, $2)",
    [single.paise, providerId],
  );
  await send();
  expect(await waits(), 'the event’s order exists now, but the amount is wrong').toMatchObject({
    event: [{ outcome: 'mismatch' }],
  });
});

test('§8.15 later reports about a payment under review do not open another task', async () => {
  const { providerId } = await newOrder();
  const wrong = { order_id: providerId, id: 'pay_wrong_once', amount: 100 };
  const events = () =>
    query(
      `select type, outcome from public.payment_events where payment_id = 'pay_wrong_once'
      order by received_at`,
    );
  await apply('payment.captured', wrong);
  await apply('order.paid', wrong);
  await apply('refund.processed', { ...wrong, status: 'refunded', amount_refunded: 100 });
  expect(await events()).toEqual([
    { type: 'payment.captured', outcome: 'mismatch' },
    { type: 'order.paid', outcome: 'ignored' },
    { type: 'refund.processed', outcome: 'ignored' },
  ]);
  const due = "select from operations.refunds_due where payment_id = 'pay_wrong_once'";
  expect(await query(due)).toEqual([]);
});

test('webhook_health counts webhooks, callbacks and payments found by the reconciler', async () => {
  const health = async () => {
    const [today = {}] = await query('select * from operations.webhook_health limit 1');
    return ['webhooks', 'callbacks', 'found_by_reconciler'].map((way) => Number(today[way] ?? 0));
  };
  const before = await health();
  const { providerId } = await newOrder();
  const payment = { order_id: providerId, id: 'pay_ways' };
  await apply('payment.captured', payment, 'reconcile:pay_ways:captured:0');
  await apply('payment.captured', payment, 'callback:pay_ways:captured:0');
  await apply('payment.captured', payment);
  expect(await health()).toEqual(before.map((counted) => counted + 1));
});

describe('erasing an account', () => {
  const person = {
    email: 'canary@example.com',
    contact: '+919876500001',
    error_description: 'Declined for Canary Person',
  };

  const eraseMember = (id: string) => here.serve<number>('erase_account', id, true);

  async function everythingOf(orderId: string): Promise<string> {
    const stored = [
      ...(await query('select * from public.payments where order_id = $1', [orderId])),
      ...(await query('select * from public.payment_events where order_id = $1', [orderId])),
    ];
    expect(stored.length).toBeGreaterThan(0);
    return JSON.stringify(stored);
  }

  /** Expects that an order's payment is kept without any trace of the person. */
  async function expectErased(orderId: string, payment: string, email = person.email) {
    const stored = await everythingOf(orderId);
    expect(stored).toContain(payment);
    for (const canary of [...Object.values(person), email]) {
      expect(stored.toLowerCase()).not.toContain(canary.toLowerCase());
    }
  }

  test('Y5 an erasure removes the person from every row and keeps orders and amounts', async () => {
    const member = await newMember();
    const order = await newOrder(member.id);
    const visit = await newOrder();
    const payment = { ...person, order_id: order.providerId, id: 'pay_erased' };
    await apply('payment.failed', { ...payment, id: 'pay_erased_failed', status: 'failed' });
    await apply('payment.captured', payment);
    const visited = { ...person, order_id: visit.providerId, id: 'pay_erased_visit' };
    await apply('payment.captured', { ...visited, email: member.email.toUpperCase() });
    expect(await eraseMember(member.id)).toBe(2);

    expect(await count('public.profiles where id = $1', member.id)).toBe(0);
    expect(await count('auth.users where id = $1', member.id)).toBe(0);
    for (const { id } of [order, visit]) {
      const [kept] = await query('select * from public.orders where id = $1', [id]);
      expect(kept).toMatchObject({ user_id: null, status: 'paid', amount: single.paise });
      await expectErased(id, 'pay_erased', member.email);
    }
  });

  test('Y5 a refund reported after an erasure is counted and does not restore personal data', async () => {
    const member = await newMember();
    const order = await newOrder(member.id);
    const payment = { ...person, order_id: order.providerId, id: 'pay_later' };
    await apply('payment.captured', payment);
    await eraseMember(member.id);
    await apply('refund.processed', { ...payment, ...refunded });
    expect(await one('select status from public.orders where id = $1', [order.id])).toBe(
      'refunded',
    );
    await expectErased(order.id, 'pay_later');
  });

  test('Y5 an erasure removes the person from a payment for another member’s order, but keeps that order', async () => {
    const member = await newMember();
    const other = await newMember();
    const order = await newOrder(other.id);
    const payment = { ...person, order_id: order.providerId };
    await apply('payment.captured', { ...payment, id: 'pay_gift', email: member.email });
    const own = { id: 'pay_own', email: other.email, contact: '+919876500009' };
    await apply('payment.failed', { ...payment, ...own, status: 'failed' });
    expect(await eraseMember(member.id)).toBe(0);
    const kept = 'select id, email, contact from public.payments where order_id = $1 order by 1';
    const gift = { id: 'pay_gift', email: null, contact: null };
    expect(await query(kept, [order.id])).toEqual([gift, own]);
    const stored = await everythingOf(order.id);
    for (const canary of [member.email, person.contact]) expect(stored).not.toContain(canary);
    expect(stored).toContain(other.email);
    expect(await ownerOf(order.id)).toBe(other.id);
  });

  test('an erasure copes with characters in payment notes that Postgres cannot store', async () => {
    const member = await newMember();
    const order = await newOrder(member.id);
    const payment = { ...person, order_id: order.providerId, id: 'pay_hostile' };
    const { id, type, body } = paymentEvent('payment.captured', payment);
    const hostile = body.replace('"method"', () => '"notes":{"\\u0000":"\\ud800"},"method"');
    await here.serve('apply_payment_event', id, type, hostile);
    await eraseMember(member.id);
    await expectErased(order.id, 'pay_hostile');
  });

  test('an erasure copes with a visitor’s order that has the same idempotency key', async () => {
    const member = await newMember();
    const key = randomUUID();
    await newOrder(member.id, key);
    await newOrder(null, key);
    expect(await eraseMember(member.id)).toBe(1);
  });

  test('an erasure is refused while the member still has pictures', async () => {
    const member = await newMember();
    const picture = "insert into storage.objects (bucket_id, name) values ('profileimages', $1)";
    await query(picture, [`${member.id}/me.png`]);
    await expectRefusal(eraseMember(member.id), 'delete the pictures');
    expect(await count('public.profiles where id = $1', member.id)).toBe(1);
  });

  test('the erasure of an unknown member is refused', async () => {
    await expectRefusal(eraseMember(randomUUID()), 'there is no member');
  });
});

test('Y5 erase_payer erases a visitor’s address from payments and leaves everyone else alone', async () => {
  const mine = await newOrder();
  const others = await newOrder();
  const members = await newOrder((await newMember()).id);
  for (const [order, id, email] of [
    [mine, 'pay_mine', 'Visitor@Example.com'],
    [others, 'pay_others', 'another@example.com'],
    [members, 'pay_members', 'visitor@example.com'],
  ] as const) {
    await apply('payment.captured', { order_id: order.providerId, id, email });
  }
  const own = { id: 'pay_by_member', email: 'owner@example.com', status: 'failed' };
  await apply('payment.failed', { order_id: members.providerId, ...own });
  expect(await here.serve('erase_payer', 'visitor@example.com')).toBe(1);
  const later = { order_id: members.providerId, id: 'pay_members', email: 'visitor@example.com' };
  await apply('payment.dispute.created', later);
  await apply('refund.processed', { ...later, status: 'refunded' });
  const payer = (id: string) => one('select email from public.payments where id = $1', [id]);
  const kept = { pay_by_member: own.email, pay_others: 'another@example.com' };
  for (const [id, email] of Object.entries({ ...kept, pay_members: null, pay_mine: null })) {
    expect(await payer(id), id).toBe(email);
  }
  const bodies = await query('select body from public.payment_events');
  const stored = JSON.stringify(bodies).toLowerCase();
  expect(stored).not.toContain('visitor@example.com');
  for (const stays of ['owner@example.com', 'another@example.com']) expect(stored).toContain(stays);
  const stays = 'public.orders where user_id is not null and id = $1 and status = $2';
  expect(await count(stays, members.id, 'refunded')).toBe(1);
});
