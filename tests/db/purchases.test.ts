/** What a member's devices open, and what becomes of the money (docs/product §8.39, §8.44). */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { ordersOn } from '../samples/orders.ts';
import { single, superValue } from '../samples/packs.ts';
import { runs } from '../runs.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const here = ordersOn(onEmbedded(await testDatabase()));
const { query, one, newMember, newCode, apply } = here;

type Bought = { pack: string; paise: number; code: string | null };

/** Opens an order as the checkout does; resolves to its id. */
const open = (member: string, key: string, { pack, paise, code }: Bought) =>
  one<string>('select id from public.open_order($1, $2, $3, $4, $5)', [
    ...[pack, paise, key, member, code],
  ]);

/** Opens an order, and links it to the provider's. */
const press = (member: string, key: string, bought: Bought) =>
  open(member, key, bought).then(async (order) => {
    const attach = 'select public.attach_provider_order($1, $2)';
    await query(attach, [order, `order_${order}`]);
    return order;
  });

const amountOf = (order: string) =>
  one<number>('select amount from public.orders where id = $1', [order]);

/** Reports a payment of an order; resolves to its outcome. */
async function report(order: string, status: 'captured' | 'failed', amount?: number) {
  const due = amount ?? (await amountOf(order));
  const payment = { id: `pay_${randomUUID()}`, order_id: `order_${order}`, amount: due, status };
  return apply(`payment.${status}`, payment);
}

/** Lets minutes pass for the orders of a member. */
const wait = (member: string, minutes: number) =>
  query(`do $$ begin
    perform set_config('session_replication_role', 'replica', true);
    update public.orders
    set
      updated_at = updated_at - interval '${minutes} minutes',
      created_at = created_at - interval '${minutes} minutes',
      held_until = held_until - interval '${minutes} minutes'
    where user_id = '${member}';
  end $$`);

const bought: Bought = { pack: 'single', paise: single.paise, code: null };

test('P22 §8.44 a second device opens what the first one opened, until it is paid or half an hour is over', async () => {
  const { id } = await newMember();
  const [phone, laptop] = [randomUUID(), randomUUID()];
  const order = await press(id, phone, bought);
  await wait(id, 29);
  expect(await open(id, laptop, bought), 'again, from now').toBe(order);
  await report(order, 'failed');
  await wait(id, 29);
  expect(await open(id, randomUUID(), bought)).toBe(order);
  await wait(id, 30);
  expect(await open(id, phone, bought), 'as long as its key is known').toBe(order);
  await wait(id, 30);
  const later = await press(id, randomUUID(), bought);
  expect(later).not.toBe(order);

  await report(order, 'captured');
  for (const key of [phone, laptop]) await expectRefusal(open(id, key, bought), 'already_paid');
  await report(later, 'captured');
  expect([order, later]).not.toContain(await open(id, randomUUID(), bought));
});

test('P22 §8.44 another pack, code, price or member is another order', async () => {
  const [{ id }, other, code] = [await newMember(), await newMember(), await newCode()];
  await query("insert into private.pack_prices values ('single', 79900) on conflict do nothing");
  const all: Bought[] = [
    bought,
    { ...bought, pack: 'super-value', paise: superValue.paise },
    { ...bought, code },
    { ...bought, paise: 79_900 },
  ];
  const orders = new Set([await open(other.id, randomUUID(), bought)]);
  for (const one of all) orders.add(await open(id, randomUUID(), one));
  expect(orders.size).toBe(5);
  const laptop = randomUUID();
  for (const one of all) orders.add(await open(id, one === bought ? laptop : randomUUID(), one));
  expect(orders.size, 'each again').toBe(5);
  await expectRefusal(open(id, laptop, { ...bought, code }), 'idempotency_mismatch');
});

test('§8.44 an order whose money goes back is opened by nobody again', async () => {
  const { id } = await newMember();
  const key = randomUUID();
  const order = await press(id, key, bought);
  expect(await report(order, 'captured', 100)).toMatchObject({ outcome: 'mismatch' });
  await expectRefusal(open(id, key, bought), 'idempotency_mismatch');
  expect(await open(id, randomUUID(), bought)).not.toBe(order);
});

test('§8.39 §8.44 whatever two devices of a member do, nobody opens a second order while one may be paid, and all money buys a pack or is known to go back', async () => {
  const codes = [null, await newCode(), await newCode({ percent: 20, once: true })];
  const device = fc.nat({ max: 1 });
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ press: device, pack: fc.nat({ max: 1 }), code: fc.nat({ max: 2 }) }),
    },
    fc.record({ wait: fc.integer({ min: 1, max: 35 }) }),
    fc.record({ pay: device }),
    fc.record({ fail: device }),
    fc.constant({ reprice: true as const }),
    fc.constant({ forget: true as const }),
  );
  const packs = [bought, { ...bought, pack: 'super-value', paise: superValue.paise }];
  await query("insert into private.pack_prices values ('single', 79900) on conflict do nothing");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const { id } = await newMember();
      let now = 0;
      let isDearer = false;
      /** What each browser remembers, as begun-payments.ts does. */
      const memories = [0, 1].map(() => new Map<string, { key: string; at: number }>());
      const windows: (string | undefined)[] = [undefined, undefined];
      const orders = new Map<string, Bought & { at: number; settled: boolean }>();
      const pays: string[] = [];
      for (const one of steps) {
        if ('wait' in one) {
          now += one.wait;
          await wait(id, one.wait);
        } else if ('reprice' in one) isDearer = !isDearer;
        else if ('forget' in one) memories[0]?.clear();
        else if ('press' in one) {
          const pack = packs[one.pack] ?? bought;
          const paise = isDearer && pack === bought ? 79_900 : pack.paise;
          const wanted = { ...pack, paise, code: codes[one.code] ?? null };
          const place = `${wanted.pack} ${wanted.code}`;
          const memory = memories[one.press];
          const known = memory?.get(place);
          const key = known && now - known.at < 30 ? known.key : randomUUID();
          const inFlight = [...orders].filter(
            ([, { pack, paise, code, at, settled }]) =>
              !settled &&
              now - at < 30 &&
              [pack, paise, code].join() === [wanted.pack, wanted.paise, wanted.code].join(),
          );
          expect(inFlight.length, 'orders that may be paid').toBeLessThanOrEqual(1);
          const given = await press(id, key, wanted).catch((error: unknown) => String(error));
          const refusal = /already_paid|idempotency_mismatch|code_used_up/.exec(given)?.[0];
          if (refusal) {
            if (refusal !== 'code_used_up') memory?.delete(place);
            continue;
          }
          if (inFlight[0]) expect(given).toBe(inFlight[0][0]);
          expect(orders.get(given) ?? wanted).toMatchObject({ ...wanted });
          expect(orders.get(given)?.settled ?? false).toBe(false);
          orders.set(given, { ...wanted, at: now, settled: false });
          memory?.set(place, { key, at: now });
          windows[one.press] = given;
        } else {
          const order = windows['pay' in one ? one.pay : one.fail];
          const known = order === undefined ? undefined : orders.get(order);
          if (order === undefined || !known) continue;
          await report(order, 'pay' in one ? 'captured' : 'failed');
          if ('pay' in one) {
            known.settled = true;
            pays.push(order);
          }
        }
      }
      const told: Row[] = await query(
        `select order_id, review is null as pays, orders.status = 'paid' as paid
        from public.payments join public.orders on orders.id = order_id
        where user_id = $1 and payments.status = 'captured'`,
        [id],
      );
      expect(told).toHaveLength(pays.length);
      for (const order of new Set(pays)) {
        const [first, ...rest] = told.filter(({ order_id: of }) => of === order);
        const ofOrder = [first, ...rest];
        const counting = ofOrder.filter((row) => row?.['pays']);
        expect(counting).toHaveLength(first?.['paid'] ? 1 : 0);
      }
    }),
    runs(40),
  );
}, 600_000);
