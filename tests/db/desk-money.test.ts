/** What the desk does with money beyond the requests of members (docs/product §17, §21). */
import { beforeEach, describe, expect, test } from 'vitest';
import { onEmbedded } from '../samples/caller.ts';
import { operatorsOn } from '../samples/operators.ts';
import type { Order } from '../samples/orders.ts';
import { providerOf, refundsOn, type TestProvider } from '../samples/refunds.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const caller = onEmbedded(database);
const here = refundsOn(caller);
const { addOperator, atDesk } = operatorsOn(caller);
const { query, one, newMember, newPack, balance, operate, requestOf } = here;
const stateOf = here.stateOfRequest;

let member: string;
let pack: Order;
beforeEach(async () => {
  ({ member, pack } = await here.newPurchase(database));
});

/** The numbers of a request's mails that wait, by kind. */
const mails = (number: string) => here.mailsAbout('number', number);

describe('§17.32 a payment that is ours by mistake', () => {
  let again: Order;
  let provider: TestProvider;
  beforeEach(async () => {
    again = { ...pack, payment: `${pack.payment}again` };
    await here.report(again, { paidAt: new Date(Date.now() + 60_000) });
    provider = providerOf(
      new Map([
        [pack.payment, pack.amount],
        [again.payment, pack.amount],
      ]),
    );
  });

  const back = async () => (await operate('return_payment', again.payment)).split(' ')[0] ?? '';
  const due = () =>
    here.row(
      'select due::float, request from operations.refunds_due where payment_id = $1',
      again.payment,
    );
  const told = () =>
    here.texts(
      'select matter from private.matters_now where matter = $1',
      `refund ${again.payment}`,
    );
  const standing = async () => ({
    status: await one('select status from public.orders where id = $1', [pack.order]),
    remaining: (await balance(member, pack)).remaining,
  });
  const untouched = { status: 'paid', remaining: 5 };

  test('goes back through the payer, and the pack stays as it was', async () => {
    expect([await due(), await told()]).toEqual([
      { due: 2399, request: null },
      [`refund ${again.payment}`],
    ]);
    const number = await back();
    expect([await due(), await told()]).toEqual([{ due: 2399, request: number }, []]);
    expect(await requestOf(number)).toMatchObject({
      kind: 'mistake',
      sessions: 0,
      member_id: member,
    });
    expect(await here.runPayer(provider)).toBe(1);
    expect(await stateOf(number)).toBe('paid');
    expect([await due(), await standing()]).toEqual([undefined, untouched]);
    await here.reportRefund(again, provider.newest());
    expect([await due(), await standing()]).toEqual([undefined, untouched]);
    expect([provider.returned(again.payment), provider.returned(pack.payment)]).toEqual([
      pack.amount,
      0,
    ]);
    expect(await mails(number)).toEqual(['refund_approved', 'refund_paid']);
    expect((await here.refundable(member, pack)).requests).toMatchObject([
      { number, kind: 'mistake', state: 'paid' },
    ]);
    expect(
      await query('select action, member_id, details from private.actions where about = $1', [
        again.payment,
      ]),
    ).toEqual([
      { action: 'return_payment', member_id: member, details: { rupees: 2399, request: number } },
    ]);
  });

  test('goes back once however often it is asked for', async () => {
    const number = await back();
    await expectRefusal(back(), `is being returned already: ${number}`);
    await here.runPayer(provider);
    await expectRefusal(back(), 'Nothing of this payment is left');
    await expectRefusal(operate('return_payment', pack.payment), 'Nothing of this payment is left');
  });

  test.each([
    ['at the address it was made with', 'payer@example.com'],
    ['at the address of the account where it has none', 'void@razorpay.com'],
  ])(
    '§18.95 that came after its account was closed is told %s, due back, and forgotten once returned',
    async (_, email) => {
      const { id: closing, email: own } = await newMember();
      await query('update auth.users set email_confirmed_at = now() where id = $1', [closing]);
      const open = await here.newOrder(closing);
      const payer = email.startsWith('void') ? own : email;
      await here.serve('erase_account', closing, false);
      expect(
        await one(
          "select payload ->> 'money_moves' from private.outbox where kind = 'account_closed' and recipient = $1",
          [own],
        ),
      ).toBe('true');
      expect(await here.serve('may_be_paid', open.order), 'is not captured by us').toBe(false);
      await here.report(open, { email });
      await here.report(open, { email });
      again = open;
      expect(await one('select status from public.orders where id = $1', [open.order])).toBe(
        'created',
      );
      expect([await due(), await told()]).toEqual([
        { due: 699, request: null },
        [`refund ${open.payment}`],
      ]);
      const number = await back();
      provider = providerOf(new Map([[open.payment, open.amount]]));
      await here.runPayer(provider);
      await here.reportRefund(open, provider.newest());
      expect(await due()).toBeUndefined();
      expect(
        await here.texts(
          `select kind from private.outbox
          where recipient = $1 and kind <> 'account_closed' and dropped_at is null
            and coalesce(payload ->> 'number', payload ->> 'reference') in ($2, $3)
          order by created_at, kind`,
          payer,
          number,
          open.payment,
        ),
      ).toEqual(['payment_after_closing', 'refund_approved', 'refund_paid']);
      await query(
        "update private.erased_orders set erased_at = now() - interval '6 days' where order_id = $1",
        [open.order],
      );
      await here.serve('forget_old_buyers');
      expect(
        await query(
          `select payments.email, erased.address
          from public.payments join private.erased_orders as erased using (order_id) where id = $1`,
          [open.payment],
        ),
      ).toEqual([{ email: null, address: null }]);
    },
  );

  test('is no refund of ours in another currency', async () => {
    const dollars = `${pack.payment}usd`;
    await here.apply('payment.captured', {
      id: dollars,
      order_id: pack.providerOrder,
      currency: 'USD',
      amount: pack.amount,
    });
    await expectRefusal(operate('return_payment', dollars), 'is in USD. Return it in Razorpay');
  });

  test.each(['before', 'after'])(
    'is not paid again where it went by hand %s the approval',
    async (when) => {
      const hand = () => here.reportRefund(again, provider.byHand(again.payment, pack.amount));
      if (when === 'before') {
        await hand();
        await expectRefusal(back(), 'Nothing of this payment is left');
        return;
      }
      const number = await back();
      provider.byHand(again.payment, pack.amount);
      await here.runPayer(provider);
      expect([await stateOf(number), provider.refunds.length]).toEqual(['paid', 1]);
    },
  );

  test('is held where a part went by hand meanwhile, and what is left can be returned', async () => {
    const number = await back();
    await here.reportRefund(again, provider.byHand(again.payment, 60_000));
    await here.runPayer(provider);
    expect(await requestOf(number)).toMatchObject({ state: 'paying', problem: expect.any(String) });
    await operate('decline_refund', number, 'A part went by hand.');
    expect(await due()).toEqual({ due: 1799, request: null });
    for (const refund of provider.refunds) refund.created_at -= 60;
    await back();
    await here.runPayer(provider);
    expect(provider.returned(again.payment)).toBe(pack.amount);
    expect(await standing()).toEqual(untouched);
  });

  test('does not pay the order, even when the other payment is returned in full', async () => {
    const number = await back();
    const asked = await here.ask(member, pack);
    await operate('approve_refund', asked.number);
    await here.runPayer(provider);
    for (const refund of provider.refunds) {
      await here.reportRefund(refund.payment === pack.payment ? pack : again, refund);
    }
    expect([await stateOf(number), await stateOf(asked.number)]).toEqual(['paid', 'paid']);
    expect(await standing()).toEqual({ status: 'refunded', remaining: 0 });
  });

  test('stays with us until the first one, that went by hand, no longer pays the order', async () => {
    const number = await back();
    await here.reportRefund(pack, provider.byHand(pack.payment, pack.amount));
    expect(await standing()).toEqual({ status: 'refunded', remaining: 0 });
    await operate('undo_refund', number);
    expect(await standing()).toEqual(untouched);
  });

  test('can be undone until the job has it', async () => {
    const number = await back();
    expect(await operate('undo_refund', number)).toBe(`${number} is undone, and no longer paid.`);
    expect([await due(), await mails(number)]).toEqual([{ due: 2399, request: null }, []]);
    const second = await back();
    await here.runPayer(provider);
    await expectRefusal(operate('undo_refund', second), 'can be undone');
  });

  test('waits for the end of a dispute', async () => {
    await here.reportDispute(again, 'created');
    await expectRefusal(back(), 'disputes this payment');
    await here.reportDispute(again, 'won');
    await back();
    expect(await here.runPayer(provider)).toBe(1);
  });

  test('goes by transfer where the provider no longer returns it, and is then no longer due', async () => {
    const number = await back();
    await operate('refund_by_transfer', number);
    await operate('record_transfer', number, 'UTR1');
    expect([await stateOf(number), await due(), await standing()]).toEqual([
      'paid',
      undefined,
      untouched,
    ]);
  });
});

describe('§17.33 a pack that is ended', () => {
  const end = () => operate('end_pack', pack.payment, 'Agreed by mail');

  test('books nothing more, calls off what comes, tells its people, and moves no money', async () => {
    const coming = await here.book(member, await here.newSlot(40), pack);
    await here.hold(member, pack);
    expect(await end()).toBe('ended; 1 booking was called off');
    expect(await balance(member, pack)).toMatchObject({
      is_valid: false,
      used: 1,
      booked: 0,
      status: 'paid',
    });
    expect(
      await here.row('select state, reason from private.bookings where id = $1', coming.id),
    ).toMatchObject({
      state: 'called_off',
      reason: 'pack_ended',
    });
    expect(
      await here.texts(
        `select payload ->> 'reason' from private.outbox
        where kind = 'session_called_off' and payload ->> 'user_id' = $1`,
        member,
      ),
    ).toEqual(['pack_ended']);
    await expectRefusal(here.book(member, await here.newSlot(60), pack), 'pack_expired');
    expect(await here.count('private.refund_requests where order_id = $1', pack.order)).toBe(0);
    await expectRefusal(end(), 'has ended');
  });

  test('says why, and forgets that with the person', async () => {
    await expectRefusal(operate('end_pack', pack.payment, ''), 'Write why');
    await expectRefusal(operate('end_pack', 'pay_unknown', 'x'), 'No pack was bought');
    await end();
    const why = () =>
      one('select reason from private.ended_packs where order_id = $1', [pack.order]);
    expect(await why()).toBe('Agreed by mail');
    await here.serve('erase_account', member, true);
    expect(await why()).toBeNull();
  });
});

describe('the week', () => {
  test('money_week has fourteen days of money that counts, members and page views', async () => {
    const today = async () => {
      const rows = await query(
        `select day = private.india_day(now()) as is_today, orders::integer, received::float, refunded::float,
          sign_ups::integer, page_views::integer
        from operations.money_week`,
      );
      expect(rows).toHaveLength(14);
      const [first] = rows;
      expect(first?.['is_today']).toBe(true);
      return first;
    };
    const before = await today();
    const provider = providerOf(new Map([[pack.payment, pack.amount]]));
    await here.approvedShare(member, pack);
    await here.runPayer(provider);
    const again = { ...pack, payment: `${pack.payment}again` };
    await here.report(again);
    await newPack((await newMember()).id, 'single');
    await query("select public.count_page_view('/week')");
    const grown = (column: string, by: number) => Number(before?.[column]) + by;
    expect(await today()).toEqual({
      is_today: true,
      orders: grown('orders', 1),
      received: grown('received', 699),
      refunded: grown('refunded', 479.8),
      sign_ups: grown('sign_ups', 1),
      page_views: grown('page_views', 1),
    });
  });

  test('page_views_by_week adds the days of a week from Monday, and leaves out older ones', async () => {
    await query(`insert into public.page_views (path, day, views)
      select '/weeks', date_trunc('week', private.india_day(now()))::date + days, 2
      from unnest(array[-77, -75, -78]) as days`);
    expect(
      await query(`select extract(isodow from week)::integer as isodow, views::integer
        from operations.page_views_by_week where path = '/weeks'`),
    ).toEqual([{ isodow: 1, views: 4 }]);
  });
});

describe('§22.10 money of more than Rs 1,000 from the desk', () => {
  const ownersTold = () =>
    query(
      `select recipient, payload -> 'lines' as lines, priority, not_after = created_at + interval '1 day' as for_a_day
      from private.outbox where kind = 'matters' order by recipient`,
    );

  test('is told to the other owners, once, and to nobody else', async () => {
    const asha = await addOperator('owner', 'Asha');
    const other = await addOperator('owner', 'Ravi');
    await addOperator('helper', 'Helping');
    const gone = await addOperator('owner', 'Gone');
    await operate('end_operator', gone.email);

    // One function that calls another logs twice.
    const log = (action: string, rupees: number, operator: number | null) =>
      atDesk(
        operator,
        `(select count(private.log_action($1, about, details => jsonb_build_object(
          'rupees', $2::numeric, 'request', 'R-77'
        )))
        from unnest(array['R-77', 'a session']) as about)`,
        [action, rupees],
      );
    await log('approve_refund', 1000, asha.number);
    await log('approve_refund', 2399, null);
    await log('record_purchase', 2399, asha.number);
    expect(await ownersTold()).toEqual([]);
    await query('alter table private.actions disable trigger actions_guard');
    await query("update private.actions set at = at - interval '1 day'");
    await query('alter table private.actions enable trigger actions_guard');
    await log('approve_refund', 2399, asha.number);
    expect(await ownersTold()).toEqual([
      {
        recipient: other.email,
        lines: ['Asha approved refund R-77 of Rs 2399.'],
        priority: 0,
        for_a_day: true,
      },
    ]);
  });

  /** Calls a function of the desk as Asha. */
  const asAsha = async (call: string, payment: string) => {
    const asha = await one<number>("select id from private.operators where name = 'Asha'");
    await atDesk(asha, `operations.${call}`, [payment]);
  };

  test('such as a payment that goes back', async () => {
    const again = { ...pack, payment: `${pack.payment}again` };
    await here.report(again, { paidAt: new Date(Date.now() + 60_000) });
    await asAsha('return_payment($1)', again.payment);
    const [told] = (await ownersTold()).slice(-1);
    expect(JSON.stringify(told?.['lines'])).toMatch(/Asha approved refund R-\d+ of Rs 2399\./);
  });

  test('§22.8 such as several small ones of one payment, or of one day', async () => {
    const grant = (rupees: number, payment: string) =>
      asAsha(`grant_discount($1, ${rupees}, 'x')`, payment);
    const yesterday = async () => {
      await query('alter table private.actions disable trigger actions_guard');
      await query("update private.actions set at = at - interval '1 day'");
      await query('alter table private.actions enable trigger actions_guard');
    };
    await yesterday();
    const told = async () => (await ownersTold()).length;
    const before = await told();
    await grant(600, pack.payment);
    expect(await told()).toBe(before);
    await yesterday();
    await grant(500, pack.payment);
    expect(await told(), 'of one payment').toBe(before + 1);
    await yesterday();
    const others = [await here.newPurchase(database), await here.newPurchase(database)];
    await grant(600, others[0]?.pack.payment ?? '');
    expect(await told()).toBe(before + 1);
    await grant(500, others[1]?.pack.payment ?? '');
    expect(await told(), 'of one day').toBe(before + 2);
    await yesterday();
  });

  test('such as a discount', async () => {
    const before = (await ownersTold()).length;
    await asAsha("grant_discount($1, 1400, 'x')", pack.payment);
    const told = await ownersTold();
    expect(told).toHaveLength(before + 1);
    expect(JSON.stringify(told)).toMatch(/Asha approved refund R-\d+ of Rs 1400\./);
  });
});

test('§22.5 the lists lead to the member and the letters', async () => {
  await here.hold(member, pack);
  const number = await here.askOffer(member, pack);
  await here.reportDispute(pack, 'created');
  expect(
    await query(
      `select listed.member_id, cardinality(listed.files) as files,
        array(select path from private.files where id = any (listed.files)) = listed.letters as fits
      from operations.open_refunds as listed where request = $1`,
      [number],
    ),
  ).toEqual([{ member_id: member, files: 1, fits: true }]);
  expect(
    await query('select member_id from operations.disputes where payment = $1', [pack.payment]),
  ).toEqual([{ member_id: member }]);
});
