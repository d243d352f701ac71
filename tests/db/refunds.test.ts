/** Refunds in the database: asking, deciding, paying, disputes (docs/product §17). */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { packs } from '../../src/domain/packs/packs.ts';
import { periods } from '../../src/domain/periods.ts';
import {
  earliestInterview,
  refundKinds,
  refundShare,
  refundStates,
  threeWeeksAfter,
} from '../../src/domain/refunds/refund.ts';
import { captureLog } from '../samples/log.ts';
import {
  type CountedRequest,
  refundMoney,
  refundTerms,
  sessionsReturned,
} from '../samples/refund-arithmetic.ts';
import { providerOf, refundsOn, share, type TestProvider } from '../samples/refunds.ts';
import type { Order } from '../samples/orders.ts';
import { newAddress } from '../samples/people.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { runs } from '../runs.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();

const here = refundsOn(onEmbedded(database));
const { query, one, newMember, newPack, newSlot, book, balance, call, operate, requestOf, serve } =
  here;
const log = captureLog();

const fullPrice = 239_900;
/** Hours before the start within which a session is used up. */
const [free] = periods['cancel free'];

let member: string;
let pack: Order;
let provider: TestProvider;
beforeEach(async () => {
  ({ member, pack, provider } = await here.newPurchase(database));
});

/** The sum of the amounts in these rows. */
const sum = (of: string, id: string) =>
  one<number>(`select coalesce(sum(amount), 0)::integer from ${of}`, [id]);
const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const stateOf = here.stateOfRequest;
const terms = (of = pack) => here.refundable(member, of);
const three = { gives: 3 * share, sessions: 3 };
const orderStatus = () => one('select status from public.orders where id = $1', [pack.order]);
const expectRequest = async (number: string, known: Row) =>
  expect(await requestOf(number)).toMatchObject(known);
const expectBalance = async (known: Row) =>
  expect(await balance(member, pack)).toMatchObject(known);
/** Notes that an interview on the pack took place this many days ago. */
const past = async (days: number) =>
  query(
    "insert into private.past_sessions (order_id, kind, held_on) values ($1, 'interview', $2)",
    [pack.order, await here.day(-days)],
  );
const approved = () => here.approved(member, pack);
const mails = (number: string) => here.mailsAbout('number', number);
/** What the email says about a request that ended without money. */
const toldOfEnd = (number: string) =>
  one(
    `select payload from private.outbox
    where payload ->> 'number' = $1 and kind in ('refund_declined', 'refund_taken_back')`,
    [number],
  );

test('§17.2 for any payment and any requests, the database works out the same refund as tests/samples/refund-arithmetic.ts', async () => {
  const requests = fc.array(
    fc.record({
      kind: fc.constantFrom(...refundKinds),
      state: fc.constantFrom(...refundStates),
      amount: fc.integer({ min: 1, max: 60_000 }),
      unused: fc.integer({ min: 0, max: 2 }),
      byTransfer: fc.boolean(),
      sent: fc.boolean(),
    }),
    { maxLength: 6 },
  );
  const amounts = { min: 1, max: 250_000 };
  const cases = fc.sample(
    fc.record({
      payment: fc
        .record({ amount: fc.integer(amounts), part: fc.double({ min: 0, max: 1, noNaN: true }) })
        .map(({ amount, part }) => ({ amount, refunded: Math.floor(amount * part) })),
      lost: fc.constantFrom(0, 0, 1, 20_000),
      hand: fc.constantFrom(0, 0, 1, 30_000),
      bought: fc.constantFrom(...packs),
      requests,
    }),
    300,
  );
  await database.transaction(async (transaction) => {
    await transaction.exec(`
      alter table private.refund_requests disable trigger user;
      alter table private.refund_requests drop constraint refund_is_for_a_session;
      drop index private.refund_requests_one;`);
    const orders: string[] = [];
    for (const [index, { payment, lost, hand, bought, requests: asked }] of cases.entries()) {
      const order = randomUUID();
      orders.push(order);
      await transaction.query(
        `insert into public.orders (id, pack, amount, receipt, idempotency_key)
        values ($1, $2, $3, $4, gen_random_uuid())`,
        [order, bought.id, bought.price * 100, `case${index}`],
      );
      await transaction.query(
        `insert into public.payments (id, order_id, amount, currency, status, amount_refunded)
        values ($1, $2, $3, 'INR', 'captured', $4)`,
        [`pay_case${index}`, order, payment.amount, payment.refunded],
      );
      await transaction.query(
        `insert into private.disputes (id, payment_id, amount, status, ended_at)
          select $1, $2, $3::integer, 'lost', now() where $3::integer > 0`,
        [`disp_case${index}`, `pay_case${index}`, lost],
      );
      await transaction.query(
        `insert into private.refunds_by_hand (id, payment_id, amount, made_at)
          select $1, $2, $3::integer, now() where $3::integer > 0`,
        [`rfnd_case${index}`, `pay_case${index}`, hand],
      );
      await transaction.query(
        `insert into private.refund_requests (
          kind, state, order_id, payment_id, amount, sessions, unused, decided_at, ended_at,
          refund_id, transfer_reference, sent_at
        )
        select kind, state, $1, $2, amount, unused, unused,
          case when state not in ('asked', 'more_needed', 'taken_back') then now() end,
          case when state in ('declined', 'taken_back', 'paid') then now() end,
          case when state = 'paid' and not by_transfer then gen_random_uuid()::text end,
          case when state = 'paid' and by_transfer then 'UTR100001' end,
          case when sent then now() end
        from jsonb_to_recordset($3::text::jsonb) as asked (
          kind text, state text, amount integer, unused integer, by_transfer boolean, sent boolean
        )`,
        [
          order,
          `pay_case${index}`,
          JSON.stringify(asked.map((request) => ({ ...request, by_transfer: request.byTransfer }))),
        ],
      );
    }
    const { rows } = await transaction.query(
      `select money.price, money.by_hand as hand, money.left_over as left,
        balance.given_back as sessions, private.refund_share(money.price, balance.sold, 1) as share
      from private.pack_balances($1) as balance
      join private.refund_money as money on money.payment_id = balance.payment_id
      order by array_position($1, balance.order_id)`,
      [orders],
    );
    expect(rows).toEqual(
      cases.map(({ payment, lost, hand, bought, requests: asked }) => {
        const sold = bought.sessions;
        const counted = { ...payment, lost, hand };
        const { price, byHand, left } = refundMoney(counted, asked);
        return {
          price,
          hand: byHand,
          left,
          sessions: sessionsReturned(counted, asked, sold),
          // No discount exceeds the price in practice, and Postgres cuts integers towards zero, never to -0.
          share: price < 0 ? Math.trunc(price / sold) || 0 : refundShare(price, sold, 1),
        };
      }),
    );
    await transaction.rollback();
  });
});

test('§17.8 a three-week period ends at the end of the 21st day after the start, in Indian time', async () => {
  const days = ['2026-11-22', '2027-02-10', '2028-02-10', '2026-12-31'];
  const rows = await query(
    `select to_char(private.three_weeks_after((day || ' 23:59:59+05:30')::timestamptz), 'YYYY-MM-DD')
      as until
    from unnest($1::text[]) with ordinality as days (day, n) order by n`,
    [days],
  );
  expect(rows).toEqual(days.map((day) => ({ until: threeWeeksAfter(day) })));
  expect(threeWeeksAfter('2026-11-22')).toBe('2026-12-13');
});

test('§17.5 the ordinary refund pays back the share of each unused session and cancels bookings in the same step', async () => {
  await here.hold(member, pack);
  const far = await book(member, await newSlot(free + 0.5), pack);
  const near = await book(member, await newSlot(free - 0.5), pack);
  expect((await terms()).ordinary).toMatchObject({
    ...three,
    cancels: 1,
    uses: 1,
    refusal: null,
    bookings: [
      { kind: 'interview', is_used: true },
      { kind: 'interview', is_used: false },
    ],
  });
  const asked = await here.ask(member, pack);
  expect(asked).toMatchObject({ state: 'asked', amount: 3 * share, sessions: 3, late: null });
  expect(asked.number).toMatch(/^R-\d+$/);
  const rows = await query(
    'select state, reason from private.bookings where id in ($1, $2) order by state',
    [far.id, near.id],
  );
  const reason = 'refund_asked';
  expect(rows).toEqual([
    { state: 'called_off', reason },
    { state: 'late', reason },
  ]);
  const { number, asked_at, decide_by } = asked;
  const refund = {
    number,
    state: 'asked',
    amount: 3 * share,
    asked_at,
    decide_by,
    decided_at: null,
    pay_by: null,
    late: null,
  };
  await expectBalance({ used: 2, booked: 0, remaining: 0, refund });
  expect((await terms()).ordinary.bookings).toEqual([]);
  await expectRefusal(book(member, await newSlot(40), pack), 'refund_open');
  expect(await mails(asked.number)).toEqual(['refund_asked', 'refund_to_decide']);
});

test('§19.7 a member’s refund emails go to the account, even if someone else paid', async () => {
  await query("update public.payments set email = 'payer@example.com' where order_id = $1", [
    pack.order,
  ]);
  const { number } = await here.ask(member, pack);
  const told = await query(
    `select recipient = (select email from auth.users where id = $2) as is_own from private.outbox
    where kind = 'refund_asked' and payload ->> 'number' = $1`,
    [number, member],
  );
  expect(told).toEqual([{ is_own: true }]);
});

test('§17.5 §17.60 before asking, the buyer sees their own bookings, and of the second person’s only how many are cancelled', async () => {
  const second = await here.newSecond(member, pack);
  await book(second.id, await newSlot(free + 2), pack);
  const own = await book(member, await newSlot(free + 1), pack);
  expect((await terms()).ordinary).toMatchObject({ cancels: 2, uses: 0 });
  expect((await terms()).ordinary.bookings).toEqual([
    {
      starts_at: expect.any(String),
      kind: 'interview',
      mentor: expect.any(String),
      is_used: false,
    },
  ]);
  await here.takeBack(member, await here.ask(member, pack));
  expect(await one('select state from private.bookings where id = $1', [own.id])).toBe(
    'called_off',
  );
});

test('§17.62 a request for one session is shown on its pack until it ends without money, to the buyer only', async () => {
  const second = await here.newSecond(member, pack);
  const asked = await here.askSession(member, await here.hold(member, pack), share);
  const other = await here.askSession(member, await here.hold(member, pack), share);
  const shown = (...requests: Row[]) =>
    expectBalance({
      refund: null,
      other_refunds: requests,
    });
  await shown({ number: other.number, state: 'asked' }, { number: asked.number, state: 'asked' });
  expect(await balance(second.id, pack)).toMatchObject({ other_refunds: [] });
  await here.takeBack(member, other);
  await operate('approve_refund', asked.number);
  const pay_by = threeWeeksAfter(await here.day(0));
  await shown({ number: asked.number, state: 'approved', pay_by });
  await here.runPayer(provider);
  await shown({ number: asked.number, state: 'paid' });
});

test('§17.62 a declined request is shown on its pack for two weeks, to the buyer only', async () => {
  const second = await here.newSecond(member, pack);
  const asked = await here.ask(member, pack);
  await operate('decline_refund', asked.number, 'Too late');
  await expectBalance({
    refund: null,
    other_refunds: [{ number: asked.number, state: 'declined' }],
  });
  expect(await balance(second.id, pack)).toMatchObject({ other_refunds: [] });
  await here.requestsPass(15);
  await expectBalance({ other_refunds: [] });
});

test('§17.62 a declined request is not shown on its pack while a later request is open', async () => {
  const asked = await here.askSession(member, await here.hold(member, pack), share);
  await operate('decline_refund', asked.number, 'The session took place');
  const declined = { other_refunds: [{ number: asked.number, state: 'declined' }] };
  await expectBalance(declined);
  const again = await here.ask(member, pack);
  await expectBalance({ refund: { number: again.number }, other_refunds: [] });
  await here.takeBack(member, again);
  await expectBalance(declined);
});

test('§17.62 a paid request for the whole pack is shown on it for two weeks, before one declined earlier', async () => {
  const asked = await here.askSession(member, await here.hold(member, pack), share);
  const whole = await here.ask(member, pack);
  await operate('decline_refund', asked.number, 'The session took place');
  await operate('approve_refund', whole.number);
  await here.runPayer(provider);
  const paid = { number: whole.number, state: 'paid' };
  await expectBalance({ refund: null, other_refunds: [paid, { number: asked.number }] });
  await here.requestsPass(15);
  await expectBalance({ other_refunds: [] });
});

test('§17.62 the second person sees of the buyer’s request only whether it is decided, not what we asked, promised or missed', async () => {
  const second = await here.newSecond(member, pack);
  const { number } = await here.ask(member, pack);
  const expectSeen = async (state: string, buyers: Row) => {
    await expectBalance({ refund: buyers });
    expect(await balance(second.id, pack)).toMatchObject({
      refund: { state, amount: null, decided_at: null, pay_by: null, late: null },
    });
  };
  await expectSeen('asked', { state: 'asked', late: null });
  await operate('ask_for_more', number, 'The last page, please.');
  await here.requestsPass(22);
  await expectSeen('asked', { state: 'more_needed', late: 'decision' });
  await operate('approve_refund', number);
  await here.requestsPass(22);
  await expectSeen('approved', { state: 'approved', late: 'payment' });
  await operate('refund_by_transfer', number);
  await expectSeen('approved', { state: 'by_transfer', late: 'payment' });
});

test('§17.64 a request names the member’s own session, and how the member paid', async () => {
  await query("update public.payments set method = 'wallet' where id = $1", [pack.payment]);
  const held = await here.hold(member, pack);
  const asked = await here.askSession(member, held, share);
  const session = {
    kind: 'interview',
    mentor: held.mentor.name,
    starts_at: expect.any(String) as unknown,
  };
  expect(asked).toMatchObject({ method: 'wallet', session });
  const told = () =>
    one(
      `select payload from private.outbox
      where kind in ('refund_asked', 'refund_approved') order by created_at desc limit 1`,
    );
  expect(await told()).toMatchObject({ method: 'wallet', session });
  const second = await here.newSecond(member, pack);
  const theirs = await here.hold(second.id, pack);
  await operate('refund_session', theirs.id);
  const [newest] = (await terms()).requests;
  expect(newest).toMatchObject({ kind: 'session', session: null });
});

test('§17.6 what a member says went wrong is cleaned and cut, reaches the desk, and never changes', async () => {
  const held = await here.hold(member, pack);
  const asked = await here.askSession(
    member,
    held,
    share,
    `  No sound.\n\n\n\nAt all. ${'x'.repeat(600)}`,
  );
  expect(asked.went_wrong).toMatch(/^No sound\.\n+At all\. x+$/);
  expect(asked.went_wrong).toHaveLength(500);
  expect(await query('select went_wrong from operations.refund_facts($1)', [asked.number])).toEqual(
    [{ went_wrong: asked.went_wrong }],
  );
  const edit = 'update private.refund_requests set went_wrong = $2 where id = $1';
  await expectRefusal(query(edit, [asked.id, 'All was well.']), 'refund_is_fixed');
  await here.takeBack(member, asked);
  expect((await here.askSession(member, held, share, ' \n ')).went_wrong).toBeNull();
});

test('§17.5 a member whose session is used up by a refund request is told why', async () => {
  const second = await here.newSecond(member, pack);
  const theirs = await book(second.id, await newSlot(free - 0.5), pack);
  const own = await book(member, await newSlot(free - 0.5), pack);
  const cancelled = await book(member, await newSlot(free - 2), pack);
  await here.cancel(member, cancelled);
  await here.ask(member, pack);
  const told = await query(
    `select array_position($1, payload ->> 'booking') as n, payload -> 'reason' as reason,
      payload -> 'session_returned' as returned, payload -> 'is_buyer' as buyer
    from private.outbox
    where kind = 'session_cancelled' and payload ->> 'booking' = any ($1) order by n`,
    [[theirs.id, own.id, cancelled.id]],
  );
  const [reason, returned] = ['refund_asked', false];
  expect(told).toEqual([
    { n: 1, reason, returned, buyer: false },
    { n: 2, reason, returned, buyer: true },
    { n: 3, reason: null, returned, buyer: true },
  ]);
  const { past } = await here.sessions(second.id);
  expect(past).toMatchObject([{ id: theirs.id, state: 'late', reason: 'refund_asked' }]);
});

test('§17.5 withdrawing a request restores the sessions but not the bookings, and is possible until a decision is made', async () => {
  await book(member, await newSlot(30), pack);
  const asked = await here.ask(member, pack);
  expect(asked.amount).toBe(pack.amount);
  await here.takeBack(member, asked);
  await expectBalance({ booked: 0, remaining: 5, refund: null });
  await expectRefusal(here.takeBack(member, asked), 'already_decided');
  const again = await here.ask(member, pack);
  expect([asked.cancelled, again.cancelled], 'bookings cancelled').toEqual([true, false]);
  await operate('approve_refund', again.number);
  await expectRefusal(here.takeBack(member, again), 'already_decided');
  expect(await mails(asked.number)).toContain('refund_taken_back');
  expect(await toldOfEnd(asked.number)).toMatchObject({ unused: 5, left: 5 });
});

test('§17.8 the ordinary refund can be requested until the end of the 21st day after the payment, in Indian time', async () => {
  const paidAgo = async (days: number) =>
    new Date(
      await one<string>(
        `select to_char(private.end_of_india_day(private.india_day(now()) - $1::integer - 1)
          at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
        [days],
      ),
    );
  const open = await newPack(member, 'super-value', await paidAgo(21));
  const late = await newPack(member, 'super-value', await paidAgo(22));
  expect((await here.refundable(member, open)).ordinary.refusal).toBe(null);
  expect((await terms(late)).ordinary).toMatchObject({ gives: 0, refusal: 'too_late' });
  await expectRefusal(here.ask(member, late), 'too_late');
});

test('§17.1 the ordinary refund is refused to anyone but the buyer, for an unpaid pack, and for an amount that differs from the one on the page', async () => {
  const stranger = (await newMember()).id;
  await expectRefusal(here.ask(stranger, pack, pack.amount), 'not_your_pack');
  const unpaid = await here.newOrder(member, 'single');
  await expectRefusal(here.ask(member, unpaid, unpaid.amount), 'pack_not_paid');
  await expectRefusal(here.ask(member, pack, pack.amount - 1), 'amount_changed');
  await here.ask(member, pack);
  await expectRefusal(here.ask(member, pack, pack.amount), 'refund_open');
  expect(await here.refunds(stranger)).toEqual([]);
});

test('§17.6 a session that went wrong is refunded once, and only that session is frozen', async () => {
  const held = await here.hold(member, pack);
  const asked = await here.askSession(member, held, share);
  expect(asked).toMatchObject({ kind: 'session', amount: share, sessions: 1 });
  await expectBalance({ used: 1, remaining: 4, refund: null });
  await book(member, await newSlot(40), pack);
  await expectRefusal(operate('give_session_back', held.id), 'already_returned');
  await expectRefusal(here.askSession(member, held, share), 'already_returned');
  await here.takeBack(member, asked);
  expect(await toldOfEnd(asked.number)).toMatchObject({ unused: 0, was_approved: false });
  await operate('give_session_back', held.id);
  // A session that returned to the pack can still be refunded, as long as it is not used.
  const back = await here.askSession(member, held, share);
  await expectBalance({ used: 0, booked: 1, remaining: 3 });
  await operate('decline_refund', back.number, 'We gave it back.');
  expect(await query('select * from operations.refund_facts($1)', [back.number])).toMatchObject([
    { state: 'declined', reason: 'We gave it back.', ended_at: expect.any(Date), reference: null },
  ]);
  await expectBalance({ remaining: 4 });
  expect(await toldOfEnd(back.number)).toMatchObject({ unused: 1, left: 4 });
});

test('§17.6 a session that we cancelled can be refunded unless it has been booked again', async () => {
  const single = await newPack(member, 'single');
  const slot = await newSlot(48);
  const booking = await book(member, slot, single);
  await expectRefusal(here.askSession(member, booking, single.amount), 'no_such_booking');
  await operate('cancel_slot', slot);
  const again = await book(member, await newSlot(60), single);
  await expectRefusal(here.askSession(member, booking, single.amount), 'nothing_left');
  await here.cancel(member, again);
  const asked = await here.askSession(member, booking, single.amount);
  expect(await balance(member, single)).toMatchObject({ remaining: 0 });
  await expectRefusal(here.ask(member, single, single.amount), 'pack_refunded');
  await here.takeBack(member, asked);
  expect(await balance(member, single)).toMatchObject({ remaining: 1 });
});

test('§17.28 an operator can refund a second person’s session to the buyer’s payment', async () => {
  const second = await here.newSecond(member, pack);
  const coming = await book(second.id, await newSlot(48), pack);
  const refund = (booking: { id: string }) => operate('refund_session', booking.id);
  await expectRefusal(refund(coming), 'has not taken place yet');
  await expectRefusal(refund({ id: randomUUID() }), 'no_such_booking');
  const held = await here.hold(second.id, pack);
  await expectBalance({ used: 1 });
  expect((await terms()).sessions).toEqual([]);
  await expectRefusal(here.askSession(second.id, held, share), 'no_such_booking');
  await expectRefusal(here.askSession(member, held, share), 'no_such_booking');
  const said = await refund(held);
  expect(said).toMatch(/^Approved: R-\d+, Rs 479\.80, \w+\. You can undo this under Money/);
  const number = /R-\d+/.exec(said)?.[0] ?? '';
  await expectRequest(number, {
    member_id: member,
    payment_id: pack.payment,
    booking_id: held.id,
    kind: 'session',
    unused: 0,
  });
  await expectRefusal(refund(held), 'already_returned');
  await expectRefusal(operate('give_session_back', held.id), 'already_returned');
  expect(await here.runPayer(provider)).toBe(1);
  expect(provider.returned(pack.payment)).toBe(share);
  expect(await balance(second.id, pack)).toMatchObject({ used: 1, booked: 1, remaining: 3 });
  expect(await mails(number)).toContain('refund_paid');
  await here.askOffer(member, pack);
  await here.pass(22 * 24);
  await expectRefusal(refund(coming), 'pack_refunded');
});

test('§17.6 §17.28 a session that went wrong can be refunded for three weeks after the session, and later only by an operator', async () => {
  const held = await here.hold(member, pack);
  const stranger = (await newMember()).id;
  await expectRefusal(here.askSession(stranger, held, share), 'no_such_booking');
  await here.pass(22 * 24);
  expect((await terms()).sessions).toEqual([]);
  await expectRefusal(here.askSession(member, held, share), 'too_late');
  expect(await operate('refund_session', held.id)).toMatch(/^Approved: R-\d+, Rs 479\.80, Asha\. /);
});

test('§17.7 the 100% refund pays back everything if the ordinary refund was declined in the meantime', async () => {
  await here.hold(member, pack);
  const ordinary = await here.ask(member, pack);
  const offer = await here.askOffer(member, pack);
  await operate('decline_refund', ordinary.number, 'See the other request.');
  expect(await operate('approve_refund', offer)).toContain(`Approved: ${offer}, Rs 2399, Asha.`);
});

test('§17.7 the 100% refund after an ordinary refund pays back the rest, including used sessions', async () => {
  await here.hold(member, pack);
  const ordinary = await here.ask(member, pack);
  const offer = await here.askOffer(member, pack);
  await expectRefusal(operate('approve_refund', offer), ordinary.number);
  await operate('approve_refund', ordinary.number);
  expect(await operate('approve_refund', offer)).toContain(`Approved: ${offer}, Rs 479.80, Asha.`);
  expect(await here.runPayer(provider)).toBe(2);
  expect(provider.returned(pack.payment)).toBe(pack.amount);
  expect((await terms()).offer).toMatchObject({ refusal: 'pack_refunded' });
  await expectBalance({ remaining: 0 });
});

describe('§17.16 the second person of a refunded pack', () => {
  /** Pays every approved refund; resolves to what the pack's second person has been told in all. */
  const told = async (email: string) => {
    await here.runPayer(provider);
    const sent = await here.mailsOf('shared_pack_refunded', 'recipient', email);
    return sent.map(({ payload }) => payload);
  };

  test('is told once it is paid, and not again when the rest is refunded', async () => {
    const second = await here.newSecond(member, pack);
    await here.hold(second.id, pack);
    await approved();
    expect(await here.mailsOf('shared_pack_refunded', 'recipient', second.email)).toEqual([]);
    const mail = { user_id: second.id, name: 'Asha', pack: 'super-value' };
    expect(await told(second.email)).toEqual([mail]);
    await operate('approve_refund', await here.askOffer(member, pack));
    expect(await told(second.email)).toEqual([mail]);
  });

  test('is told of a 100% refund while a session is left or booked', async () => {
    const second = await here.newSecond(member, pack);
    await here.hold(member, pack);
    await operate('approve_refund', await here.askOffer(member, pack));
    expect(await told(second.email)).toHaveLength(1);
  });

  test('is not told if all sessions are used, or only one session or a discount is refunded', async () => {
    const second = await here.newSecond(member, pack);
    const { number } = await here.askSession(member, await here.hold(member, pack), share);
    await operate('approve_refund', number);
    await here.newDiscount(pack.payment, 100);
    expect(await told(second.email)).toEqual([]);
    for (let nth = 1; nth <= 4; nth += 1) await past(3);
    const offer = await here.askOffer(member, pack);
    await operate('approve_refund', offer);
    expect(await told(second.email), 'all used').toEqual([]);
    expect(await stateOf(offer)).toBe('paid');
  });

  test('is not told if the pack had ended', async () => {
    const second = await here.newSecond(member, pack);
    await here.hold(member, pack);
    await operate('end_pack', pack.payment, 'Agreed with the buyer.');
    const offer = await here.askOffer(member, pack);
    await operate('approve_refund', offer);
    expect(await told(second.email)).toEqual([]);
    expect(await stateOf(offer)).toBe('paid');
  });
});

test('§17.22 a 100% refund made by hand before its approval is not paid again', async () => {
  await here.hold(member, pack);
  const offer = await here.askOffer(member, pack);
  const hand = provider.byHand(pack.payment, pack.amount);
  await here.reportRefund(pack, hand);
  expect(await operate('approve_refund', offer)).toContain(`Approved: ${offer}, Rs 2399, Asha.`);
  await here.runPayer(provider);
  await expectRequest(offer, { state: 'paid', refund_id: hand.id });
  expect(provider.refunds).toHaveLength(1);
});

test('§17.7 the 100% refund is refused without a session before the interview and for impossible dates', async () => {
  await expectRefusal(here.askOffer(member, pack), 'no_session_held');
  await here.hold(member, pack);
  const refused = async (change: Record<string, unknown>, code: string) => {
    await expectRefusal(here.askOffer(member, pack, change), code);
  };
  await refused({ p_gives: pack.amount - 1 }, 'amount_changed');
  await refused({ p_offered_on: await here.day(1) }, 'offer_not_valid');
  await refused({ p_institute: '  ' }, 'offer_not_valid');
  // Shortly after midnight, the held session was yesterday.
  const past = await here.day(-2);
  await refused({ p_offered_on: past }, 'offer_not_valid');
  await refused({ p_offered_on: past, p_interviewed_on: past }, 'no_session_before');
  const old = { p_offered_on: await here.day(-22), p_interviewed_on: await here.day(-22) };
  await refused(old, 'too_late');
  expect(await here.askOffer(member, pack)).toMatch(/^R-/);
  await refused({}, 'refund_open');
  await expectRefusal(book(member, await newSlot(40), pack), 'refund_open');
});

test('§17.21 the interview must be up to 300 days before the offer, and a session up to 300 days before the interview', async () => {
  const asked = async (interviewed: number) =>
    here.askOffer(member, pack, { p_interviewed_on: await here.day(-interviewed) });
  await past(601);
  await expectRefusal(asked(300), 'no_session_before');
  await past(600);
  await expectRefusal(asked(301), 'offer_not_valid');
  const number = await asked(300);
  await operate('decline_refund', number, 'No.');
  await expectRefusal(asked(299), 'no_session_before');
  expect(earliestInterview(await here.day(0))).toBe(await here.day(-300));
});

test('§17.17 a letter is deleted 30 days after its request ends, and a request is undone if its letter was not stored', async () => {
  await here.hold(member, pack);
  const number = await here.askOffer(member, pack);
  const { id } = await requestOf(number);
  const file = await one('select id from private.files where refund_request_id = $1', [id]);
  const oldLetters = () => one('select cardinality(public.old_file_paths())');
  await operate('decline_refund', number, 'No.');
  await here.requestsPass(29);
  expect(await oldLetters()).toBe(0);
  await here.requestsPass(2);
  expect(await oldLetters()).toBe(1);
  await serve('forget_upload', member, file);
  expect(await stateOf(number)).toBe('declined');
  const undone = await here.askOffer(member, pack);
  const made = await requestOf(undone);
  const letter = await one('select id from private.files where refund_request_id = $1', [
    made['id'],
  ]);
  await serve('forget_upload', member, letter);
  await expectRefusal(requestOf(undone), 'there is no request');
  const again = await requestOf(await here.askOffer(member, pack));
  expect(await oldLetters()).toBe(0);
  await here.takeBack(member, { id: String(again['id']) });
  expect(await oldLetters(), 'the letter of a withdrawn request is old').toBe(1);
});

test('§17.4 an operator can ask for more information only once, and the member can answer', async () => {
  const asked = await here.ask(member, pack);
  const answer = (said: string) =>
    call(member, 'answer_refund', { p_request: asked.id, p_answer: said });
  await expectRefusal(answer('Here.'), 'nothing_asked');
  await operate('ask_for_more', asked.number, '- the date');
  await expectRefusal(answer('  '), 'answer_not_valid');
  const again = () => operate('ask_for_more', asked.number, 'more');
  await expectRefusal(again(), 'already asked');
  expect(await answer('Here.')).toMatchObject({ state: 'asked', needs: '- the date' });
  await expectRefusal(again(), 'already asked');
  await expectRefusal(operate('decline_refund', asked.number, ''), 'The member will read it');
  await operate('decline_refund', asked.number, 'Because.');
  await expectBalance({ remaining: 5, refund: null });
  expect(await mails(asked.number)).toEqual(
    ['asked', 'declined', 'needs_more', 'to_decide', 'to_decide'].map((kind) => `refund_${kind}`),
  );
});

test.each([false, true])(
  '§17.4 a request can move only to the listed states (held: %s)',
  async (held) => {
    const { number } = await here.ask(member, pack);
    const ways: Record<(typeof refundStates)[number], string[]> = {
      asked: ['more_needed', 'approved', 'declined', 'taken_back'],
      more_needed: ['asked', 'approved', 'declined', 'taken_back'],
      approved: ['asked', 'paying', 'by_transfer'],
      paying: ['paid', 'failed', 'by_transfer'],
      failed: ['paying', 'by_transfer'],
      by_transfer: ['declined', 'paying', 'paid'],
      declined: [],
      taken_back: [],
      paid: [],
    };
    for (const from of refundStates) {
      const reached: string[] = [];
      for (const to of refundStates.filter((state) => state !== from)) {
        await database
          .transaction(async (transaction) => {
            await transaction.exec('alter table private.refund_requests disable trigger user');
            await transaction.query(
              `update private.refund_requests set state = $2,
              decided_at = case when $2 not in ('asked', 'more_needed', 'taken_back') then now() end,
              ended_at = case when $2 in ('declined', 'taken_back', 'paid') then now() end,
              refund_id = case when $2 = 'paid' then number end,
              held_at = case when $3 then now() end
            where number = $1`,
              [number, from, held],
            );
            await transaction.exec('alter table private.refund_requests enable trigger user');
            await transaction.query(
              `update private.refund_requests set state = $2,
              refund_id = case when $2 = 'paid' then number else refund_id end
            where number = $1`,
              [number, to],
            );
            reached.push(to);
            await transaction.rollback();
          })
          .catch((error: unknown) => {
            expect(String(error)).toMatch(/already_decided|refund_is_fixed/);
          });
      }
      const hasEnded = ['declined', 'taken_back', 'paid'].includes(from);
      const expected = held && !hasEnded ? [...ways[from], 'declined'] : ways[from];
      expect([from, ...new Set(reached)].toSorted(), from).toEqual(
        [from, ...new Set(expected)].toSorted(),
      );
    }
  },
);

test('§17.4 a request’s terms and outcome never change, even through SQL', async () => {
  const asked = await here.ask(member, pack);
  const set = (change: string) =>
    here.edit(`private.refund_requests set ${change} where number = $1`, asked.number);
  const isFixed = async (...changes: string[]) => {
    for (const change of changes) await expectRefusal(set(change), 'refund_is_fixed', change);
  };
  await expectRefusal(
    query(
      `insert into private.refund_requests
        (kind, order_id, payment_id, amount, sessions, unused, state, decided_at)
      values ('ordinary', $1, $2, 1, 0, 0, 'approved', now())`,
      [(await newPack(member)).order, pack.payment],
    ),
    'refund_is_fixed',
  );
  await isFixed('amount = 1', 'sessions = 1', 'attempt = 2');
  await isFixed(`member_id = '${(await newMember()).id}'`);
  await isFixed("state = 'approved', amount = amount - 1");
  await operate('approve_refund', asked.number);
  await isFixed("decided_at = now() - interval '1 day'");
  await expectRefusal(operate('decline_refund', asked.number, 'No'), 'already_decided');
  await set("state = 'paying', held_at = now(), refund_id = 'rfnd_own'");
  await expectRefusal(operate('decline_refund', asked.number, 'No.'), 'already_decided');
  await set('refund_id = null');
  await operate('decline_refund', asked.number, 'No.');
  expect(await toldOfEnd(asked.number)).toMatchObject({ was_approved: true });
  await isFixed("ended_at = now() + interval '1 day'", "refund_id = 'rfnd_other'");
});

test('§17.4 a session cannot have two requests, nor a pack two open requests', async () => {
  const again = (number: string) =>
    query(
      `insert into private.refund_requests
        (kind, order_id, payment_id, member_id, booking_id, amount, sessions, unused)
      select kind, order_id, payment_id, member_id, booking_id, 1, 0, 0
      from private.refund_requests where number = $1`,
      [number],
    );
  const wrong = await here.askSession(member, await here.hold(member, pack), share);
  await expectRefusal(again(wrong.number), 'refund_requests_booking');
  await here.takeBack(member, wrong);
  await again(wrong.number);
  const whole = await here.ask(member, pack);
  await expectRefusal(again(whole.number), 'refund_requests_one');
  await operate('decline_refund', whole.number, 'No.');
  await again(whole.number);
});

test('§17.15 a missed promise is shown to the member and the operator', async () => {
  const asked = await here.ask(member, pack);
  const missed = () =>
    one('select missed from operations.open_refunds where request = $1', [asked.number]);
  const matters = () =>
    here.count(
      'private.matters_of_refunds where matter like $1',
      `refund request ${asked.number}%`,
    );
  await here.requestsPass(17);
  expect(await matters()).toBe(0);
  await here.requestsPass(1);
  expect(await matters()).toBe(1);
  await here.requestsPass(3);
  expect(await missed()).toBe(null);
  await here.requestsPass(1);
  expect(await missed()).toBe('decision');
  const [request] = (await terms()).requests;
  expect(request).toMatchObject({ number: asked.number, late: 'decision' });
  await operate('approve_refund', asked.number);
  expect(await missed()).toBe(null);
  await here.requestsPass(22);
  expect(await missed()).toBe('payment');
});

/** Whether the jobs run with their own role, by which the log tells them from an operator in the SQL editor. */
const asSite = (isSite: boolean) =>
  query("select set_config('request.jwt.claims', $1, false)", [
    isSite ? JSON.stringify({ role: 'service_role' }) : '',
  ]);

/** What the log says that the site did about a refund. */
const siteDid = (number: string) =>
  here.texts("select did from operations.log where about = $1 and way = 'job'", number);

describe('paying refunds', () => {
  /** One run of the job, with the provider answering this way. */
  async function payAs(status: 'pending' | 'failed' | 'processed'): Promise<void> {
    provider.answer(status);
    await here.runPayer(provider);
  }

  /** The provider, with this many of its first answers lost. */
  function answersLost(lost = Infinity): TestProvider {
    let answers = 0;
    return {
      ...provider,
      refund: async (...given) => {
        const made = await provider.refund(...given);
        if ((answers += 1) <= lost) throw new Error('lost');
        return made;
      },
    };
  }

  /** A session went wrong and its share is approved, so one session and its share are gone. */
  const wrong = () => here.approvedShare(member, pack);

  test('§17.10 a refund is paid only once, however often the job runs and whatever the webhook says', async () => {
    const number = await approved();
    await asSite(true);
    expect(await here.runPayer(provider)).toBe(1);
    expect(await here.runPayer(provider)).toBe(0);
    const refund = provider.newest();
    await here.reportRefund(pack, refund);
    await here.reportRefund(pack, refund, 'refund.failed');
    await asSite(false);
    expect(await stateOf(number)).toBe('paid');
    expect(await siteDid(number)).toEqual(['paid a refund']);
    expect(provider.refunds).toHaveLength(1);
    expect(await orderStatus()).toBe('refunded');
    expect(await mails(number)).toContain('refund_paid');
  });

  test('§17.10 a job killed at any step does not pay anything twice, and the next run pays the refund', async () => {
    const steps = ['claim_refunds', 'refundsOf', 'note_refunds', 'refund', 'reply', 'note again'];
    for (const killedAt of steps) {
      const own = (await newMember()).id;
      const theirs = await newPack(own);
      const bank = providerOf(new Map([[theirs.payment, theirs.amount]]));
      const { number } = await here.ask(own, theirs);
      await operate('approve_refund', number);
      let notes = 0;
      const kill = (step: string) => {
        if (step === killedAt) throw new Error('killed');
      };
      const dying = {
        refundsOf: async (payment: string) => {
          kill('refundsOf');
          return bank.refundsOf(payment);
        },
        refund: async (...given: Parameters<TestProvider['refund']>) => {
          kill('refund');
          const made = await bank.refund(...given);
          kill('reply');
          return made;
        },
      };
      const run = here.runPayer(dying, (step) => {
        kill(step === 'note_refunds' && (notes += 1) === 2 ? 'note again' : step);
      });
      await run.catch(() => undefined);
      expect(await stateOf(number), killedAt).not.toBe('paid');
      await here.runPayer(bank);
      expect(await stateOf(number), killedAt).toBe('paid');
      expect(bank.refunds, killedAt).toHaveLength(1);
    }
  });

  test('§17.10 a refund is attempted again only if the provider reports it as failed', async () => {
    const number = await approved();
    await payAs('pending');
    const first = provider.newest();
    // The provider may have forgotten the key by then, but keeps the notes.
    delete first.key;
    await here.runPayer(provider);
    expect(provider.refunds).toHaveLength(1);
    first.status = 'failed';
    await here.reportRefund(pack, first, 'refund.failed');
    await expectRequest(number, { state: 'failed', attempt: 2, refund_id: null });
    await here.reportRefund(pack, first, 'refund.failed');
    await expectRequest(number, { state: 'failed', attempt: 2 });
    await payAs('failed');
    await here.runPayer(provider);
    await expectRequest(number, { state: 'failed', attempt: 4 });
    await asSite(true);
    await here.runPayer(provider);
    await asSite(false);
    expect(await stateOf(number)).toBe('by_transfer');
    expect(await siteDid(number)).toEqual(['switched a refund to bank transfer']);
    expect(provider.refunds).toHaveLength(3);
    expect(await mails(number)).toContain('refund_by_transfer');
    await operate('record_transfer', number, 'UTR123456');
    await expectRequest(number, {
      state: 'paid',
      transfer_reference: 'UTR123456',
      refund_id: null,
    });
    const facts = await here.row('select * from operations.payment_facts($1)', pack.payment);
    expect(String(facts?.['refunds']), '§22.15').toMatch(
      new RegExp(`^${number}, Rs [\\d.]+, \\d+ \\w{3} \\d{4}$`),
    );
    await expectRefusal(operate('record_transfer', number, 'UTR200002'), 'already_decided');
    expect((await terms()).returned).toBe(pack.amount);
    await expectRefusal(book(member, await newSlot(40), pack), 'nothing_left');
  });

  test('§17.11 a payment older than six months is refunded instantly if possible, and otherwise by bank transfer', async () => {
    const old = new Date(Date.now() - 200 * 24 * 60 * 60_000);
    const aged = await newPack(member, 'single', old);
    await here.hold(member, aged);
    const number = await here.askOffer(member, aged);
    await operate('approve_refund', number);
    const [claimed] = await query('select * from public.claim_refunds()');
    expect(claimed).toMatchObject({ number, speed: 'optimum', amount: aged.amount, attempt: 1 });
    const { id } = await requestOf(number);
    const refuse = (attempt: number, final: boolean) =>
      one("select public.note_refusal($1, $2, 'too old', $3)", [id, attempt, final]);
    expect(await refuse(1, false)).toBe('paying');
    expect(await refuse(2, true)).toBe('paying');
    expect(await refuse(1, true)).toBe('by_transfer');
  });

  describe('§17.22 settling a bank-transfer request with a refund made by hand', () => {
    const seconds = (ago: number) => Math.floor(Date.now() / 1000) - ago;
    const byTransfer = async () => {
      const number = await approved();
      await operate('refund_by_transfer', number);
      return number;
    };
    const seen = async (number: string) =>
      one('select refunds_by_hand from operations.open_refunds where request = $1', [number]);

    test('a refund made by hand settles a request to be paid by bank transfer', async () => {
      const number = await byTransfer();
      const hand = provider.byHand(pack.payment, pack.amount);
      await here.reportRefund(pack, hand);
      await expectRequest(number, { state: 'paid', refund_id: hand.id, transfer_reference: null });
      const kept = await query('select id from private.refunds_by_hand where id = $1', [hand.id]);
      expect(kept).toEqual([]);
      expect((await terms()).returned).toBe(pack.amount);
      await expectRefusal(operate('record_transfer', number, 'UTR100001'), 'already_decided');
    });

    test('a refund made by hand settles a request that an operator later switches to bank transfer', async () => {
      const asked = await here.ask(member, pack);
      const hand = provider.byHand(pack.payment, pack.amount);
      await here.reportRefund(pack, hand);
      expect(await stateOf(asked.number)).toBe('asked');
      expect(await seen(asked.number)).toEqual([hand.id]);
      await operate('approve_refund', asked.number);
      expect(await operate('refund_by_transfer', asked.number)).toMatch(/^Paid: /);
      await expectRequest(asked.number, { refund_id: hand.id });
    });

    test('a refund made by hand does not settle a request if its amount, time, number or state does not match', async () => {
      const number = await byTransfer();
      await here.reportRefund(pack, { id: 'rfnd_less', amount: 100, created_at: seconds(0) });
      const made = { amount: pack.amount, created_at: seconds(0) };
      await here.reportRefund(pack, { ...made, id: 'rfnd_before', created_at: seconds(60) });
      const notes = { refund_request: 'R-1' };
      await here.reportRefund(pack, { id: 'rfnd_numbered', notes, ...made });
      await here.reportRefund(pack, { id: 'rfnd_asked', ...made }, 'refund.created');
      await here.reportRefund(pack, { id: 'rfnd_failed', ...made }, 'refund.failed');
      expect([await stateOf(number), await seen(number)]).toEqual(['by_transfer', []]);
      const transfer = operate('record_transfer', number, 'rfnd_less');
      await expectRefusal(transfer, 'has reported no such refund');
    });

    test('a refund made by hand settles the decided request, not the one that is waiting for a decision', async () => {
      const held = [await here.hold(member, pack), await here.hold(member, pack)] as const;
      const { number: decided } = await here.askSession(member, held[0], share);
      const { number: waiting } = await here.askSession(member, held[1], share);
      await operate('approve_refund', decided);
      await operate('refund_by_transfer', decided);
      await here.reportRefund(pack, provider.byHand(pack.payment, share));
      expect([await stateOf(decided), await stateOf(waiting)]).toEqual(['paid', 'asked']);
    });

    test('if a refund made by hand matches several requests, an operator says which one it settles', async () => {
      const [first, second] = [await wrong(), await wrong()];
      for (const number of [first, second]) await operate('refund_by_transfer', number);
      const hand = provider.byHand(pack.payment, share);
      await here.reportRefund(pack, hand);
      expect([await stateOf(first), await stateOf(second)]).toEqual(['by_transfer', 'by_transfer']);
      expect([await seen(first), await seen(second)]).toEqual([[hand.id], [hand.id]]);
      expect(await operate('record_transfer', second, hand.id)).toBe(
        `Paid: ${second}, Rs 479.80, Asha.`,
      );
      await expectRequest(second, { refund_id: hand.id, transfer_reference: null });
      expect(
        await one('select reference from operations.refund_facts($1)', [second]),
        'the payer can ask the bank about it',
      ).toBe(hand.id);
      expect(await seen(first)).toEqual([]);
      expect(await stateOf(first)).toBe('by_transfer');
      await expectBalance({ used: 2, given_back: 0, remaining: 3 });
    });
  });

  test('§17.12 another refund made by hand puts a request on hold until an operator has reviewed it', async () => {
    await here.hold(member, pack);
    const number = await approved();
    provider.byHand(pack.payment, 100);
    await here.runPayer(provider);
    await expectRequest(number, { state: 'paying', refund_id: null });
    expect((await requestOf(number))['problem']).toContain('in the meantime');
    await here.runPayer(provider);
    expect(provider.refunds).toHaveLength(1);
    // The provider's times are in whole seconds.
    for (const refund of provider.refunds) refund.created_at -= 2;
    await operate('pay_refund', number);
    expect(await here.runPayer(provider)).toBe(1);
    expect(provider.returned(pack.payment)).toBe(4 * share + 100);
  });

  describe('§17.19 counting money returned by hand', () => {
    const back = 60_000;
    /** What the pack may still book, and what is left of its payment and was returned. */
    const counted = async () => {
      const { returned, offer } = await terms();
      return { remaining: (await balance(member, pack)).remaining, left: offer.gives, returned };
    };
    const byHand = () => {
      // The refund is earlier than the request, so it does not hold the request; the provider's times are in seconds.
      const created_at = Math.floor(Date.now() / 1000) - 60;
      return provider.byHand(pack.payment, back, { created_at, status: 'processed' });
    };
    const silent = () => ({ ...provider, refundsOf: () => Promise.reject(new Error('down')) });
    /** With the shares of two sessions also returned by hand. */
    const both = { remaining: 2, left: fullPrice - back - share };
    const sent = { ...both, returned: back };
    const paid = { ...both, returned: back + share };

    test('money returned by hand before a request is counted once, even after a failed attempt and a late webhook', async () => {
      await here.reportRefund(pack, byHand());
      const number = await wrong();
      expect(await counted()).toEqual(sent);
      await payAs('pending');
      expect(await stateOf(number)).toBe('paying');
      expect(await counted()).toEqual(sent);
      const first = provider.newest();
      first.status = 'failed';
      await here.reportRefund(pack, first, 'refund.failed');
      expect(await counted()).toEqual(sent);
      await payAs('processed');
      expect(await stateOf(number)).toBe('paid');
      expect(await counted()).toEqual(paid);
      await here.reportRefund(pack, provider.newest());
      expect(await counted()).toEqual(paid);
    });

    test('money returned by hand is counted once while the provider cannot be asked, even if only the total is known', async () => {
      byHand();
      await here.report(pack, { refunded: back });
      const number = await wrong();
      await here.runPayer(silent());
      expect(await stateOf(number)).toBe('paying');
      expect(await counted()).toEqual(sent);
      await payAs('pending');
      expect(await counted()).toEqual(sent);
    });

    test('money returned by hand after a failed attempt is counted once, even if only the total is known', async () => {
      await wrong();
      await payAs('pending');
      const first = provider.newest();
      first.status = 'failed';
      await here.reportRefund(pack, first, 'refund.failed');
      await here.report(pack, { refunded: back });
      await here.runPayer(silent());
      expect(await counted()).toEqual(sent);
    });

    test('a request whose reply was lost is not mistaken for another request’s refund made by hand', async () => {
      const [first, second] = [await wrong(), await wrong()];
      await here.runPayer(answersLost(1));
      expect([await stateOf(first), await stateOf(second)]).toEqual(['paying', 'paid']);
      const left = fullPrice - 2 * share;
      expect(await counted()).toEqual({ remaining: 3, left, returned: share });
    });

    test('money returned by hand and never reported is counted from the provider’s list', async () => {
      byHand();
      await wrong();
      await here.runPayer(provider);
      expect(await counted()).toEqual(paid);
    });

    test('money returned by hand while the provider is processing a refund is counted once, even if it is reported twice', async () => {
      const number = await wrong();
      await payAs('pending');
      const own = provider.newest();
      const hand = byHand();
      await here.reportRefund(pack, hand);
      await here.reportRefund(pack, hand);
      expect(await counted()).toEqual(sent);
      await here.reportRefund(pack, own);
      expect(await stateOf(number)).toBe('paid');
      expect(await counted()).toEqual(paid);
    });

    test('§17.30 the operator is told when a refund made by hand and the job both pay the same request', async () => {
      const number = await wrong();
      const refund: TestProvider['refund'] = async (...asked) => {
        const own = await provider.refund(...asked);
        await here.reportRefund(pack, provider.byHand(pack.payment, share));
        return own;
      };
      const told = () =>
        query(
          "select from private.matters_now where matter like 'refund twice %' and what like $1",
          [`%${number}%`],
        );
      expect(await told()).toEqual([]);
      await here.runPayer({ ...provider, refund });
      await here.reportRefund(pack, provider.refunds[0] ?? provider.newest());
      expect(await stateOf(number)).toBe('paid');
      expect(await told()).toHaveLength(1);
    });

    test('a refund made by hand with a declined request’s number counts as money returned', async () => {
      const { number } = await here.ask(member, pack);
      await operate('decline_refund', number, 'No.');
      const notes = { refund_request: number };
      await here.reportRefund(pack, { id: `rfnd_${pack.order}`, amount: pack.amount, notes });
      expect(await stateOf(number)).toBe('declined');
      expect(await query('select error from private.event_faults')).toEqual([]);
      expect((await terms()).ordinary.refusal).toBe('pack_refunded');
    });

    test('a request’s own refund is not counted twice if the total is reported first', async () => {
      const number = await wrong();
      await payAs('pending');
      await here.report(pack, { refunded: share });
      expect(await counted()).toEqual({ remaining: 4, left: fullPrice - share, returned: share });
      expect(await stateOf(number)).toBe('paying');
    });
  });

  describe('§17.27 refunding orders that were charged twice', () => {
    let again: Order;
    beforeEach(async () => {
      again = { ...pack, payment: `${pack.payment}again` };
      await here.report(again, { paidAt: new Date(Date.now() + 60_000) });
    });
    const due = async () => {
      const listed = await query(
        'select payment_id, due::float from operations.refunds_due where order_id = $1',
        [pack.order],
      );
      return listed.map((row) => [row['payment_id'], row['due']]);
    };

    test.each(['reply', 'webhook'])(
      'the payment refunded on request still counts, and the other payment is due for a refund, with the %s first',
      async (first) => {
        const number = await approved();
        await here.runPayer(first === 'reply' ? provider : answersLost());
        const refund = provider.newest();
        await here.reportRefund(pack, refund);
        expect(await stateOf(number)).toBe('paid');
        expect(await due()).toEqual([[again.payment, 2399]]);
        expect(await orderStatus()).toBe('refunded');
        await expectBalance({ remaining: 0 });
        await expectRefusal(book(member, await newSlot(40), pack), 'pack_refunded');
      },
    );

    test('the second payment pays for the order if the first was returned by hand, and a request for the first is declined', async () => {
      await here.hold(member, pack);
      const asked = await here.ask(member, pack);
      await here.reportRefund(pack, provider.byHand(pack.payment, pack.amount));
      expect([await due(), await orderStatus()]).toEqual([[], 'paid']);
      await expectRefusal(operate('approve_refund', asked.number), 'no longer counts');
      await operate('decline_refund', asked.number, 'The money went back.');
      expect([await due(), await orderStatus()]).toEqual([[], 'paid']);
      await expectBalance({ remaining: 4 });
    });

    test.each(['by_transfer', 'failed'])(
      'a payment returned by hand while its request is %s still counts, and the other payment is due for a refund',
      async (state) => {
        const number = await approved();
        if (state === 'failed') await payAs('failed');
        else await operate('refund_by_transfer', number);
        expect(await stateOf(number)).toBe(state);
        const hand = provider.byHand(pack.payment, pack.amount, { status: 'processed' });
        await here.reportRefund(pack, hand);
        expect(await stateOf(number)).toBe('paid');
        expect(await due()).toEqual([[again.payment, 2399]]);
        expect(await orderStatus()).toBe('refunded');
      },
    );

    test('a second payment can still pay for an order with a discount', async () => {
      await operate('grant_discount', pack.payment, 399, 'x');
      await here.reportRefund(pack, provider.byHand(pack.payment, pack.amount));
      expect([await due(), await orderStatus()]).toEqual([[], 'paid']);
    });
  });

  test('§17.14 an open dispute blocks the pack’s bookings and refunds', async () => {
    const number = await approved();
    await here.reportDispute(pack, 'created');
    expect(await terms()).toMatchObject({ disputed: true });
    expect(await here.runPayer(provider)).toBe(0);
    expect([provider.refunds, await stateOf(number)]).toEqual([[], 'approved']);
    await here.reportDispute(pack, 'won');
    await here.reportDispute(pack, 'under_review');
    expect(await terms()).toMatchObject({ disputed: false });
    expect(await here.runPayer(provider)).toBe(1);

    const other = await newPack(member);
    await here.reportDispute(other, 'action_required');
    await expectRefusal(book(member, await newSlot(40), other), 'disputed');
    expect(await balance(member, other)).toMatchObject({ disputed: true, remaining: 5 });
    await here.reportDispute(other, 'lost');
    await here.reportDispute(other, 'under_review');
    expect(await balance(member, other)).toMatchObject({ disputed: false, remaining: 0 });
    expect((await here.refundable(member, other)).ordinary.refusal).toBe('pack_refunded');
  });

  test('§17.14 a dispute shows the bank’s latest demand, even if older reports arrive late', async () => {
    const [id, day] = [`disp_${pack.order}`, 86_400];
    const report = (step: string, at: number, known: Parameters<typeof here.reportDispute>[3]) =>
      here.reportDispute(pack, step, id, { at, ...known });
    const seen = () =>
      query(
        `select status, extract(epoch from respond_by)::integer as respond_by, amount::float, reason
        from operations.disputes where dispute = $1`,
        [id],
      );
    await report('created', 10, { respond_by: day, reason_code: 'fraud' });
    await report('under_review', 20, { respond_by: day });
    await report('action_required', 30, {
      respond_by: 5 * day,
      amount: 10_000,
      reason_code: 'papers',
    });
    const asked = { status: 'action_required', respond_by: 5 * day, amount: 100, reason: 'papers' };
    expect(await seen()).toEqual([asked]);
    await report('under_review', 25, { respond_by: day });
    expect(await seen(), 'late').toEqual([asked]);
    await report('under_review', 40, {});
    expect(await seen()).toMatchObject([{ status: 'under_review', respond_by: 5 * day }]);
    await report('won', 35, {});
    await report('action_required', 50, {});
    expect(await seen()).toMatchObject([{ status: 'won' }]);
  });

  test('§17.14 a dispute is recorded even after the member’s account was erased', async () => {
    await query("select private.forget_payer(array[$1::uuid], 'x@example.com')", [pack.order]);
    await here.reportDispute(pack, 'created');
    expect(await here.count('private.disputes where order_id = $1', pack.order)).toBe(1);
  });

  test('§15.10 if a refund event fails, the failure is recorded, its payment is applied, and a job repairs the event', async () => {
    const number = await approved();
    await here.runPayer(answersLost());
    expect(log.join()).toContain('refund_not_paid');
    const refund = provider.newest();
    await database.exec(
      'alter function private.note_refund_event(public.payment_events) rename to note_hidden',
    );
    expect(await here.reportRefund(pack, refund)).toMatchObject({ order_status: 'refunded' });
    await database.exec(
      'alter function private.note_hidden(public.payment_events) rename to note_refund_event',
    );
    expect(await stateOf(number)).toBe('paying');
    expect(await serve('repair_events')).toBe(1);
    expect(await stateOf(number)).toBe('paid');
    expect(await serve('repair_events')).toBe(0);
  });
});

test('§17.27 when the job claims a refund to pay it, the refund’s order is not settled', async () => {
  const number = await approved();
  await database.exec('alter function private.settle_order(public.orders) rename to settle_hidden');
  try {
    expect(await serve<Row[]>('claim_refunds', 100)).not.toEqual([]);
  } finally {
    await database.exec(
      'alter function private.settle_hidden(public.orders) rename to settle_order',
    );
  }
  expect(await stateOf(number)).toBe('paying');
});

test('§17.13 a discount does not use up a session, and its amount is not refunded again', async () => {
  const number = await here.newDiscount(pack.payment, 399);
  expect(await here.runPayer(provider)).toBe(1);
  expect(await stateOf(number)).toBe('paid');
  await expectBalance({ given_back: 0, remaining: 5 });
  expect((await terms()).ordinary.gives).toBe(200_000);
  await expectRefusal(
    operate('grant_discount', pack.payment, 2000, 'x'),
    'less than the Rs 2000 that is left',
  );
  await expectRefusal(operate('grant_discount', 'pay_unknown', 1, 'x'), 'did not buy a pack');
});

test('§17.13 a purchase paid by transfer works like any other, and is refunded by transfer', async () => {
  const { id, email } = await newMember({ proven: true });
  const reference = `UTR${randomUUID().replaceAll('-', '')}`;
  const typed = email.toUpperCase();
  const record = () => operate('record_purchase', reference, 'most-purchased', typed, 999);
  expect(await record()).toMatch(`with ${reference}, for Asha (${typed}).`);
  await expectRefusal(record(), 'is already recorded');
  const tooCheap = operate('record_purchase', `${reference}x`, 'single', email, 600);
  await expectRefusal(tooCheap, 'The pack costs Rs 699');
  const [bought] = await here.refunds(id);
  expect(bought?.ordinary).toMatchObject({ gives: 99_900, sessions: 2 });
  const asked = await here.ask(id, { ...pack, order: bought?.order ?? '' }, 99_900);
  await operate('approve_refund', asked.number);
  await here.runPayer(provider);
  expect(await stateOf(asked.number)).toBe('by_transfer');
});

/** Has the provider report a payment that fits none of our orders; returns the payment. */
async function report(change: Row = {}) {
  const entity = {
    ...{ id: `pay_${randomUUID().replaceAll('-', '').slice(0, 14)}`, amount: 69_900 },
    ...{ order_id: `order_${randomUUID().slice(0, 8)}`, currency: 'INR', status: 'captured' },
    ...{ method: 'upi', created_at: Math.floor(Date.now() / 1000) - 3600, ...change },
  };
  await here.apply(`payment.${entity.status}`, entity);
  return entity;
}

const toReview = (payment: string) =>
  here.count('operations.events_to_review where payment_id = $1', payment);

describe('§22.33 entering one of the provider’s payments by hand', () => {
  const enter = (reference: string, pack = 'single', ...more: unknown[]) =>
    operate('record_purchase', reference, pack, newAddress(), ...more);

  test.each([
    ['that the provider never reported', { id: 'pay_other' }, 'Razorpay knows no payment'],
    ['that failed', { status: 'failed' }, 'is failed, so it cannot buy a pack'],
    ['that is only authorised', { status: 'authorized' }, 'is authorized, so it cannot buy a pack'],
    ['that was returned', { status: 'refunded' }, 'is refunded, so it cannot buy a pack'],
    ['that was returned in part', { amount_refunded: 100 }, 'is partly refunded'],
    ['in a different currency', { currency: 'USD' }, 'is in USD'],
    [
      'of a different amount',
      { amount: 69_800 },
      'Razorpay received Rs 698, but the pack costs Rs 699',
    ],
  ])('a payment %s does not buy a pack when it is entered by hand', async (_, change, words) => {
    const { id } = await report(change);
    await expectRefusal(enter(id === 'pay_other' ? 'pay_unheard' : id), words);
  });

  test('a payment entered by hand pays the pack’s price, and later reports about it find the order', async () => {
    const paid = await report();
    await enter(paid.id);
    const stored = 'select amount, method from public.payments where id = $1';
    expect(await query(stored, [paid.id])).toEqual([{ amount: 69_900, method: 'upi' }]);
    expect(await toReview(paid.id), 'no payment is left for review').toBe(0);
    const again = await here.apply('payment.captured', { ...paid, method: 'upi' });
    expect(again).toMatchObject({ order_status: 'paid' });
    await expectRefusal(enter(paid.id.toUpperCase()), 'is already recorded');
  });

  test('a payment entered by hand is compared in whole paise, and is refused if its code is used up', async () => {
    await expectRefusal(enter('UTR1000001', 'single', 698.999), 'The pack costs Rs 699.');
    const code = await here.newCode({ percent: 10, uses: 1 });
    const enterWith = (reference: string) =>
      query('select operations.record_purchase($1, $2, $3, code => $4)', [
        reference,
        'single',
        newAddress(),
        code,
      ]);
    await enterWith('UTR1000002');
    await expectRefusal(enterWith('UTR1000003'), 'code_used_up');
  });

  test.each([
    ['UTR 1', 'not_a_reference'],
    ['UTR1000004', 'not_a_payment_method', { method: 'hello' }],
  ])(
    'an entry with the reference %s is refused with %s',
    async (reference, word, { method } = { method: 'upi' }) => {
      await expectRefusal(
        query('select operations.record_purchase($1, $2, $3, method => $4)', [
          reference,
          'single',
          newAddress(),
          method,
        ]),
        word,
      );
    },
  );
});

describe('§17.13 undoing a purchase whose transfer never arrived', () => {
  test('undoing a purchase entered with the provider’s id puts the provider’s report back under review', async () => {
    const { id } = await report();
    await operate('record_purchase', id, 'single', newAddress());
    expect(await toReview(id)).toBe(0);
    expect(await operate('undo_purchase', id)).toMatch('Cancelled: Single Pack, Rs 699, ');
    expect(await toReview(id)).toBe(1);
    const reference = `UTR${randomUUID().slice(0, 8)}`;
    await operate('record_purchase', reference, 'single', newAddress());
    expect(await operate('undo_purchase', reference)).not.toMatch('Razorpay');
  });

  test('a purchase cannot be undone once a session of its pack has been recorded', async () => {
    const reference = `UTR${randomUUID().slice(0, 8)}`;
    await operate('record_purchase', reference, 'single', newAddress(), 699);
    await query(
      `insert into private.past_sessions (order_id, kind, held_on)
      select order_id, 'interview', private.india_day(now()) from public.payments where id = $1`,
      [reference],
    );
    await expectRefusal(operate('undo_purchase', reference), 'has been used');
  });

  /** A member whose pack for two was entered by hand. */
  async function entered() {
    const { id, email } = await newMember({ proven: true });
    const reference = `UTR${randomUUID().replaceAll('-', '')}`;
    await operate('record_purchase', reference, 'super-value', email, 2399);
    const [bought] = await here.refunds(id);
    return {
      id,
      reference,
      pack: { ...pack, order: bought?.order ?? '' },
      undo: () => operate('undo_purchase', reference),
    };
  }
  const used = 'This pack has been used. Cancel its sessions first';

  test('a purchase can be undone while its pack is unused', async () => {
    const { id, reference, pack: bought, undo } = await entered();
    const booking = await book(id, await newSlot(48), bought);
    await expectRefusal(undo(), used);
    await operate('cancel_for', booking.id);
    const received = () => query('select received from operations.weeks');
    const before = await received();
    expect(await undo()).toMatch(/^Cancelled: Super Value Pack, Rs 2399, UTR\w+, Asha\.$/);
    expect(
      Number(before.at(-1)?.['received']) - Number((await received()).at(-1)?.['received']),
    ).toBe(2399);
    expect(
      await one('select status from operations.payments where payment = $1', [reference]),
    ).toBe('never_arrived');
    await expectRefusal(undo(), 'has already been cancelled');
    expect(await one('select status from public.orders where id = $1', [bought.order])).toBe(
      'refunded',
    );
    await expectRefusal(operate('undo_purchase', pack.payment), 'recorded by hand');
  });

  test('a purchase cannot be undone with a second person on its pack, or after a refund request', async () => {
    const shared = await entered();
    await here.nameSecond(shared.id, shared.pack, newAddress());
    await expectRefusal(shared.undo(), 'This pack has a second person');
    const asked = await entered();
    await here.takeBack(asked.id, await here.ask(asked.id, asked.pack));
    await expectRefusal(asked.undo(), 'There is a refund or a refund request for this pack');
  });
});

test('§18.6 a refund in progress is paid even after the member’s account was erased, and does not name anyone', async () => {
  const { number } = await here.ask(member, pack);
  await operate('approve_refund', number);
  expect(await one('select private.refunds_of($1)', [member])).toMatchObject([{ number }]);
  await serve('erase_account', member, true);
  await expectRequest(number, { member_id: null, state: 'approved' });
  expect(await here.runPayer(provider)).toBe(1);
  expect(await stateOf(number)).toBe('paid');
});

test('§17.24 what a member said went wrong is exported, and erased with the account', async () => {
  const said = 'The mentor left early.';
  const held = await here.hold(member, pack);
  const { number } = await here.askSession(member, held, share, said);
  expect(await one('select private.refunds_of($1)', [member])).toMatchObject([
    { number, went_wrong: said },
  ]);
  await serve('erase_account', member, true);
  await expectRequest(number, { member_id: null, went_wrong: null });
});

test('§17.22 a refund made by hand before a request does not settle the request, even after the member’s account was erased', async () => {
  const created_at = Math.floor(Date.now() / 1000) - 60;
  const number = await approved();
  await serve('erase_account', member, true);
  await here.reportRefund(pack, { id: 'rfnd_before', created_at, amount: pack.amount });
  expect(await stateOf(number)).toBe('approved');
});

test('§17.2 refunds never exceed the payment, in any sequence of steps', async () => {
  const step = fc.constantFrom(
    ...['hold', 'ask', 'session', 'offer', 'takeBack', 'approve', 'decline', 'pay', 'failing pay'],
    ...['hand', 'webhook', 'pending pay', 'discount', 'transfer', 'release'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const own = (await newMember()).id;
      const bought = await newPack(own);
      const bank = providerOf(new Map([[bought.payment, bought.amount]]));
      const held: string[] = [];
      const reported = new Set<string>();
      const rows = (states: string) =>
        query(
          `select * from private.refund_requests where order_id = $1 and state in (${states})
          order by number`,
          [bought.order],
        );
      const first = async (states: string) => (await rows(states))[0];
      const payAs = async (status: 'processed' | 'failed' | 'pending') => {
        bank.answer(status);
        await here.runPayer(bank);
        bank.answer('processed');
      };
      const act: Record<string, () => Promise<unknown>> = {
        hold: async () => held.push((await here.hold(own, bought)).id),
        ask: () => here.ask(own, bought),
        session: async () => {
          const [wrong] = (await here.refundable(own, bought)).sessions;
          if (wrong) await here.askSession(own, { id: wrong.booking }, wrong.gives);
        },
        offer: () => here.askOffer(own, bought),
        takeBack: async () => {
          const asked = await first("'asked'");
          if (asked) await here.takeBack(own, { id: String(asked['id']) });
        },
        approve: async () => operate('approve_refund', (await first("'asked'"))?.['number']),
        decline: async () => operate('decline_refund', (await first("'asked'"))?.['number'], 'No'),
        pay: () => payAs('processed'),
        'failing pay': () => payAs('failed'),
        'pending pay': () => payAs('pending'),
        // Rejects if the provider refuses, instead of throwing right away.
        hand: () => Promise.resolve().then(() => bank.byHand(bought.payment, 60_000)),
        webhook: async () => {
          for (const refund of bank.refunds) {
            if (refund.status !== 'processed') continue;
            await here.reportRefund(bought, refund);
            reported.add(refund.id);
          }
        },
        discount: () => operate('grant_discount', bought.payment, 100, 'x'),
        transfer: async () =>
          operate('record_transfer', (await first("'by_transfer'"))?.['number'], 'UTR100001'),
        release: async () => operate('pay_refund', (await first("'paying'"))?.['number']),
      };
      for (const name of steps) {
        // A refused step changes nothing, so only its outcome counts.
        await act[name]?.().catch(() => undefined);
        const transferred = await sum(
          'private.refund_requests where order_id = $1 and transfer_reference is not null',
          bought.order,
        );
        const back = bank.returned(bought.payment) + transferred;
        expect(back).toBeLessThanOrEqual(bought.amount);
        // What is left never includes an amount that a request takes, nor a reported amount that belongs to no request.
        const standing = await query(
          `select amount, refund_id from private.refund_requests
          where order_id = $1 and state not in ('declined', 'taken_back')`,
          [bought.order],
        );
        const byHand = bank.refunds.filter(
          ({ id }) => reported.has(id) && !standing.some(({ refund_id }) => refund_id === id),
        );
        const sums = [
          standing.map((row) => Number(row['amount'])),
          byHand.map(({ amount }) => amount),
        ];
        const left = await one<number>(
          'select left_over from private.refund_money where payment_id = $1',
          [bought.payment],
        );
        expect(left).toBeLessThanOrEqual(bought.amount - total(sums.flat()));
      }
      const asked = await query(
        `select kind, state, amount, unused, transfer_reference is not null as by_transfer,
          sent_at is not null as sent
        from private.refund_requests where order_id = $1`,
        [bought.order],
      );
      const refunded = await one<number>(
        'select amount_refunded from public.payments where id = $1',
        [bought.payment],
      );
      const hand = await sum('private.refunds_by_hand where payment_id = $1', bought.payment);
      const shown = await here.refundable(own, bought);
      const counted = asked.map(
        (row) => ({ ...row, byTransfer: row['by_transfer'] }) as unknown as CountedRequest,
      );
      const payment = { amount: bought.amount, refunded, hand, lost: 0 };
      const terms = refundTerms(payment, counted, {
        sold: 5,
        used: held.length,
        comingBack: 0,
        tooNear: 0,
      });
      expect(shown.ordinary.sessions).toBe(terms.unused);
      if (shown.ordinary.refusal === null) expect(shown.ordinary.gives).toBe(terms.ordinary);
      if (shown.offer.refusal === null) expect(shown.offer.gives).toBe(terms.offer);
      for (const wrong of shown.sessions) {
        if (wrong.refusal === null) expect(wrong.gives).toBe(terms.session);
      }
    }),
    runs(25),
  );
});

test('§17.5 a refund request does not cancel a session in progress', async () => {
  const running = await book(member, await newSlot(3), pack);
  await here.pass(3.1);
  await here.ask(member, pack);
  expect(await here.stateOf(running)).toBe('booked');
});

test('§17.8 the 100% refund can be requested until the 21st day after the offer', async () => {
  await past(30);
  const day = await here.day(-21);
  const dates = { p_offered_on: day, p_interviewed_on: day };
  expect(await here.askOffer(member, pack, dates)).toMatch(/^R-/);
});
