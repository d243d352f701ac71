/** What a real Postgres does: concurrent calls, because the embedded one has a single connection, and limits. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres } from '../../local/postgres/server.ts';
import { paymentEvent, type PaymentEvent } from '../samples/payment-event.ts';
import { expectRefusal } from './support/database.ts';
import { single } from '../samples/packs.ts';

const CONNECTIONS = 20;

const programs = findPostgres();
if (!programs) console.log('skipped: races need initdb and postgres, and this machine has none');

describe.skipIf(!programs)('concurrent calls on a real Postgres', async () => {
  if (!programs) return;
  const server = await startPostgres(programs);
  const sql = server.connect(CONNECTIONS);
  afterAll(async () => {
    await sql.end();
    await server.stop();
  });

  // Records every change of an order's status, so that a repeated transition shows.
  await sql`
    create table private.transitions (
      place integer generated always as identity, order_id uuid, status text
    )`;
  await sql.unsafe(`
    create function private.note_transition() returns trigger language plpgsql as $$
    begin
      insert into private.transitions (order_id, status) values (new.id, new.status);
      return new;
    end; $$;
    create trigger note_transition after update of status on public.orders
      for each row when (new.status is distinct from old.status)
      execute function private.note_transition();
  `);

  type Applied = { outcome: string; order_status: string };

  async function apply({ id, type, body }: PaymentEvent): Promise<Applied> {
    const rows = await sql<{ result: Applied }[]>`
      select public.apply_payment_event(${id}, ${type}, ${body}) as result`;
    const [row] = rows;
    if (!row) throw new Error('apply_payment_event returned nothing');
    return row.result;
  }

  function open(key: string, userId: string | null = null) {
    return sql<{ id: string; receipt: string }[]>`
      select id, receipt from public.open_order('single', ${single.paise}, ${key}, ${userId})`;
  }

  /** Opens an order; returns our id and the provider's. */
  async function newOrder(): Promise<{ id: string; providerOrderId: string }> {
    const [order] = await open(randomUUID());
    if (!order) throw new Error('open_order returned nothing');
    const providerOrderId = `order_${order.id}`;
    await sql`select public.attach_provider_order(${order.id}, ${providerOrderId})`;
    return { id: order.id, providerOrderId };
  }

  async function transitions(orderId: string): Promise<string[]> {
    const rows = await sql<{ status: string }[]>`
      select status from private.transitions where order_id = ${orderId} order by place`;
    return rows.map(({ status }) => status);
  }

  function tally(outcomes: string[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return counts;
  }

  test('P28 fifty deliveries of one event pay the order once', async () => {
    const { id, providerOrderId } = await newOrder();
    const event = paymentEvent('payment.captured', { order_id: providerOrderId });
    const results = await Promise.all(Array.from({ length: 50 }, () => apply(event)));
    expect(tally(results.map(({ outcome }) => outcome))).toEqual({ applied: 1, duplicate: 49 });
    expect(await transitions(id)).toEqual(['paid']);
  });

  test('P16 P29 fifty different reports of one payment pay the order once', async () => {
    const { id, providerOrderId } = await newOrder();
    const results = await Promise.all(
      Array.from({ length: 50 }, () =>
        apply(paymentEvent('order.paid', { order_id: providerOrderId })),
      ),
    );
    expect(tally(results.map(({ outcome }) => outcome))).toEqual({ applied: 1, ignored: 49 });
    expect(await transitions(id)).toEqual(['paid']);
  });

  /** The reports of two payments, of which the earlier one is good and the later one goes back. */
  function reportsOfTwoPayments(id: string, providerOrderId: string): PaymentEvent[] {
    const report = (name: string, status: string, refunded = 0) =>
      paymentEvent(refunded > 0 ? 'refund.processed' : `payment.${status}`, {
        id: `pay_${name}_${id}`,
        order_id: providerOrderId,
        status,
        amount_refunded: refunded,
        created_at: name === 'early' ? 1_700_000_000 : 1_700_000_060,
      });
    return [
      report('early', 'authorized'),
      report('early', 'captured'),
      report('late', 'captured'),
      report('late', 'captured', 100),
      report('late', 'refunded', single.paise),
    ];
  }

  async function stateOf(orderId: string) {
    const rows = await sql`
      select
        split_part(payments.id, '_', 2) as name, payments.status, review, orders.status as "order",
        payments.id in (select payment_id from operations.refunds_due) as due
      from public.payments join public.orders on orders.id = order_id
      where order_id = ${orderId} order by 1`;
    return [...rows];
  }

  const settled = { order: 'paid', due: false };
  const early = { name: 'early', status: 'captured', review: null, ...settled };
  const late = { name: 'late', status: 'refunded', review: 'duplicate_payment', ...settled };

  function* permutations<T>(items: readonly T[]): Generator<T[]> {
    if (items.length === 0) yield [];
    for (const [at, item] of items.entries()) {
      for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest];
    }
  }

  test('P30 all 120 orders of five reports of two payments end alike', async () => {
    for (const order of permutations([0, 1, 2, 3, 4])) {
      const { id, providerOrderId } = await newOrder();
      const reports = reportsOfTwoPayments(id, providerOrderId);
      const events = order.flatMap((at) => reports[at] ?? []);
      await sql`
        select public.apply_payment_event(event ->> 'id', event ->> 'type', event ->> 'body')
        from jsonb_array_elements(${sql.json(events)}) as event`;
      expect({ order, rows: await stateOf(id) }).toEqual({ order, rows: [early, late] });
    }
  });

  test('P30 concurrent reports of two payments end in the right state', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, providerOrderId } = await newOrder();
      await Promise.all(reportsOfTwoPayments(id, providerOrderId).map(apply));
      expect(await stateOf(id)).toEqual([early, late]);
      expect((await transitions(id)).at(-1)).toBe('paid');
    }
  });

  test('P33 a payment with texts too long for an index is recorded', async () => {
    const { providerOrderId } = await newOrder();
    const email = randomBytes(4000).toString('hex');
    const event = paymentEvent('payment.captured', { order_id: providerOrderId, email });
    expect(await apply(event)).toMatchObject({ outcome: 'applied', order_status: 'paid' });
  });

  test.each(['a visitor', 'a member'])(
    'P24 twenty openings by %s with one key make one order',
    async (who) => {
      const user = randomUUID();
      await sql`insert into auth.users (id, email) values (${user}, ${`${user}@example.com`})`;
      const key = randomUUID();
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => open(key, who === 'a member' ? user : null)),
      );
      expect(new Set(replies.map(([order]) => order?.id)).size).toBe(1);
      const [stored] = await sql`
      select count(*)::integer as rows from public.orders where idempotency_key = ${key}`;
      expect(stored).toEqual({ rows: 1 });
    },
  );

  test('of twenty provider orders for one order the first is kept and returned to every caller', async () => {
    const [order] = await open(randomUUID());
    const replies = await Promise.all(
      Array.from(
        { length: 20 },
        () => sql<{ provider_order_id: string }[]>`
          select provider_order_id
          from public.attach_provider_order(${order?.id ?? ''}, ${`order_${randomUUID()}`})`,
      ),
    );
    expect(new Set(replies.map(([row]) => row?.provider_order_id)).size).toBe(1);
  });

  test('P50 two members cannot both claim one order', async () => {
    const { id, providerOrderId } = await newOrder();
    const email = `${randomUUID()}@example.com`;
    await apply(paymentEvent('payment.captured', { order_id: providerOrderId, email }));
    const users = [randomUUID(), randomUUID()];
    for (const user of users) {
      // auth.users.email is unique, so the second account has the address in capitals.
      await sql`
        insert into auth.users (id, email)
        values (${user}, ${user === users[0] ? email : email.toUpperCase()})`;
      await sql`
        insert into private.proven_addresses (user_id, address) values (${user}, ${email})`;
    }
    const claims = await Promise.allSettled(
      users.map((user) =>
        sql.begin(async (transaction) => {
          await transaction`select set_config('request.jwt.claim.sub', ${user}, true)`;
          await transaction`set local role authenticated`;
          return transaction`select id from public.claim_order(${id})`;
        }),
      ),
    );
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('S11 refuses a sixth picture and replaces one of five', async () => {
    // Tested here too, because here the owner of the counting function is not a superuser.
    const user = randomUUID();
    await sql`insert into auth.users (id, email) values (${user}, ${`${user}@example.com`})`;
    const put = (name: string) =>
      sql.begin(async (transaction) => {
        await transaction`select set_config('request.jwt.claim.sub', ${user}, true)`;
        await transaction`set local role authenticated`;
        return transaction`
          insert into storage.objects (bucket_id, name)
          values ('profileimages', ${`${user}/${name}`})
          on conflict (bucket_id, name) do update set updated_at = now()`;
      });
    for (const name of ['1.png', '2.png', '3.png', '4.png', '5.png', '5.png']) await put(name);
    await expectRefusal(put('6.png'), 'five pictures');
  });

  test('drops a page view that waits for a lock instead of holding its connection', async () => {
    const path = `/${randomUUID()}`;
    const held = Promise.withResolvers<undefined>();
    const counted = Promise.withResolvers<undefined>();
    const holder = sql.begin(async (transaction) => {
      await transaction`select public.count_page_view(${path})`;
      counted.resolve(undefined);
      await held.promise;
    });
    await counted.promise;
    const started = performance.now();
    await expectRefusal(sql`select public.count_page_view(${path})`, 'lock timeout');
    expect(performance.now() - started).toBeLessThan(2000);
    held.resolve(undefined);
    await holder;
  });

  test('counts fifty concurrent page views as fifty', async () => {
    const path = `/${randomUUID()}`;
    await Promise.all(
      Array.from({ length: 50 }, () => sql`select public.count_page_view(${path})`),
    );
    const [row] = await sql`select views::integer from public.page_views where path = ${path}`;
    expect(row).toEqual({ views: 50 });
  });
});
