/** Concurrent calls and the limit on waiting, on a real Postgres, because the embedded one has a single connection. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { paymentEvent, type PaymentEvent } from '../samples/payment-event.ts';
import { expectRefusal } from './support/database.ts';
import { onServer, type Row } from '../samples/caller.ts';
import { operatorsOn } from '../samples/operators.ts';
import { type Order, ordersOn } from '../samples/orders.ts';
import { single } from '../samples/packs.ts';
import { newAddress } from '../samples/people.ts';
import { describeRaces, outcomes, tally, times, whileOpenOn } from './support/races.ts';

describeRaces('concurrent calls on a real Postgres', async (sql) => {
  // A record of every change of an order's status shows a repeated transition.
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

  const server = onServer(sql);
  const { query, one, newMember, newOrder, newCode, report, apply, call } = ordersOn(server);

  const openOrder = (key: string, member: string | null = null) =>
    one<string>("select id from public.open_order('single', $1, $2, $3)", [
      single.paise,
      key,
      member,
    ]);

  /** A member's thirty orders with a code, begun half an hour apart. */
  async function thirtyOrders(member: string, code: string): Promise<Order[]> {
    const orders: Order[] = [];
    while (orders.length < 30) orders.push(await newOrder(member, 'single', randomUUID(), code));
    return orders;
  }

  async function transitions({ order }: Order) {
    const rows = await query(
      'select status from private.transitions where order_id = $1 order by place',
      [order],
    );
    return rows.map(({ status }) => status);
  }

  test('§15.75 a purchase that its payer claims while someone else opens the receipt goes to the payer', async () => {
    const [email, bought] = [newAddress(), await newOrder()];
    await report(bought, { email });
    const token = await one<string>(
      "select payload ->> 'token' from private.outbox where kind = 'receipt' and recipient = $1",
      [email],
    );
    const payer = await newMember({ email, proven: true });
    const { id } = await newMember();
    const claims = {
      member: payer.id,
      call: 'public.claim_order($1)',
      parameters: [bought.order],
    };
    const outcome = await whileOpenOn(sql)(claims, () =>
      call(id, 'redeem_link', { p_purpose: 'receipt', p_token: token }),
    );
    expect(outcome).toBe('other_account');
    const owner = 'select user_id from public.orders where id = $1';
    expect(await one(owner, [bought.order])).toBe(payer.id);
  });

  test('§8.33 only one of a member’s thirty purchases gets the code’s only use after their first payments failed', async () => {
    const code = await newCode({ percent: 10, uses: 1 });
    const { id } = await newMember();
    const orders = await thirtyOrders(id, code);
    await Promise.all(
      orders.map(({ providerOrder: order_id, payment, amount }) =>
        apply('payment.failed', { id: `${payment}failed`, order_id, amount, status: 'failed' }),
      ),
    );
    const done = await Promise.all(orders.map((order) => report(order)));
    expect(tally(done.map(({ outcome }) => String(outcome)))).toEqual({ applied: 1, mismatch: 29 });
  });

  test('§8.36 when forty new accounts at one address start purchases at the same time, five reserve a use', async () => {
    const code = await newCode({ percent: 10, uses: 20 });
    const fresh = await Promise.all(times(40, () => newMember()));
    const said = await Promise.all(
      fresh.map(({ id }) =>
        one<{ refused?: string }>(
          "select public.check_code($1, 'single', $2, $3, repeat('f', 64), gen_random_uuid())",
          [code, single.paise, id],
        ),
      ),
    );
    expect(tally(said.map(({ refused }) => refused ?? 'begun'))).toEqual({
      begun: 5,
      too_many_begun: 35,
    });
  });

  test('§22.2 one owner remains when two owners remove each other’s access at the same time', async () => {
    const owners = await Promise.all(times(2, () => operatorsOn(server).newOperator('owner')));
    const [first = '', second = ''] = owners.map(({ email }) => email);
    const end = 'operations.end_operator($1)';
    const outcome = await whileOpenOn(sql)({ call: end, parameters: [first] }, () =>
      query(`select ${end}`, [second]),
    );
    expect(outcome).toMatch(/^At least one owner .* must stay/);
  });

  test.each([
    ['P28 fifty deliveries of one event', 'payment.captured', 'duplicate', randomUUID()],
    ['P16 P29 fifty different reports of one payment', 'order.paid', 'ignored', undefined],
  ])('%s pay for the order once', async (_what, type, others, id) => {
    const order = await newOrder();
    const results = await Promise.all(
      times(50, () => apply(type, { order_id: order.providerOrder }, id)),
    );
    expect(tally(results.map(({ outcome }) => String(outcome)))).toEqual({
      applied: 1,
      [others]: 49,
    });
    expect(await transitions(order)).toEqual(['paid']);
  });

  /** The reports about two payments: the earlier is good, and the later is refunded. */
  function reportsOfTwoPayments({ order, providerOrder }: Order): PaymentEvent[] {
    const report = (name: string, status: string, refunded = 0) =>
      paymentEvent(refunded > 0 ? 'refund.processed' : `payment.${status}`, {
        id: `pay_${name}_${order}`,
        order_id: providerOrder,
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

  const stateOf = ({ order }: Order) =>
    query(
      `select
        split_part(payments.id, '_', 2) as name, payments.status, review, orders.status as "order",
        payments.id in (select payment_id from operations.refunds_due) as due
      from public.payments join public.orders on orders.id = order_id
      where order_id = $1 order by 1`,
      [order],
    );

  const settled = { order: 'paid', due: false };
  const early = { name: 'early', status: 'captured', review: null, ...settled };
  const late = { name: 'late', status: 'refunded', review: 'duplicate_payment', ...settled };

  function* permutations<T>(items: readonly T[]): Generator<T[]> {
    if (items.length === 0) yield [];
    for (const [at, item] of items.entries()) {
      for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest];
    }
  }

  test('P30 all 120 sequences of five reports about two payments end in the same state', async () => {
    for (const places of permutations([0, 1, 2, 3, 4])) {
      const order = await newOrder();
      const reports = reportsOfTwoPayments(order);
      const events = places.flatMap((at) => reports[at] ?? []);
      await sql`
        select public.apply_payment_event(event ->> 'id', event ->> 'type', event ->> 'body')
        from jsonb_array_elements(${sql.json(events)}) as event`;
      expect({ places, rows: await stateOf(order) }).toEqual({ places, rows: [early, late] });
    }
  });

  test('P30 concurrent reports about two payments end in the right state', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = await newOrder();
      await Promise.all(
        reportsOfTwoPayments(order).map(
          ({ id, type, body }) => sql`select public.apply_payment_event(${id}, ${type}, ${body})`,
        ),
      );
      expect(await stateOf(order)).toEqual([early, late]);
      expect((await transitions(order)).at(-1)).toBe('paid');
    }
  });

  test.each(['a visitor', 'a member'])(
    'P24 twenty attempts by %s to open an order with one key create one order',
    async (who) => {
      const member = who === 'a member' ? (await newMember()).id : null;
      const key = randomUUID();
      const opened = await Promise.all(times(20, () => openOrder(key, member)));
      expect(new Set(opened).size).toBe(1);
      const stored = await query('select id from public.orders where idempotency_key = $1', [key]);
      expect(stored).toEqual([{ id: opened[0] }]);
    },
  );

  test('P22 §8.44 a member’s twenty devices that buy a pack at the same time share one order, but twenty visitors do not', async () => {
    const { id } = await newMember();
    const opened = await Promise.all(times(20, () => openOrder(randomUUID(), id)));
    expect(new Set(opened).size).toBe(1);
    const visitors = await Promise.all(times(20, () => openOrder(randomUUID())));
    expect(new Set(visitors).size).toBe(20);
  });

  test('P22 §8.44 a device that buys a pack waits for the order that another device is opening', async () => {
    const { id } = await newMember();
    const open = "public.open_order('single', $1, gen_random_uuid(), $2)";
    const parameters = [String(single.paise), id];
    const second = () => query(`select ${open}`, parameters);
    expect(await whileOpenOn(sql)({ call: open, parameters }, second)).toBe('done');
    expect(await one('select count(*)::integer from orders where user_id = $1', [id])).toBe(1);
  });

  test('the first of twenty provider orders for one order is kept and returned to every caller', async () => {
    const order = await openOrder(randomUUID());
    const attached = await Promise.all(
      times(20, () =>
        one('select provider_order_id from public.attach_provider_order($1, $2)', [
          order,
          `order_${randomUUID()}`,
        ]),
      ),
    );
    expect(new Set(attached).size).toBe(1);
  });

  test.each([
    ['different buyers', undefined],
    ['one buyer with one key', randomUUID()],
  ])('§8.33 only one of thirty presses gets the last use of a code: %s', async (_who, key) => {
    const code = await newCode({ percent: 10, uses: 1 });
    const opened = await Promise.allSettled(
      times(30, () => newOrder(null, 'single', key ?? randomUUID(), code)),
    );
    const orders = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value.order] : []));
    expect(new Set(orders).size).toBe(1);
    expect(orders).toHaveLength(key ? 30 : 1);
    for (const one of opened) {
      if (one.status === 'rejected') expect(String(one.reason)).toContain('code_used_up');
    }
  });

  test.each([
    ['that works once', { once: true }],
    ['of one use', { uses: 1 }],
  ])(
    '§8.33 only one of a member’s thirty purchases with a code %s is paid with the discount',
    async (_how, given) => {
      const code = await newCode({ percent: 10, ...given });
      const { id } = await newMember();
      const orders = await thirtyOrders(id, code);
      const done = await Promise.all(orders.map((order) => report(order)));
      expect(tally(done.map(({ outcome }) => String(outcome)))).toEqual({
        applied: 1,
        mismatch: 29,
      });
    },
  );

  test('§8.35 only one of a mailbox’s accounts gets the discount when all pay at the same time with a once-per-person code', async () => {
    const code = await newCode({ percent: 10, once: true });
    const mailbox = randomUUID();
    const orders = await Promise.all(
      times(8, async (n) => {
        const { id } = await newMember({ email: `${mailbox}+${n}@example.com` });
        return newOrder(id, 'single', randomUUID(), code);
      }),
    );
    const done = await Promise.all(orders.map((order) => report(order)));
    expect(tally(done.map(({ outcome }) => String(outcome)))).toEqual({ applied: 1, mismatch: 7 });
  });

  test('§8.33 simultaneous purchases never take a code over its limit', async () => {
    const name = await newCode({ percent: 10, uses: 5 });
    const begun = await Promise.all(times(5, () => newOrder(null, 'single', randomUUID(), name)));
    await query('update orders set held_until = now() where code = $1', [name]);
    const { id } = await newMember();
    const done = await outcomes([
      ...begun.map((order) => report(order)),
      ...times(10, (n) =>
        newOrder(n % 2 ? id : null, 'single', randomUUID(), name).then((order) => report(order)),
      ),
    ]);
    expect(Object.keys(done)).not.toContain('deadlock detected');
    const [paid] = await query(
      "select count(*)::integer as paid from orders where code = $1 and status = 'paid'",
      [name],
    );
    expect(paid?.['paid']).toBe(5);
  });

  test('P50 two members cannot both claim one order', async () => {
    const { order, providerOrder } = await newOrder();
    const email = newAddress();
    await apply('payment.captured', { order_id: providerOrder, email });
    // auth.users.email is unique, so the second account has the address in capitals.
    const people = [
      await newMember({ email, proven: true }),
      await newMember({ email: email.toUpperCase(), proven: true }),
    ];
    const claims = await Promise.allSettled(
      people.map(({ id }) =>
        server.as({ member: id }, 'select id from public.claim_order($1)', [order]),
      ),
    );
    expect(claims.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('§18.80 opening both email-change links at the same time changes the address', async () => {
    const changes = await Promise.all(
      times(8, async () => {
        const { id } = await newMember({ proven: true });
        await call(id, 'ask_email_change', { p_address: newAddress() });
        const mails = "kind like 'email_change%' and payload ->> 'user_id' = $1";
        return query(
          `select $1 as id, payload ->> 'token' as token from private.outbox where ${mails}`,
          [id],
        );
      }),
    );
    const answers = await Promise.all(
      changes.map(async (links) => {
        const opened = links.map(({ id, token }) =>
          call<Row>(String(id), 'confirm_email_change', { p_token: token }),
        );
        return (await Promise.all(opened)).map(({ state }) => String(state)).sort();
      }),
    );
    expect(answers).toEqual(changes.map(() => ['changed', 'waiting']));
  });

  test('§11.62 a message sent fifty times at once is stored only once', async () => {
    const [key, email] = [randomUUID(), newAddress()];
    const send = () =>
      one<string>("select public.send_message($1, 'question', 'Asha', $2, 'When?') ->> 'number'", [
        key,
        email,
      ]);
    expect(new Set(await Promise.all(times(50, send))).size).toBe(1);
  });

  test('a page view that waits for a lock is dropped instead of holding its connection', async () => {
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

  test('fifty concurrent page views count as fifty', async () => {
    const path = `/${randomUUID()}`;
    await Promise.all(times(50, () => query('select public.count_page_view($1)', [path])));
    expect(await one('select views::integer from public.page_views where path = $1', [path])).toBe(
      50,
    );
  });
});
