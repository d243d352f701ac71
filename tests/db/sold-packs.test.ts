/** What a sold pack keeps, and who owns packs and addresses (docs/product §8, §15, §18). */
import { expect, test } from 'vitest';
import { packs } from '../../src/domain/packs/packs.ts';
import { toPaise } from '../../src/domain/words/money.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { newAddress } from '../samples/people.ts';
import { refundsOn } from '../samples/refunds.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const here = refundsOn(onEmbedded(database));
const { query, one, call, newMember, newPack, newSlot, book, balance, proveAddress, serve } = here;

test('§9.4 the database sells the same packs as the pages, with the same contents and prices', async () => {
  const sold = 'select id, sessions, persons, price from private.packs where price is not null';
  expect(await query(sold)).toEqual(
    packs.map(({ id, sessions, persons, price }) => ({
      ...{ id, sessions, persons },
      price: toPaise(price),
    })),
  );
});

test.each([4, 6])(
  'P52 §15.80 a sold pack of five keeps five sessions when new packs have %d',
  async (sold) => {
    const { id, pack } = await here.newBuyer();
    await here.hold(id, pack);
    const hold = (sessions: number, persons: number) =>
      query("update private.packs set sessions = $1, persons = $2 where id = 'super-value'", [
        sessions,
        persons,
      ]);
    await hold(sold, 1);
    expect(await balance(id, pack)).toMatchObject({ sold: 5, remaining: 4, second: {} });
    expect((await here.refundable(id, pack)).ordinary).toMatchObject({ gives: 4 * 47_980 });
    await here.newSecond(id, pack);
    const receipts =
      "select payload ->> 'sessions' from private.outbox where payload ->> 'order_id' = $1";
    expect(await one(receipts, [pack.order])).toBe('5');
    const later = await newPack(id);
    expect(await balance(id, later)).toMatchObject({ sold, second: null });
    await hold(5, 2);
    await expectRefusal(
      query('update public.orders set sessions = 6 where id = $1', [pack.order]),
      'order_is_fixed',
    );
  },
);

test('§15.81 closing the buyer’s account hides the pack and its preparation room from the second person', async () => {
  const buyer = await newMember();
  const pack = await newPack(buyer.id);
  const guest = await here.newSecond(buyer.id, pack);
  const seen = async () => ({
    packs: (await here.sessions(guest.id)).packs.length,
    room: (await call<Row>(guest.id, 'my_material'))['has_pack'],
    ends: (await call<{ packs: Row[] }>(guest.id, 'what_closing_ends')).packs.length,
  });
  expect(await seen()).toEqual({ packs: 1, room: true, ends: 1 });
  await serve('erase_account', buyer.id, false);
  expect(await seen()).toEqual({ packs: 0, room: false, ends: 0 });
  await expectRefusal(book(guest.id, await newSlot(40), pack), 'not_your_pack');
});

test('§18.36 closing an account keeps the data of an address that another account has verified too', async () => {
  const shared = newAddress();
  const [stays, goes, buyer] = [await newMember(), await newMember(), await newMember()];
  for (const { id } of [stays, goes]) await proveAddress(id, shared);
  const paid = await here.newOrder();
  await here.report(paid, { email: shared });
  await here.nameSecond(buyer.id, await newPack(buyer.id), shared);
  const kept = () =>
    query(
      `select payments.email, (select count(*)::integer from private.second_persons where address = $2) as invited,
        (select count(*)::integer from private.outbox where recipient = $2) as mails
      from public.payments as payments where payments.id = $1`,
      [paid.payment, shared],
    );
  const before = await kept();
  expect(before).toMatchObject([{ email: shared, invited: 1 }]);
  await serve('erase_account', goes.id, false);
  expect(await kept()).toEqual(before);
  await serve('erase_account', stays.id, false);
  expect(await kept()).toEqual([{ email: null, invited: 0, mails: 0 }]);
});
