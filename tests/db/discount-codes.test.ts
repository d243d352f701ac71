/** Discount codes (docs/product §8.31 to §8.38): what they take off, for whom and how often, and what they never reveal. */
import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { packs, type PackId } from '../../src/domain/packs/packs.ts';
import { onEmbedded, named, type Row } from '../samples/caller.ts';
import type { Order } from '../samples/orders.ts';
import { mostPurchased, single, superValue } from '../samples/packs.ts';
import { newAddress } from '../samples/people.ts';
import { providerOf, refundsOn } from '../samples/refunds.ts';
import { runs } from '../runs.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const here = refundsOn(onEmbedded(database));
const { query, one, call, newMember, proveAddress, newOrder, newCode, report, operate, pass } =
  here;

let caller: string;
beforeEach(() => {
  caller = randomUUID().replaceAll('-', '').padEnd(64, '0');
});

type Who = { member?: string | null; from?: string | null; key?: string; pack?: typeof single };

/** The hash by which our functions recognise a person who uses a code that works once. */
const hashOf = (code: string, person: string) =>
  createHash('sha256').update(`${code} ${person}`).digest('hex');

/** Our function's answer about a code: an amount in paise, or a refusal. */
async function check(code: string, { member = null, from = null, key, pack = single }: Who = {}) {
  const ask = (hash: string | null = null) =>
    one<{ amount?: number; refused?: string; person?: string }>(
      'select public.check_code($1, $2, $3, $4, $5, $6, $7)',
      [code, pack.id, pack.paise, member, from, key ?? null, hash],
    );
  const first = await ask();
  const said = first.person === undefined ? first : await ask(hashOf(code, first.person));
  return said.amount ?? said.refused;
}

/** Begins a purchase with a code, whose order then holds a use. */
const begin = (code: string, member: string | null = null, pack: PackId = 'single', key?: string) =>
  newOrder(member, pack, key ?? randomUUID(), code);

async function buy(code: string, member: string | null = null, email = newAddress()) {
  const order = await begin(code, member);
  await report(order, { email });
  return order;
}

const passes = (order: Order, hours: number) =>
  query("update public.orders set held_until = held_until - $2 * interval '1 hour' where id = $1", [
    order.order,
    hours,
  ]);

const statusOf = (order: Order) =>
  one('select status from public.orders where id = $1', [order.order]);
const reviewOf = (order: Order) =>
  one('select review from public.payments where id = $1', [order.payment]);

describe('calculating the price with a code', () => {
  test.each([
    [{ percent: 10 }, single, 62_900],
    [{ percent: 90 }, single, 6_900],
    [{ rupees: 698 }, single, 100],
    [{ rupees: 400 }, superValue, 199_900],
    [{ percent: 1 }, mostPurchased, 98_900],
  ])(
    '§8.32 the price with %j is in whole rupees, rounded in the buyer’s favour, and at least one rupee',
    async (off, pack, due) => {
      const code = await newCode(off);
      expect(await check(code, { pack })).toBe(due);
      const order = await begin(code, null, pack.id);
      expect(order.amount).toBe(due);
      const [row] = await query('select amount, discount, code from public.orders where id = $1', [
        order.order,
      ]);
      expect(row).toEqual({ amount: due, discount: pack.paise - due, code });
    },
  );

  test('§8.32 a code worth more than a lowered price leaves one rupee to pay', async () => {
    const price = (code: string, paise: number) =>
      one(
        'select private.price_with(codes, $2) from private.discount_codes as codes where code = $1',
        [code, paise],
      );
    const [rupees, percent] = [await newCode({ rupees: 698 }), await newCode({ percent: 90 })];
    expect([await price(rupees, 69_900), await price(rupees, 69_800)]).toEqual([100, 100]);
    expect([await price(rupees, 59_900), await price(percent, 900)]).toEqual([100, 100]);
  });

  test.each([
    [{ rupees: 699 }, 'at least one rupee'],
    [{ rupees: 2399, pack: 'super-value' }, 'at least one rupee'],
    [{ percent: 91 }, 'discount_codes_percent_check'],
    [{ percent: 10, rupees: 10 }, 'code_takes_off_one_thing'],
    [{}, 'code_takes_off_one_thing'],
    [{ percent: 10, pack: 'gold' }, 'We have no such pack'],
    [{ percent: 10, until: '2020-01-01' }, 'day_is_past'],
    [{ percent: 10, audience: 'address', until: '2027-06-30' }, 'code_is_for_an_address'],
    [{ percent: 10, until: '9999-12-31' }, 'code_ends_too_late'],
    [{ percent: 10, until: 'infinity' }, 'code_ends_too_late'],
    [{ percent: 10, address: 'a@example.com' }, 'code_is_for_an_address'],
    [
      { percent: 10, audience: 'address', address: 'a', until: '2027-06-30' },
      'discount_codes_address_check',
    ],
    [{ percent: 10, audience: 'address', address: 'a@example.com' }, 'needs a last day'],
    [{ percent: 10, audience: 'nobody' }, 'discount_codes_audience_check'],
  ])('§8.31 the desk refuses to create a code with %j', async (given, words) => {
    await expectRefusal(newCode(given), words);
  });

  test('§8.31 different spellings refer to the same code, and a code left empty becomes ten random characters', async () => {
    expect(await newCode({ percent: 10, code: 'circle-10' })).toBe('CIRCLE-10');
    await expectRefusal(newCode({ percent: 20, code: 'Circle-10' }), 'discount_codes_pkey');
    expect(await newCode({ percent: 10, code: ' ｃircle\u200b‐१२ ' })).toBe('CIRCLE-12');
    expect(await newCode()).toMatch(/^[A-Z2-9]{10}$/);
  });

  test('§8.33 an order’s amount, discount and code never change, and no order has a discount without a code', async () => {
    const { order } = await buy(await newCode());
    for (const change of ['amount = 100', 'discount = 0', 'code = null']) {
      await expectRefusal(
        query(`update public.orders set ${change} where id = $1`, [order]),
        'fixed',
      );
    }
    const insert = (amount: number, discount: number) =>
      query(
        `insert into public.orders (pack, amount, discount, receipt, idempotency_key)
        values ('single', $1, $2, gen_random_uuid()::text, gen_random_uuid())`,
        [amount, discount],
      );
    await expectRefusal(insert(62_900, 7_000), 'order_has_code_for_discount');
    await expectRefusal(insert(62_900, 0), 'order_is_in_catalogue');
  });
});

describe('limiting who may use a code, and how often', () => {
  test('§8.35 an unknown or expired code, or a code for another pack, does not reduce the price', async () => {
    const code = await newCode({ percent: 10, pack: 'super-value' });
    expect(await check('NOSUCHCODE')).toBe('code_not_valid');
    expect(await check(code)).toBe('code_for_another_pack');
    expect(await check(code, { pack: superValue })).toBe(215_900);
    await query(
      'update private.discount_codes set until = private.india_day(now()) where code = $1',
      [code],
    );
    expect(await check(code, { pack: superValue })).toBe(215_900);
    await query('update private.discount_codes set until = until - 1 where code = $1', [code]);
    expect(await check(code, { pack: superValue })).toBe('code_ended');
    const other = await newCode();
    await operate('end_code', other);
    expect(await check(other)).toBe('code_ended');
    await expectRefusal(begin(other), 'code_ended');
    await expectRefusal(operate('end_code', other), 'has already ended');
    await expectRefusal(operate('end_code', 'NOPE-1'), 'no such code');
  });

  test('§8.35 a code for members needs an account, and a personal code needs its owner’s verified address', async () => {
    const { id, email } = await newMember();
    const stranger = (await newMember()).id;
    const forMembers = await newCode({ percent: 10, audience: 'members' });
    expect(await check(forMembers)).toBe('code_for_members');
    expect(await check(forMembers, { member: id })).toBe(62_900);
    const own = await newCode({
      percent: 10,
      audience: 'address',
      address: email.toUpperCase(),
      until: '2027-06-30',
    });
    for (const member of [null, stranger, id]) {
      expect(await check(own, { member })).toBe('code_not_valid');
    }
    await expectRefusal(begin(own, stranger), 'code_not_valid');
    await proveAddress(id);
    expect(await check(own, { member: id })).toBe(62_900);
  });

  test('§8.35 a once-per-person code is used up for the account that paid and for the address that paid', async () => {
    const code = await newCode({ percent: 10, once: true });
    const [first, other] = [await newMember({ proven: true }), await newMember()];
    expect(await check(code)).toBe('code_for_members');
    await buy(code, first.id, first.email);
    expect(await check(code, { member: first.id })).toBe('code_used_up');
    expect(await check(code, { member: other.id })).toBe(62_900);
    const shared = await begin(code, other.id);
    await fail(shared, 'tried@example.com');
    await report(shared, { email: 'Payer@Example.com' });
    const third = (await newMember()).id;
    expect(await check(code, { member: third })).toBe(62_900);
    await proveAddress(third, 'tried@example.com');
    expect(await check(code, { member: third }), 'a failed payment does not count as a use').toBe(
      62_900,
    );
    await proveAddress(third, 'payer@example.com');
    expect(await check(code, { member: third })).toBe('code_used_up');
    const another = await newCode({ percent: 10, once: true });
    for (const member of [first.id, third]) expect(await check(another, { member })).toBe(62_900);
  });

  test('§8.35 a once-per-person code is used up for all accounts of a mailbox, in any spelling of the address', async () => {
    const code = await newCode({ percent: 10, once: true });
    const mailbox = randomUUID().replaceAll('-', '');
    const asha = async (address: string) => (await newMember({ email: address })).id;
    const first = await asha(`${mailbox}@gmail.com`);
    const same = await asha(`${mailbox.replace(/./, '$&.')}+pack@googlemail.com`);
    const other = await asha(`${mailbox}@example.com`);
    // Both purchases begin before either is paid, so the second payment waits for the operator.
    const [begun, late] = [await begin(code, first), await begin(code, same)];
    await report(begun);
    // Anyone can open an account with a spelling of someone else’s address, so an unverified account learns nothing.
    expect(await check(code, { member: same, pack: superValue })).toBe(215_900);
    await report(late);
    expect([await statusOf(late), await reviewOf(late)]).toEqual(['created', 'amount_mismatch']);
    for (const member of [same, other]) await proveAddress(member);
    expect(await check(code, { member: same })).toBe('code_used_up');
    expect(await check(code, { member: other })).toBe(62_900);
  });

  test('§8.43 a once-per-person code stays used up for a closed account’s mailbox until its hash is deleted', async () => {
    const code = await newCode({ percent: 10, once: true });
    const another = await newCode({ percent: 10, once: true });
    const mailbox = randomUUID().replaceAll('-', '');
    const address = `${mailbox}@gmail.com`;
    const beginAs = (member: string) =>
      newOrder(member, 'single', randomUUID(), code, hashOf(code, address));
    const first = (await newMember({ email: address, proven: true })).id;
    const [begun, bought] = [await beginAs(first), await beginAs(first)];
    await report(bought);
    await query('select public.erase_account($1, false)', [first]);
    const again = (await newMember({ email: `${mailbox}+new@googlemail.com` })).id;
    // An unverified account learns nothing of the earlier use, and its payment waits for the operator.
    expect(await check(code, { member: again })).toBe(62_900);
    const late = await beginAs(again);
    await report(late);
    expect([await statusOf(late), await reviewOf(late)]).toEqual(['created', 'amount_mismatch']);
    await proveAddress(again);
    expect(await check(code, { member: again })).toBe('code_used_up');
    expect(await check(another, { member: again })).toBe(62_900);
    expect(await check(code, { member: (await newMember({ proven: true })).id })).toBe(62_900);

    const keptOf = ({ order }: Order) =>
      one<number>('select count(*)::integer from private.code_people where order_id = $1', [order]);
    const age =
      'update public.orders set created_at = created_at - $2, held_until = held_until - $2 where id = $1';
    await query(age.replaceAll('$2', "interval '6 days'"), [begun.order]);
    await query('select public.forget_old_codes()');
    expect([await keptOf(begun), await keptOf(bought)]).toEqual([0, 1]);
    const end = (days: number) =>
      query(
        "update private.discount_codes set ended_at = now() - $2 * interval '1 day' where code = $1",
        [code, days],
      );
    for (const [days, kept] of [
      [364, 1],
      [367, 0],
    ] as const) {
      await end(days);
      await query('select public.forget_old_codes()');
      expect(await keptOf(bought)).toBe(kept);
    }
    // The code never ends, so the hash goes with the buyer.
    const endless = await newOrder(
      again,
      'single',
      randomUUID(),
      another,
      hashOf(another, address),
    );
    await query(
      "update public.orders set status = 'paid', created_at = now() - interval '10 years' where id = $1",
      [endless.order],
    );
    await query('select public.forget_old_codes()');
    expect(await keptOf(endless)).toBe(1);
    await query('select public.forget_old_buyers()');
    expect(await keptOf(endless)).toBe(0);
  });

  test('§8.33 an order reserves one use of its code: a payment or refund keeps that use, and half an hour without payment frees it', async () => {
    const code = await newCode({ percent: 10, uses: 1 });
    const key = randomUUID();
    const first = await begin(code, null, 'single', key);
    expect(await check(code)).toBe('code_used_up');
    // The buyer goes on at the same price, even after the code has ended.
    await operate('end_code', code);
    expect(await check(code, { key })).toBe(62_900);
    expect((await begin(code, null, 'single', key)).order).toBe(first.order);
    await query('update private.discount_codes set ended_at = null where code = $1', [code]);
    await passes(first, 0.5);
    expect(await check(code)).toBe(62_900);
    // The next press holds a use for the same order again.
    expect((await begin(code, null, 'single', key)).order).toBe(first.order);
    expect(await check(code)).toBe('code_used_up');
    await passes(first, 0.5);
    const second = await begin(code);
    await expectRefusal(begin(code, null, 'single', key), 'code_used_up');
    await report(second);
    await passes(second, 48);
    expect(await check(code)).toBe('code_used_up');
    await report(second, { refunded: second.amount });
    expect(await check(code)).toBe('code_used_up');
    const [shown] = await query(
      'select paid::integer, waiting::integer, given::float, payments from operations.discount_codes where code = $1',
      [code],
    );
    expect(shown).toEqual({ paid: 1, waiting: 0, given: 70, payments: [second.payment] });
    // Otherwise a buyer could collect old orders for one use and pay all of them.
    expect(await report(first)).toMatchObject({ outcome: 'mismatch' });
    expect([await statusOf(first), await reviewOf(first)]).toEqual(['created', 'amount_mismatch']);
    const [flagged] = await query('select why from operations.refunds_due where payment_id = $1', [
      first.payment,
    ]);
    expect(flagged).toEqual({ why: 'another purchase has taken the use of its code' });
    expect(await operate('return_payment', first.payment)).toMatch(/^Approved: R-\d+, Rs 629/);
  });

  test.each([
    ['with few uses', { percent: 10, uses: 3 }, 0.5],
    ['with few uses, for members', { percent: 10, uses: 3, audience: 'members' }, 0.5],
    ['without a limit', { percent: 10 }, 24],
    ['once for each person', { percent: 10, once: true }, 24],
  ])(
    '§8.33 an unpaid order holds a code %s: for half an hour if its uses are limited, else for a day',
    async (_of, given, hours) => {
      const { order } = await begin(await newCode(given), (await newMember()).id);
      expect(
        await one(
          "select held_until = created_at + $2 * interval '1 hour' from public.orders where id = $1",
          [order, hours],
        ),
      ).toBe(true);
    },
  );

  test('§8.33 a visitor’s unpaid purchase reserves one of the code’s uses for only half an hour', async () => {
    const code = await newCode({ percent: 10, uses: 3 });
    const idle = [await begin(code), await begin(code), await begin(code)];
    const { id } = await newMember();
    await expectRefusal(begin(code, id), 'code_used_up');
    for (const order of idle) await passes(order, 0.5);
    await report(await begin(code, id));
    // An order paid late takes a use that is still free.
    for (const order of idle) await report(order);
    const states = [];
    for (const order of idle) states.push(await statusOf(order));
    expect(states).toEqual(['paid', 'paid', 'created']);
  });

  test('§8.33 a late payment takes a free use of its code, even after the code has expired', async () => {
    const code = await newCode({ percent: 10, uses: 1 });
    const late = await begin(code);
    await passes(late, 24);
    await operate('end_code', code);
    await report(late);
    expect(await statusOf(late)).toBe('paid');
    expect(await reviewOf(late)).toBe(null);
  });

  test.each([
    ['uses', { percent: 10, uses: 1 }],
    ['once', { percent: 10, once: true }],
  ])(
    '§8.33 two purchases started by one member share one use, and the purchase paid first gets the use: %s',
    async (_how, given) => {
      const code = await newCode(given);
      const { id } = await newMember();
      const first = await begin(code, id);
      const second = await begin(code, id, 'super-value');
      expect(await check(code, { member: id })).toBe(62_900);
      if ('uses' in given) {
        expect(await check(code, { member: (await newMember()).id })).toBe('code_used_up');
      }
      await report(first);
      await report(second);
      expect([await statusOf(first), await statusOf(second)]).toEqual(['paid', 'created']);
      expect([await reviewOf(first), await reviewOf(second)]).toEqual([null, 'amount_mismatch']);
      expect(await check(code, { member: id })).toBe('code_used_up');
    },
  );

  test('§8.33 a member who starts many purchases holds one use and leaves the other uses free', async () => {
    const code = await newCode({ percent: 10, uses: 2 });
    const { id } = await newMember();
    const begun = [];
    for (let times = 0; times < 5; times += 1) begun.push(await begin(code, id));
    const other = await begin(code);
    for (const order of begun) await report(order);
    await report(other);
    const paid = [];
    for (const order of [...begun, other]) paid.push(await statusOf(order));
    expect(paid.toSorted()).toEqual(['created', 'created', 'created', 'created', 'paid', 'paid']);
    expect(paid.at(-1)).toBe('paid');
  });

  test('§8.31 a personal code works once, unless the desk gives it more uses', async () => {
    const { id, email } = await newMember({ proven: true });
    const given = { percent: 90, audience: 'address', address: email, until: '2027-06-30' };
    const code = await newCode(given);
    await buy(code, id);
    await expectRefusal(begin(code, id), 'code_used_up');
    const more = await newCode({ ...given, uses: 2 });
    await buy(more, id);
    await buy(more, id);
    await expectRefusal(begin(more, id), 'code_used_up');
  });

  test('§8.33 §17.13 a purchase entered by hand is charged at the discounted price and counts as one use of the code', async () => {
    const code = await newCode({ percent: 10, pack: 'super-value', uses: 2 });
    const enter = (given: Row) => {
      const whole = {
        payment_reference: `UTR${randomUUID().slice(0, 8)}`,
        pack: 'super-value',
        email: newAddress(),
        ...given,
      };
      return one(`select operations.record_purchase(${named(whole)})`, Object.values(whole));
    };
    await expectRefusal(enter({ rupees: 2159 }), 'The pack costs Rs 2399.');
    await expectRefusal(enter({ rupees: 2399, code }), `The pack costs Rs 2159 with ${code}.`);
    await expectRefusal(enter({ rupees: 629, code, pack: 'single' }), 'no such code');
    await expectRefusal(enter({ rupees: 2159, code: 'NOSUCH' }), 'no such code');
    const begun = await begin(code, null, 'super-value');
    await enter({ code: code.toLowerCase() });
    expect(await check(code, { pack: superValue })).toBe('code_used_up');
    await expectRefusal(enter({ rupees: 2159, code }), 'code_used_up');
    await report(begun);
    expect(await statusOf(begun), 'the open order kept its use of the code').toBe('paid');
  });
});

describe('guessing codes', () => {
  /** How many of these wrong codes are called wrong before every code is refused. */
  const wrong = async (most: number, { member = null, from = null }: Who = {}) => {
    const [counted] = await query(
      `select count(*) filter (where said ->> 'refused' = 'code_not_valid')::integer as told
      from (
        select public.check_code('WRONG' || tries, 'single', $2, $3, $4) as said
        from generate_series(1, $1::integer) as tries
      ) as checked`,
      [most, single.paise, member, from],
    );
    return counted?.['told'];
  };

  test('§8.36 after 600 wrong codes in an hour, even a caller’s valid code is refused', async () => {
    const code = await newCode();
    for (let right = 0; right < 65; right += 1)
      expect(await check(code, { from: caller })).toBe(62_900);
    expect(await wrong(599, { from: caller })).toBe(599);
    expect(await check(code, { from: caller })).toBe(62_900);
    expect(await wrong(20, { from: caller })).toBe(1);
    expect(await check(code, { from: caller })).toBe('too_many_requests');
    expect(await check(code, { from: caller.replace(/^./, 'z') })).toBe(62_900);
  });

  test('§8.36 600 mistyped codes in an hour from one campus network do not block any member’s valid code', async () => {
    const code = await newCode();
    const [verified, fresh] = [await newMember({ proven: true }), await newMember()];
    for (const mistyped of [60, 540]) {
      expect(await wrong(mistyped, { from: caller })).toBe(mistyped);
      for (const { id } of [verified, fresh]) {
        expect(await check(code, { member: id, from: caller })).toBe(62_900);
      }
    }
  });

  test('§8.36 an account may enter 20 wrong codes a day, and 30 new accounts at one address may enter 600 an hour', async () => {
    const code = await newCode();
    const verified = await newMember({ proven: true });
    const told = [];
    let last = '';
    for (let accounts = 0; accounts < 31; accounts += 1) {
      last = (await newMember()).id;
      told.push(await wrong(25, { member: last, from: caller }));
    }
    expect(told).toEqual([...Array.from({ length: 30 }, () => 20), 0]);
    expect(await check(code, { member: last, from: caller })).toBe('too_many_requests');
    expect(await check(code, { member: last })).toBe(62_900);
    expect(await check(code, { member: verified.id, from: caller })).toBe(62_900);
    expect(await check(code, { from: caller })).toBe(62_900);
    expect(await wrong(25, { member: verified.id, from: caller })).toBe(20);
    expect(await check(code, { member: verified.id })).toBe('too_many_requests');
  });

  test('§8.36 after 20 wrong codes a member can still use codes for all members and their own personal code', async () => {
    const { id, email } = await newMember({ proven: true });
    const shown = await newCode({ percent: 10, audience: 'members' });
    const personal = { percent: 20, audience: 'address', until: '2027-06-30' };
    const own = await newCode({ ...personal, address: email });
    const another = await newCode({ ...personal, address: newAddress() });
    expect(await wrong(25, { member: id })).toBe(20);
    expect(await check(shown, { member: id })).toBe(62_900);
    expect(await check(own, { member: id })).toBe(55_900);
    for (const code of [another, await newCode(), 'WRONG1']) {
      expect(await check(code, { member: id })).toBe('too_many_requests');
    }
  });

  describe('buying with a limited-use code', () => {
    const press = (code: string, who: Who = {}) =>
      check(code, { from: caller, key: randomUUID(), ...who });

    test('§8.36 a caller without a verified address can start five purchases an hour, or a quarter of the code’s uses if that is more', async () => {
      const code = await newCode({ percent: 10, uses: 20 });
      for (let times = 0; times < 4; times += 1) expect(await press(code)).toBe(62_900);
      const { id } = await newMember();
      expect(await press(code, { member: id })).toBe(62_900);
      for (const member of [null, id, (await newMember()).id]) {
        expect(await press(code, { member })).toBe('too_many_begun');
      }
      // Looking at the price begins no purchase.
      expect(await check(code, { from: caller })).toBe(62_900);
      expect(await press(code, { from: caller.replace(/^./, 'z') })).toBe(62_900);
      const large = await newCode({ percent: 10, uses: 24 });
      for (let times = 0; times < 6; times += 1) expect(await press(large)).toBe(62_900);
      expect(await press(large)).toBe('too_many_begun');
      const unlimited = await newCode();
      for (let times = 0; times < 6; times += 1) expect(await press(unlimited)).toBe(62_900);
    });

    test.each(['everybody', 'members'])(
      '§8.36 20 new accounts at one address can together hold at most 5 of 20 uses for %s at a time, and at most 20 a day',
      async (audience) => {
        const code = await newCode({ percent: 10, uses: 20, audience });
        const fresh: { id: string; key: string; order?: Order }[] = [];
        while (fresh.length < 20) fresh.push({ ...(await newMember()), key: randomUUID() });
        const waves: number[] = [];
        for (let hours = 0; hours < 24; hours += 0.5) {
          let held = 0;
          for (const one of fresh) {
            if ((await press(code, { member: one.id, key: one.key })) !== 62_900) continue;
            one.order = await begin(code, one.id, 'single', one.key);
            held += 1;
          }
          waves.push(held);
          const honest = (await newMember()).id;
          expect(await check(code, { member: honest, from: 'e'.repeat(64) })).toBe(62_900);
          for (const { order } of fresh) if (order) await passes(order, 0.5);
          await pass(0.5);
          if (hours === 6) hours = 22.5;
        }
        expect(Math.max(...waves)).toBe(5);
        expect(waves.reduce((sum, held) => sum + held)).toBe(20);
      },
      30_000,
    );

    test('§8.36 from one campus network, all 300 verified members can start a purchase, and 75 of 300 other members each hour', async () => {
      const code = await newCode({ percent: 10, uses: 300 });
      const campus = `%@${randomUUID()}.example`;
      await query(
        `insert into auth.users (id, email, raw_user_meta_data)
        select gen_random_uuid(), replace($1, '%', 'm' || nth), '{}' from generate_series(1, 600) as nth`,
        [campus],
      );
      const verify = (count: number) =>
        query(
          `insert into private.proven_addresses (user_id, address)
          select id, email from auth.users where email like $1
          and not private.has_proven_account(id) order by email limit $2`,
          [campus, count],
        );
      const pressed = async () => {
        const said = await query(
          `select coalesce(said ->> 'amount', said ->> 'refused') as said, proven, count(*)::integer as members
          from (
            select private.has_proven_account(id) as proven,
              public.check_code($2, 'single', $3, id, $4, gen_random_uuid()) as said
            from auth.users where email like $1
          ) as asked group by 1, 2 order by 2, 1`,
          [campus, code, single.paise, caller],
        );
        return said.map(Object.values);
      };
      await verify(300);
      expect(await pressed()).toEqual([
        ['62900', false, 75],
        ['too_many_begun', false, 225],
        ['62900', true, 300],
      ]);
      await verify(225);
      expect(await pressed()).toEqual([
        ['too_many_begun', false, 75],
        ['62900', true, 525],
      ]);
    });

    test('§8.36 a person can start five purchases a day with a code, counted across all accounts and addresses of the mailbox', async () => {
      const code = await newCode({ percent: 10, uses: 20 });
      const name = randomUUID().replaceAll('-', '');
      const asha = async (address: string) =>
        (await newMember({ email: address, proven: true })).id;
      const [first, second] = [await asha(`${name}@gmail.com`), await asha(`${name}+2@gmail.com`)];
      const said = [];
      for (const member of [first, second, first, second, first, second]) {
        said.push(await press(code, { member, from: randomUUID().padEnd(64, '0') }));
      }
      expect(said).toEqual([...Array.from({ length: 5 }, () => 62_900), 'too_many_begun_today']);
      expect(await press(await newCode({ percent: 10, uses: 20 }), { member: first })).toBe(62_900);
      const fresh = (await newMember()).id;
      for (let times = 0; times < 5; times += 1) {
        expect(await press(code, { member: fresh, from: randomUUID().padEnd(64, '0') })).toBe(
          62_900,
        );
      }
      expect(await press(code, { member: fresh })).toBe('too_many_begun_today');
      await pass(24);
      for (const member of [first, fresh]) expect(await press(code, { member })).toBe(62_900);
    });

    test('§8.36 a purchase refused because of the caller’s limit counts neither for the member nor for the caller’s day', async () => {
      const code = await newCode({ percent: 10, uses: 20 });
      for (let times = 0; times < 5; times += 1) await press(code);
      const { id } = await newMember();
      for (let times = 0; times < 20; times += 1) {
        expect(await press(code, { member: id })).toBe('too_many_begun');
      }
      await pass(1);
      for (let times = 0; times < 5; times += 1) {
        expect(await press(code, { member: id })).toBe(62_900);
      }
      for (let hours = 0; hours < 2; hours += 1) {
        await pass(1);
        for (let times = 0; times < 5; times += 1) await press(code);
      }
      await pass(1);
      const other = (await newMember()).id;
      for (let times = 0; times < 6; times += 1) {
        expect(await press(code, { member: other }), 'the daily limit is reached').toBe(
          'too_many_begun',
        );
      }
    });

    test('§8.36 a member can start any number of purchases with a personal code', async () => {
      const { id, email } = await newMember({ proven: true });
      const given = { percent: 10, audience: 'address', address: email, until: '2027-06-30' };
      const code = await newCode(given);
      for (let times = 0; times < 8; times += 1) {
        expect(await press(code, { member: id })).toBe(62_900);
      }
    });
  });

  test('§8.36 a started purchase keeps its code, even after many guessed codes', async () => {
    const [code, key] = [await newCode(), randomUUID()];
    await begin(code, null, 'single', key);
    expect(await wrong(601, { from: caller })).toBe(600);
    expect(await check(code, { from: caller, key })).toBe(62_900);
  });
});

test('§8.38 members see each pack’s lowest price among the codes for all members', async () => {
  await query("update private.discount_codes set ended_at = now() where audience = 'members'");
  const { id } = await newMember();
  const prices = () => call(id, 'my_prices', {});
  await newCode();
  expect(await prices()).toEqual([]);
  const all = await newCode({ percent: 10, audience: 'members' });
  const one = await newCode({ rupees: 200, audience: 'members', pack: 'single', uses: 1 });
  const others = packs
    .filter(({ id }) => id !== 'single')
    .map(({ id, price }) => ({ pack: id, code: all, amount: Math.floor(price * 0.9) * 100 }));
  const expectSingle = async (code: string, amount: number) => {
    const shown = await prices();
    expect(shown).toHaveLength(packs.length);
    expect(shown).toEqual(expect.arrayContaining([...others, { pack: 'single', code, amount }]));
  };
  await expectSingle(one, 49_900);
  await begin(one, (await newMember()).id);
  await expectSingle(all, 62_900);
});

test('§8.37 export, erasure and retention also cover the address on a personal code', async () => {
  const { id, email } = await newMember({ proven: true });
  const given = {
    percent: 10,
    audience: 'address',
    address: email,
    until: '2027-06-30',
    note: 'Asha',
  };
  const code = await newCode(given);
  const exported = async () =>
    (await one<{ discountCodes: Row[] }>('select public.export_member($1)', [id])).discountCodes;
  expect(await exported()).toMatchObject([{ code, address: email, percent: 10 }]);
  const bought = await buy(code, id, email);
  const fresh = await newCode({ ...given, address: newAddress() });
  await query('select public.erase_account($1, true)', [id]);
  const row = (wanted: string) =>
    here.row(
      'select address, note, ended_at is not null as ended from private.discount_codes where code = $1',
      wanted,
    );
  const nobody = { address: null, note: null, ended: true };
  expect(await row(code)).toEqual(nobody);
  expect(await one('select amount from public.orders where id = $1', [bought.order])).toBe(62_900);
  const old = await newCode({ ...given, address: newAddress() });
  await query('update private.discount_codes set until = current_date - 370 where code = $1', [
    old,
  ]);
  expect(await one('select public.forget_old_codes()')).toBe(1);
  expect(await row(old)).toEqual(nobody);
  expect(await row(fresh), 'another person’s code stays').toMatchObject({
    ended: false,
    note: 'Asha',
  });
});

test('§8.32 §17.2 no code makes a pack free, and no refund exceeds the payment, in any sequence of steps', async () => {
  const off = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 90 }) }),
    fc.record({ rupees: fc.integer({ min: 1, max: 2398 }) }),
  );
  const step = fc.constantFrom(
    ...['hold', 'ask', 'offer', 'takeBack', 'approve', 'pay', 'hand', 'webhook', 'discount'],
    ...['again', 'late'],
  );
  const steps = fc.array(step, { minLength: 4, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(off, steps, async (given, names) => {
      await here.endAllRequests(database);
      const code = await newCode({ ...given, pack: 'super-value', uses: 1 });
      const own = (await newMember()).id;
      const key = randomUUID();
      const pack = await begin(code, own, 'super-value', key);
      expect(pack.amount).toBeGreaterThanOrEqual(100);
      expect(pack.amount).toBeLessThan(superValue.paise);
      expect(pack.amount % 100).toBe(0);
      await report(pack);
      const bank = providerOf(new Map([[pack.payment, pack.amount]]));
      const asked = () =>
        here.row(
          "select id, number from private.refund_requests where order_id = $1 and state = 'asked'",
          pack.order,
        );
      const act: Record<string, () => Promise<unknown>> = {
        hold: () => here.hold(own, pack),
        ask: () => here.ask(own, pack),
        offer: () => here.askOffer(own, pack),
        takeBack: async () => here.takeBack(own, { id: String((await asked())?.['id']) }),
        approve: async () => operate('approve_refund', (await asked())?.['number']),
        pay: () => here.runPayer(bank),
        hand: () =>
          Promise.resolve().then(() => bank.byHand(pack.payment, Math.ceil(pack.amount / 4))),
        webhook: async () => {
          for (const refund of bank.refunds) await here.reportRefund(pack, refund);
        },
        discount: () => operate('grant_discount', pack.payment, 1, 'x'),
        // A refund never frees the use.
        again: () =>
          begin(code, own, 'super-value').then(
            () => Promise.reject(new Error('sold twice')),
            () => undefined,
          ),
        late: () => report(pack),
      };
      for (const name of names) {
        const result = await act[name]?.().catch((error: unknown) => error);
        expect(String(result)).not.toContain('sold twice');
        expect(bank.returned(pack.payment)).toBeLessThanOrEqual(pack.amount);
        const left = await one<number>(
          'select left_over from private.refund_money where payment_id = $1',
          [pack.payment],
        );
        expect(left).toBeLessThanOrEqual(
          pack.amount -
            bank.refunds.filter(({ key }) => key).reduce((sum, { amount }) => sum + amount, 0),
        );
      }
      const { ordinary, offer } = await here.refundable(own, pack);
      const [price] = await query('select price from private.refund_money where payment_id = $1', [
        pack.payment,
      ]);
      if (ordinary.refusal === null) {
        expect(ordinary.gives).toBeLessThanOrEqual(
          Math.floor((Number(price?.['price']) * ordinary.sessions) / 5),
        );
      }
      for (const gives of [ordinary.gives, offer.gives])
        expect(gives).toBeLessThanOrEqual(pack.amount);
    }),
    runs(25),
  );
});

/** Reports a failed attempt to pay an order. */
const fail = ({ payment, providerOrder, amount }: Order, email = newAddress()) =>
  here.apply('payment.failed', {
    ...{ id: `${payment}failed`, order_id: providerOrder, amount, status: 'failed', email },
  });

test('§8.33 a failed attempt does not reserve a use for longer, and a late payment cannot take a use that is gone', async () => {
  const code = await newCode({ percent: 10, uses: 1 });
  const late = await begin(code);
  await fail(late);
  await passes(late, 0.5);
  expect(await check(code)).toBe(62_900);
  await report(await begin(code));
  expect(await report(late)).toMatchObject({ outcome: 'mismatch' });
  expect([await statusOf(late), await reviewOf(late)]).toEqual(['attempted', 'amount_mismatch']);
});

test.each([{ uses: 1 }, { once: true }])(
  '§8.33 a failed attempt and the next purchase share the single use of %j',
  async (given) => {
    const { id } = await newMember();
    const code = await newCode({ percent: 10, ...given });
    const first = await begin(code, id);
    await fail(first);
    const second = await begin(code, id);
    for (const order of [first, second]) await report(order);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['paid', 'created']);
  },
);

test('§8.35 a purchase without a code does not use up a once-per-person code', async () => {
  const { id, email } = await newMember({ proven: true });
  await report(await newOrder(id), { email });
  expect(await check(await newCode({ percent: 10, once: true }), { member: id })).toBe(62_900);
});

test('§8.33 §8.36 a new purchase does not free a use of another code, and valid codes never count as guesses', async () => {
  const { id } = await newMember();
  const [few, other] = [await newCode({ percent: 10, uses: 1 }), await newCode()];
  for (const code of [few, other]) await begin(code, id);
  expect(await check(few)).toBe('code_used_up');
  for (let right = 0; right < 21; right += 1) {
    expect(await check(other, { member: id })).toBe(62_900);
  }
});

test('§8.37 the address on a personal code is deleted a year after the code expires', async () => {
  const given = { percent: 10, audience: 'address', until: '2027-06-30' };
  const kept = [];
  for (const days of [367, 364]) {
    const code = await newCode({ ...given, address: newAddress() });
    const ended = `update private.discount_codes set ended_at = now() - $2 * interval '1 day'
      where code = $1`;
    await query(ended, [code, days]);
    await query('select public.forget_old_codes()');
    const address = 'select address is not null from private.discount_codes where code = $1';
    kept.push(await one(address, [code]));
  }
  expect(kept).toEqual([false, true]);
});
