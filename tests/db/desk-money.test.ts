/** How the desk moves money beyond members' requests (docs/product §17, §21). */
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

/** The kinds of emails about a request that wait. */
const mails = (number: string) => here.mailsAbout('number', number);

describe('§17.32 refunding a payment made by mistake', () => {
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

  const back = async () => /R-\d+/.exec(await operate('return_payment', again.payment))?.[0] ?? '';
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

  test('a scheduled job refunds a payment made by mistake, and the pack stays as it was', async () => {
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

  test('a payment made by mistake is refunded only once, even if an owner asks again', async () => {
    const number = await back();
    await expectRefusal(back(), `is already being refunded: ${number}`);
    await here.runPayer(provider);
    await expectRefusal(back(), 'Nothing is left to refund');
    await expectRefusal(operate('return_payment', pack.payment), 'Nothing is left to refund');
  });

  test.each([
    ['the payer’s own address', 'payer@example.com'],
    ['the account’s address if the payer left none', 'void@razorpay.com'],
  ])(
    '§18.95 a payment for a closed account is reported to %s, listed as due, and forgotten after its refund',
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
      expect(
        await here.serve('may_be_paid', open.order),
        'we do not capture a payment after the closing',
      ).toBe(false);
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
      await here.serve('forget_old_buyers');
      const kept = 'select address from private.erased_orders where order_id = $1';
      expect(await one(kept, [open.order]), 'for five days').toBe(own);
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

  test.each([
    ['the right amount', 69_900, null],
    ['another amount', 100, 'amount_mismatch'],
  ])(
    '§18.95 a payment of %s for a closed account is neither reported nor due if Razorpay returns it before the capture',
    async (_, amount, review) => {
      const { id: closing } = await newMember();
      again = await here.newOrder(closing);
      const sent = { id: again.payment, order_id: again.providerOrder, amount };
      await here.apply('payment.authorized', { ...sent, status: 'authorized' });
      await here.serve('erase_account', closing, false);
      const returned = { ...sent, status: 'refunded', captured: false, amount_refunded: amount };
      for (const type of ['refund.created', 'refund.processed', 'payment.refunded']) {
        await here.apply(type, returned);
      }
      expect(
        await here.row(
          'select status, amount_refunded, review, email, contact from public.payments where id = $1',
          again.payment,
        ),
      ).toEqual({ status: 'authorized', amount_refunded: 0, review, email: null, contact: null });
      expect([await due(), await told()]).toEqual([undefined, []]);
      expect(await here.mailsAbout('reference', again.payment)).toEqual([]);
    },
  );

  test('a payment in US dollars is refunded in Razorpay, not from the desk', async () => {
    const dollars = `${pack.payment}usd`;
    await here.apply('payment.captured', {
      id: dollars,
      order_id: pack.providerOrder,
      currency: 'USD',
      amount: pack.amount,
    });
    await expectRefusal(operate('return_payment', dollars), 'is in USD. Refund it in Razorpay');
  });

  test.each(['before', 'after'])(
    'a payment made by mistake is not refunded again after a refund by hand %s the approval',
    async (when) => {
      const hand = () => here.reportRefund(again, provider.byHand(again.payment, pack.amount));
      if (when === 'before') {
        await hand();
        await expectRefusal(back(), 'Nothing is left to refund');
        return;
      }
      const number = await back();
      provider.byHand(again.payment, pack.amount);
      await here.runPayer(provider);
      expect([await stateOf(number), provider.refunds.length]).toEqual(['paid', 1]);
    },
  );

  test('a part refund by hand puts the full refund on hold, and the rest can be refunded afterwards', async () => {
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

  test('a payment made by mistake does not keep the pack valid after the order’s own payment is refunded', async () => {
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

  test('undoing the refund of a second payment restores the pack if the first was refunded by hand', async () => {
    const number = await back();
    await here.reportRefund(pack, provider.byHand(pack.payment, pack.amount));
    expect(await standing()).toEqual({ status: 'refunded', remaining: 0 });
    await operate('undo_refund', number);
    expect(await standing()).toEqual(untouched);
  });

  test('an owner can undo the refund of a mistaken payment until the job claims the refund', async () => {
    const number = await back();
    expect(await operate('undo_refund', number)).toBe(
      `Approval undone: ${number}, Rs 2399, Asha. No money is sent.`,
    );
    expect([await due(), await mails(number)]).toEqual([{ due: 2399, request: null }, []]);
    const second = await back();
    await here.runPayer(provider);
    await expectRefusal(operate('undo_refund', second), 'only until the refund');
  });

  test('the refund of a disputed payment waits until the dispute ends', async () => {
    await here.reportDispute(again, 'created');
    await expectRefusal(back(), 'disputed this payment');
    await here.reportDispute(again, 'won');
    await back();
    expect(await here.runPayer(provider)).toBe(1);
  });

  test('a bank transfer settles a mistaken payment that the provider no longer refunds', async () => {
    const number = await back();
    await operate('refund_by_transfer', number);
    await operate('record_transfer', number, 'UTR100001');
    expect([await stateOf(number), await due(), await standing()]).toEqual([
      'paid',
      undefined,
      untouched,
    ]);
  });
});

describe('§17.33 an operator can end a pack from the desk', () => {
  const end = () => operate('end_pack', pack.payment, 'Agreed by mail');

  test('ending a pack stops new bookings, cancels upcoming sessions, tells the members and does not move any money', async () => {
    const coming = await here.book(member, await here.newSlot(40), pack);
    await here.hold(member, pack);
    expect(await end()).toBe('The pack has ended. 1 session was cancelled.');
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
    await expectRefusal(end(), 'has already ended');
  });

  test('ending a pack needs a reason, and erasing the account deletes the reason', async () => {
    await expectRefusal(operate('end_pack', pack.payment, ''), 'Write a reason');
    await expectRefusal(operate('end_pack', 'pay_unknown', 'x'), 'did not buy a pack');
    await end();
    const why = () =>
      one('select reason from private.ended_packs where order_id = $1', [pack.order]);
    expect(await why()).toBe('Agreed by mail');
    await here.serve('erase_account', member, true);
    expect(await why()).toBeNull();
  });
});

describe('the weekly figures', () => {
  test('money_week counts orders, money, sign-ups and page views for each of fourteen days', async () => {
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

  test('page_views_by_week adds up each week from Monday and leaves out older weeks', async () => {
    await query(`insert into public.page_views (path, day, views)
      select '/weeks', date_trunc('week', private.india_day(now()))::date + days, 2
      from unnest(array[-77, -75, -78]) as days`);
    expect(
      await query(`select extract(isodow from week)::integer as isodow, views::integer
        from operations.page_views_by_week where path = '/weeks'`),
    ).toEqual([{ isodow: 1, views: 4 }]);
  });
});

describe('§22.10 approving amounts above Rs 1,000 at the desk', () => {
  const ownersTold = () =>
    query(
      `select recipient, payload -> 'lines' as lines, priority, not_after = created_at + interval '1 day' as for_a_day
      from private.outbox where kind = 'matters' order by recipient`,
    );

  test('the other owners are told once of an amount above Rs 1,000, and helpers are not told', async () => {
    const asha = await addOperator('owner', 'Asha');
    const other = await addOperator('owner', 'Ravi');
    await addOperator('helper', 'Helping');
    const gone = await addOperator('owner', 'Gone');
    await operate('end_operator', gone.email);

    // An action is logged twice when one function calls another, but owners must hear of it once.
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

  const asAsha = async (call: string, payment: string) => {
    const asha = await one<number>("select id from private.operators where name = 'Asha'");
    await atDesk(asha, `operations.${call}`, [payment]);
  };

  test('the other owners are told of a returned payment above Rs 1,000', async () => {
    const again = { ...pack, payment: `${pack.payment}again` };
    await here.report(again, { paidAt: new Date(Date.now() + 60_000) });
    await asAsha('return_payment($1)', again.payment);
    const [told] = (await ownersTold()).slice(-1);
    expect(JSON.stringify(told?.['lines'])).toMatch(/Asha approved refund R-\d+ of Rs 2399\./);
  });

  test('§22.8 the other owners are told of small amounts that exceed Rs 1,000 in total, for one payment or in one day', async () => {
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
    expect(await told(), 'two discounts on one payment add up').toBe(before + 1);
    await yesterday();
    const others = [await here.newPurchase(database), await here.newPurchase(database)];
    await grant(600, others[0]?.pack.payment ?? '');
    expect(await told()).toBe(before + 1);
    await grant(500, others[1]?.pack.payment ?? '');
    expect(await told(), 'discounts of one day add up').toBe(before + 2);
    await yesterday();
  });

  test('the other owners are told of a discount above Rs 1,000', async () => {
    const before = (await ownersTold()).length;
    await asAsha("grant_discount($1, 1400, 'x')", pack.payment);
    const told = await ownersTold();
    expect(told).toHaveLength(before + 1);
    expect(JSON.stringify(told)).toMatch(/Asha approved refund R-\d+ of Rs 1400\./);
  });
});

test('§22.5 the lists of refunds and disputes link to the member and the letters', async () => {
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
