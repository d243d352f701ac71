/** What a member's devices open, and what happens to the money (docs/product §8.39, §8.44). */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { begin, forget, opened } from '../../src/features/packs/begun-payments.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { onEmbedded } from '../samples/caller.ts';
import { ordersOn } from '../samples/orders.ts';
import type { ReportedPayment } from '../samples/payment-event.ts';
import { single, superValue } from '../samples/packs.ts';
import { runs } from '../runs.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const here = ordersOn(onEmbedded(await testDatabase()));
const { query, one, newMember, newCode, apply } = here;

type Bought = { pack: string; paise: number; code: string | null };

/** Opens an order as the checkout does; returns its id. */
const open = (member: string, key: string, { pack, paise, code }: Bought) =>
  one<string>('select id from public.open_order($1, $2, $3, $4, $5)', [
    ...[pack, paise, key, member, code],
  ]);

/** Opens an order and links the provider's order to it. */
const openAndLink = (member: string, key: string, bought: Bought) =>
  open(member, key, bought).then(async (order) => {
    const attach = 'select public.attach_provider_order($1, $2)';
    await query(attach, [order, `order_${order}`]);
    return order;
  });

const amountOf = (order: string) =>
  one<number>('select amount from public.orders where id = $1', [order]);

/** Reports a payment for an order; returns the outcome. */
async function report(
  order: string,
  status: 'captured' | 'failed',
  payment: Partial<ReportedPayment> = {},
) {
  const amount = payment.amount ?? (await amountOf(order));
  const id = `pay_${randomUUID()}`;
  return apply(`payment.${status}`, { id, ...payment, order_id: `order_${order}`, amount, status });
}

/** Lets minutes pass for a member's orders. */
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

test('P22 §8.44 a second device opens the first device’s order until it is paid or half an hour has passed', async () => {
  const { id } = await newMember();
  const [phone, laptop] = [randomUUID(), randomUUID()];
  const order = await openAndLink(id, phone, bought);
  await wait(id, 29);
  expect(await open(id, laptop, bought), 'opening the order starts another half hour').toBe(order);
  await report(order, 'failed');
  await wait(id, 29);
  expect(await open(id, randomUUID(), bought)).toBe(order);
  await wait(id, 30);
  expect(
    await open(id, phone, bought),
    'the browser with the order’s key opens the same order',
  ).toBe(order);
  await wait(id, 30);
  const later = await openAndLink(id, randomUUID(), bought);
  expect(later).not.toBe(order);

  await report(order, 'captured');
  for (const key of [phone, laptop]) await expectRefusal(open(id, key, bought), 'already_paid');
  await report(later, 'captured');
  expect([order, later]).not.toContain(await open(id, randomUUID(), bought));
});

test('P22 §8.44 a different pack, code, price or member leads to a different order', async () => {
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
  expect(orders.size, 'each purchase opens its own order again').toBe(5);
  await expectRefusal(open(id, laptop, { ...bought, code }), 'idempotency_mismatch');
});

test('§8.44 an order whose payment is being refunded cannot be opened again', async () => {
  const { id } = await newMember();
  const key = randomUUID();
  const order = await openAndLink(id, key, bought);
  expect(await report(order, 'captured', { amount: 100 })).toMatchObject({ outcome: 'mismatch' });
  await expectRefusal(open(id, key, bought), 'idempotency_mismatch');
  expect(await open(id, randomUUID(), bought)).not.toBe(order);
});

/** A member's browser: its storage, and the orders whose payment windows it opened. */
class Browser {
  readonly #stored = new Map<string, string>();
  readonly windows: Intent[] = [];
  readonly told = new Set<string>();

  constructor(member: string) {
    const user = { id: member, role: 'authenticated' };
    this.#stored.set(storageKeys.session, JSON.stringify({ user }));
  }

  /** Uses the site's memory of payments, as a page in this browser does. */
  do<Done>(something: () => Done): Done {
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => this.#stored.get(name) ?? null,
      setItem: (name: string, value: string) => this.#stored.set(name, value),
      removeItem: (name: string) => this.#stored.delete(name),
    });
    return something();
  }

  forgetPayments() {
    this.#stored.delete(storageKeys.begunPayments);
    this.told.clear();
  }

  /** Lets minutes pass for what the browser remembers. */
  wait(minutes: number) {
    const all = this.#stored.get(storageKeys.begunPayments);
    if (all === undefined) return;
    const earlier = (_: string, value: unknown): unknown =>
      typeof value === 'number' && value > 1e12 ? value - minutes * 60_000 : value;
    this.#stored.set(storageKeys.begunPayments, JSON.stringify(JSON.parse(all, earlier)));
  }
}

/** One wish to buy, from the first press on any device until that device knows the outcome. */
type Intent = Bought & {
  order: string;
  at: number;
  captured: boolean;
  capturedLate: boolean;
  heardLate: boolean;
};

test('§8.39 §8.44 §18.95 a member who buys on two devices gets each purchase only once, and every other payment is reported, whatever the sequence', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const code = await newCode();
  const device = fc.nat({ max: 1 });
  // Mostly the same pack, so that the devices meet.
  const wanted = fc.oneof(
    { weight: 5, arbitrary: fc.constant(bought) },
    fc.constant({ ...bought, code }),
    fc.constant({ ...bought, pack: 'super-value', paise: superValue.paise }),
  );
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ press: device, wanted }) },
    { weight: 3, arbitrary: fc.record({ pay: device, email: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ verify: device }) },
    fc.record({ fail: device }),
    { weight: 2, arbitrary: fc.constant({ webhook: true as const }) },
    fc.record({ wait: fc.integer({ min: 1, max: 35 }) }),
    fc.constant({ reprice: true as const }),
    fc.record({ forget: device }),
  );
  const steps = fc.array(step, { minLength: 8, maxLength: 20 });
  await query("insert into private.pack_prices values ('single', 79900) on conflict do nothing");

  await fc.assert(
    fc.asyncProperty(steps, fc.array(step, { maxLength: 6 }), async (open, closed) => {
      const { id, email } = await here.openAccount();
      const browsers = [new Browser(id), new Browser(id)] as const;
      const of = (which: number) => (which === 0 ? browsers[0] : browsers[1]);
      let now = 0;
      let lastPaid = 1_700_000_000;
      let isDearer = false;
      let isClosed = false;
      const intents: Intent[] = [];
      /** What each browser believes to be under way, by pack and code, until it hears more. */
      const begun = [new Map<string, Mine>(), new Map<string, Mine>()] as const;
      type Mine = { intent: Intent; key: string; at: number };
      /** Payments that the provider has but has not reported. */
      let unreported: { intent: Intent; payment: string; email: string; by: number; at: number }[] =
        [];
      const paid: { payment: string; email: string; late: boolean }[] = [];

      /** What can still be paid for the same pack, price and code, and was begun in the last half hour. */
      const underWay = ({ pack, paise, code: ofCode }: Bought) =>
        intents.filter(
          (other) =>
            !other.captured &&
            now - other.at < 30 &&
            [other.pack, other.paise, other.code].join() === [pack, paise, ofCode].join(),
        );

      const press = async (which: number, one: Bought) => {
        const browser = of(which);
        const mine = which === 0 ? begun[0] : begun[1];
        const { pack, code: ofCode } = one;
        const place = `${pack} ${ofCode}`;
        for (const [where, { at }] of mine) if (now - at >= 30) mine.delete(where);
        const doubtful = [...mine].find(
          ([where, { key }]) =>
            where !== place && where.startsWith(`${pack} `) && !browser.told.has(key),
        );
        const own = mine.get(place);
        const { key, inDoubt } = browser.do(() => begin({ pack, code: ofCode }, browser.told));
        if (!own && doubtful)
          expect(inDoubt, 'the buyer is asked before a second order').toBeDefined();
        if (inDoubt !== undefined) {
          browser.told.add(inDoubt);
          return;
        }
        if (own) expect(key, 'the browser uses the key that it remembers').toBe(own.key);
        const known = own?.intent ?? underWay(one)[0];
        const ordersOf = () => here.count('public.orders where user_id = $1', id);
        const before = await ordersOf();
        const given = await openAndLink(id, key, one).catch((error: unknown) => String(error));
        if (known)
          expect(await ordersOf(), 'the same purchase does not open a second order').toBe(before);
        const refusal = /already_paid|idempotency_mismatch/.exec(given)?.[0];
        if (refusal) {
          expect(own, 'only this browser’s own purchase is refused').toBeDefined();
          expect(known?.captured === true || known?.paise !== one.paise).toBe(true);
          browser.do(() => forget(key));
          mine.delete(place);
          return;
        }
        if (known) expect([given, known.captured]).toEqual([known.order, false]);
        let intent = intents.find(({ order }) => order === given);
        if (intent) {
          expect(intent, 'the order has the same pack, price and code').toMatchObject(one);
          expect(intent.captured, 'the order is not paid yet').toBe(false);
        } else {
          intent = {
            ...one,
            order: given,
            at: now,
            captured: false,
            capturedLate: false,
            heardLate: false,
          };
          intents.push(intent);
        }
        intent.at = now;
        browser.do(() => opened(key, `order_${given}`));
        mine.set(place, { intent, key, at: now });
        browser.windows.push(intent);
        expect(underWay(one), 'the purchase has one unpaid order').toEqual([intent]);
      };

      const hear = async (reports: typeof unreported) => {
        unreported = unreported.filter((one) => !reports.includes(one));
        for (const { intent, payment, email: payer, at: created_at } of reports) {
          await report(intent.order, 'captured', { id: payment, email: payer, created_at });
          if (!intent.captured) intent.capturedLate = isClosed;
          intent.heardLate ||= isClosed;
          intent.captured = true;
          paid.push({ payment, email: payer, late: isClosed });
        }
      };

      const take = async (one: typeof step extends fc.Arbitrary<infer Step> ? Step : never) => {
        if ('wait' in one) {
          now += one.wait;
          await wait(id, one.wait);
          for (const browser of browsers) browser.wait(one.wait);
        } else if ('reprice' in one) isDearer = !isDearer;
        else if ('webhook' in one) await hear(unreported.slice(0, 1));
        else if ('forget' in one) {
          of(one.forget).forgetPayments();
          (one.forget === 0 ? begun[0] : begun[1]).clear();
        } else if ('press' in one) {
          // Closing the account has logged the member out.
          if (isClosed) return;
          const isSingle = one.wanted.pack === 'single';
          await press(one.press, {
            ...one.wanted,
            ...(isSingle && isDearer && { paise: 79_900 }),
          });
        } else if ('pay' in one) {
          const intent = of(one.pay).windows.at(-1);
          if (!intent) return;
          const payer = one.email ? `payer-${email}` : 'void@razorpay.com';
          const payment = `pay_${randomUUID()}`;
          unreported.push({ intent, payment, email: payer, by: one.pay, at: (lastPaid += 1) });
        } else if ('verify' in one) {
          // The callback, and the page after it, which forgets the payment.
          const reports = unreported.filter(({ by }) => by === one.verify).slice(0, 1);
          await hear(reports);
          const mine = one.verify === 0 ? begun[0] : begun[1];
          for (const [where, { intent, key }] of mine) {
            if (!reports.some((heard) => heard.intent === intent)) continue;
            of(one.verify).do(() => forget(key));
            mine.delete(where);
          }
        } else {
          const intent = of(one.fail).windows.at(-1);
          if (!intent) return;
          await report(intent.order, 'failed', { email: `payer-${email}` });
          intent.heardLate ||= isClosed;
        }
      };

      for (const one of open) await take(one);
      if (closed.length > 0) {
        await here.serve('erase_account', id, false);
        isClosed = true;
      }
      for (const one of closed) await take(one);
      await hear(unreported);

      const rows = await query(
        `select payments.id, orders.id as order_id, review is null as pays, orders.status = 'paid' as is_paid,
          exists (select from private.outbox where dedupe_key = 'receipt ' || payments.id) as receipt,
          (select recipient from private.outbox where dedupe_key = 'payment_after_closing ' || payments.id) as told,
          exists (select from operations.refunds_due where payment_id = payments.id) as due
        from public.payments join public.orders on orders.id = order_id
        where order_id = any ($1) and payments.status = 'captured'`,
        [intents.map(({ order }) => order)],
      );
      expect(rows).toHaveLength(paid.length);
      for (const { order, captured, capturedLate, heardLate } of intents) {
        const ofOrder = rows.filter(({ order_id }) => order_id === order);
        const counting = ofOrder.filter(({ pays }) => pays);
        expect(counting.length).toBe(ofOrder[0]?.['is_paid'] ? 1 : 0);
        expect(ofOrder.filter(({ receipt }) => receipt)).toHaveLength(counting.length);
        // Once the account is closed, a payment buys nothing.
        expect(counting.length, 'one payment pays the order unless the account is closed').toBe(
          captured && !capturedLate ? 1 : 0,
        );
        for (const row of ofOrder) {
          const isBack = row['pays'] === false;
          expect(row['due'], 'a payment that bought nothing is due for a refund').toBe(isBack);
          const payer = paid.find(({ payment }) => payment === row['id']);
          const own =
            payer?.late && !payer.email.startsWith('void')
              ? payer.email
              : expect.toBeOneOf([email, `payer-${email}`]);
          expect(row['told'], 'the payer is told where the refund goes after the closing').toEqual(
            isBack && heardLate ? own : null,
          );
        }
      }
    }),
    runs(40),
  );
});
