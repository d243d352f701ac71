/** What `my_sessions` tells a member to do next (§15.70, §15.71). */
import { describe, expect, test } from 'vitest';
import { onEmbedded } from '../samples/caller.ts';
import { lakh, loansOn } from '../samples/loans.ts';
import { refundsOn } from '../samples/refunds.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const here = onEmbedded(await testDatabase());
const { query, call, newMember, newBuyer, newBooked, newOrder, giveFeedback, operate, ...rest } =
  refundsOn(here);
const { ask, newPack, pass, sessions, takeBack } = rest;
const { newBorrower, newOffer, newChoice, newSent, join, choose, leave, addMatch, ...loans } =
  loansOn(here);

const waiting = async (member: string) => (await sessions(member)).waiting;
const nothing = {
  refund: null,
  returned: null,
  payment: null,
  loan: 'none',
  loan_amount: null,
  loan_asked: null,
  lender: null,
  declined: null,
  better: null,
  next_time: null,
};

describe('a member’s pending tasks', () => {
  test('§15.70 a new member has no pending tasks', async () => {
    expect(await waiting((await newMember()).id)).toEqual(nothing);
  });

  test('§15.70 §17.4 an open refund request shows its state, amount and days, first one that waits for the member’s answer', async () => {
    const { id, pack } = await newBuyer();
    const { number, amount, asked_at } = await ask(id, pack);
    const later = await newPack(id);
    const { number: second, id: question } = await ask(id, later);
    const shown = async () => (await waiting(id)).refund;
    expect(await shown()).toEqual({
      ...{ number, amount, state: 'asked', late: null },
      ...{ asked_at, decided_at: null, decide_by: await rest.day(21), pay_by: null },
    });
    await operate('ask_for_more', second, 'The last page, please.');
    expect(await shown()).toMatchObject({ number: second, state: 'more_needed' });
    expect(await waiting((await newMember()).id)).toEqual(nothing);
    await call(id, 'answer_refund', { p_request: question, p_answer: 'Here it is.' });
    await operate('approve_refund', number);
    expect(await shown()).toMatchObject({ state: 'approved', pay_by: await rest.day(21) });
    await query('update private.refund_requests set held_at = now() where number = $1', [number]);
    expect(await shown(), 'a refund on hold is still open').toMatchObject({ number });
    await takeBack(id, { id: question });
    await operate('decline_refund', number, 'It was paid in another way.');
    expect(await waiting(id)).toEqual(nothing);
  });

  test('§15.70 §8.28 an order waits for payment for a day, unless a wrong payment for it is already being refunded', async () => {
    const { id } = await newMember();
    const { order } = await newOrder(id, 'single');
    expect(await waiting(id)).toEqual({
      ...nothing,
      payment: { order, pack: 'single', failed: false },
    });
    await query(
      `insert into public.payments (id, order_id, amount, currency, status, review)
      values ('pay_' || $1, $1::uuid, 100, 'INR', 'captured', 'amount_mismatch')`,
      [order],
    );
    expect(
      await waiting(id),
      'the member is not asked to pay again while the money is being refunded',
    ).toEqual(nothing);
    await query('delete from public.payments where order_id = $1', [order]);
    await query("update public.orders set created_at = now() - interval '25 hours' where id = $1", [
      order,
    ]);
    expect(await waiting(id)).toEqual(nothing);
  });

  test('§15.70 §8.28 an order’s last payment counts as failed until a payment window is opened again or another payment is reported', async () => {
    const { id } = await newMember();
    const { order } = await newOrder(id, 'single');
    const failed = async () => (await waiting(id)).payment?.failed;
    const report = (status: string, minutes: number) =>
      query(
        `insert into public.payments (id, order_id, amount, currency, status, created_at, provider_created_at)
        select 'pay_' || gen_random_uuid(), id, amount, 'INR', $2, now(), updated_at + make_interval(mins => $3)
        from public.orders where id = $1`,
        [order, status, minutes],
      );
    await query("update public.orders set status = 'attempted' where id = $1", [order]);
    expect(await failed(), 'nothing has been reported').toBe(false);
    await report('failed', -1);
    expect(await failed(), 'a window has been opened since').toBe(false);
    await query(
      `update public.payments set created_at = orders.updated_at
      from public.orders where orders.id = order_id and order_id = $1`,
      [order],
    );
    expect(await failed(), 'the report changed the order').toBe(true);
    await query('delete from public.payments where order_id = $1', [order]);
    await report('failed', 1);
    expect(await failed()).toBe(true);
    await report('created', 2);
    expect(await failed(), 'another payment has begun').toBe(false);
  });

  test('§15.70 a loan request waits first for a verified address and then for the member’s choice of an offer', async () => {
    const { id } = await newBorrower({}, false);
    expect(await waiting(id)).toMatchObject({ loan: 'not counted' });
    const proven = await newMember({ proven: true });
    await join(proven.id);
    expect(await waiting(proven.id)).toMatchObject({
      loan: 'in group',
      loan_amount: 25 * lakh,
    });
    await newOffer({ most_amount: 24 * lakh });
    expect(await waiting(proven.id)).toMatchObject({ loan: 'none fits' });
    const offer = await newOffer();
    expect(await waiting(proven.id)).toMatchObject({ loan: 'one offer' });
    await newOffer();
    expect(await waiting(proven.id)).toMatchObject({ loan: 'to choose' });
    await call(proven.id, 'my_loan');
    await choose(proven.id, offer);
    expect(await waiting(proven.id)).toMatchObject({
      loan: 'chosen',
      lender: expect.any(String) as unknown,
    });
    await leave(proven.id);
    expect(await waiting(proven.id)).toEqual(nothing);
  });
});

test('§16.24 §15.70 a choice is still called chosen until its details have been sent', async () => {
  const { id, choice } = await newChoice();
  await operate('send_to_lender', choice);
  expect(await waiting(id)).toMatchObject({ loan: 'chosen' });
  await operate('details_sent', choice);
  expect(await waiting(id)).toMatchObject({ loan: 'with_lender', loan_asked: null });
  await operate('sanction', choice, 15_00_000);
  expect(await waiting(id)).toMatchObject({
    loan: 'sanctioned',
    loan_amount: 15 * lakh,
    loan_asked: 25 * lakh,
  });
});

test('§15.70 a session that its mentor cancelled is named for a week after its time, or until the member books again', async () => {
  const [gone, again] = [await newBooked(30), await newBooked(30)];
  const shown = async ({ id }: { id: string }) => (await waiting(id)).returned;
  await rest.cancel(again.id, again.booking);
  expect(await shown(again), 'the member cancelled it').toBeNull();
  const slot = await rest.newSlot(30);
  const rebooked = await rest.book(again.id, slot, again.pack);
  for (const cancelled of [gone.slot, slot]) {
    await query(
      "update private.slots set state = 'called_off', called_off_by = 'mentor' where id = $1",
      [cancelled],
    );
  }
  expect(await shown(gone)).toBe(gone.booking.id);
  expect(await shown(again)).toBe(rebooked.id);
  await rest.book(again.id, await rest.newSlot(50), again.pack);
  expect(await shown(again)).toBeNull();
  await pass(30 + 6 * 24);
  expect(await shown(gone)).toBe(gone.booking.id);
  await pass(2 * 24);
  expect(await shown(gone)).toBeNull();
});

test('§15.70 a session that we returned is named until the member books again', async () => {
  const { id, pack } = await newBuyer();
  const held = await rest.hold(id, pack);
  expect((await waiting(id)).returned).toBeNull();
  await operate('give_session_back', held.id);
  expect((await waiting(id)).returned).toBe(held.id);
  await rest.book(id, await rest.newSlot(50), pack);
  expect((await waiting(id)).returned).toBeNull();
});

test('§15.70 a declined choice names its lender and counts the other open offers, until the next choice', async () => {
  const { id, choice } = await newSent();
  const { lender: name, declined: none } = await waiting(id);
  expect(none).toBeNull();
  await operate('decline', choice, 'No income.');
  const { declined } = await waiting(id);
  expect(declined).toEqual({
    lender: name,
    withdrew: null,
    reason: 'No income.',
    others: expect.any(Number) as unknown,
  });
  await newOffer();
  const offer = await newOffer();
  const more = { ...declined, others: (declined?.others ?? 0) + 2 };
  expect(await waiting(id)).toMatchObject({ loan: 'to choose', lender: null, declined: more });
  await call(id, 'my_loan');
  await choose(id, offer);
  expect(await waiting(id)).toMatchObject({ loan: 'chosen', declined: null });
});

describe('a better offer', () => {
  const open = {
    ...{ lender: 'City Bank', answer: null, rate: null },
    answer_by: expect.any(String) as unknown,
  };
  const better = async (member: string) => (await waiting(member)).better;
  const answer = async (match: string, ...said: unknown[]) => {
    await operate('rate_match_with_lenders', match);
    await operate('answer_rate_match', match, ...said);
  };

  test('§15.70 §16.28 only the member who sent it sees it, until they withdraw it or two weeks after our answer', async () => {
    const { id } = await newBorrower();
    expect(await better(id)).toBeNull();
    const withdrawn = await addMatch(id);
    const [shown] = (await loans.mine(id)).rate_matches;
    expect(await better(id)).toEqual({ ...open, answer_by: shown?.answer_by });
    expect(await better((await newBorrower()).id)).toBeNull();
    await loans.takeMatchBack(id, withdrawn.id);
    expect(await better(id)).toBeNull();
    const match = await addMatch(id);
    await newOffer({ rate: 9.2 });
    await answer(match.id, 'bettered', 9.2);
    await loans.takeMatchBack(id, (await addMatch(id, { p_lender: 'Town Bank' })).id);
    const answered = { ...open, answer: 'bettered', rate: 9.2 };
    expect(await better(id)).toEqual(answered);
    const ago = (days: number) =>
      query(
        'update private.rate_matches set changed_at = now() - make_interval(days => $2) where id = $1',
        [match.id, days],
      );
    await ago(13);
    expect(await better(id)).toEqual(answered);
    await ago(14);
    expect(await better(id)).toBeNull();
    const { id: other } = await newBorrower();
    await answer((await addMatch(other)).id, 'declined', null, 'Nobody does.');
    expect(await better(other)).toMatchObject({ answer: 'declined', rate: null });
    await leave(other);
    expect(await better(other)).toBeNull();
  });

  test('§15.70 our answer is no longer news once the member has chosen, or the chosen lender has declined', async () => {
    const { id, choice } = await newSent();
    const { id: match } = await addMatch(id);
    await newOffer({ rate: 9.4 });
    await answer(match, 'matched');
    expect(await better(id)).toMatchObject({ answer: 'matched', rate: 9.4 });
    await operate('decline', choice, 'No income.');
    expect(await better(id)).toBeNull();
    const again = await addMatch(id);
    await answer(again.id, 'matched');
    expect(await waiting(id)).toMatchObject({ better: { answer: 'matched' }, declined: {} });
    const offer = await newOffer();
    await call(id, 'my_loan');
    await choose(id, offer);
    expect(await better(id)).toBeNull();
    await addMatch(id);
    expect(await better(id)).toMatchObject({ answer: null });
  });
});

describe('new feedback', () => {
  const read = (member: string, booking: string) =>
    call(member, 'read_feedback', { p_booking: booking });
  const isRead = async (member: string) =>
    (await sessions(member)).past.map(({ feedback }) => feedback?.read);

  test('§15.71 feedback counts as new until its own member opens it, and again after a correction', async () => {
    const { id, booking } = await newBooked(3);
    await pass(4);
    await expect(isRead(id)).resolves.toEqual([undefined]);
    await giveFeedback(booking);
    expect(await isRead(id)).toEqual([false]);
    await expectRefusal(read((await newMember()).id, booking.id), 'no_such_booking');
    expect(await isRead(id)).toEqual([false]);
    await read(id, booking.id);
    await read(id, booking.id);
    expect(await isRead(id)).toEqual([true]);
    await giveFeedback(booking);
    expect(await isRead(id)).toEqual([false]);
  });

  test('§15.71 feedback cannot be opened before the session is over', async () => {
    const { id, booking } = await newBooked(3);
    await expectRefusal(read(id, booking.id), 'not_over_yet');
    const opened = 'private.feedback where read_at is not null and booking_id = $1';
    expect(await rest.count(opened, booking.id)).toBe(0);
  });
});

test('§15.70 an unpaid order is not a task for another member, nor for its buyer after a later purchase', async () => {
  const [buyer, other] = [await newMember(), await newMember()];
  await newOrder(buyer.id, 'single');
  expect(await waiting(other.id)).toEqual(nothing);
  await rest.newPack(buyer.id);
  expect(await waiting(buyer.id)).toEqual(nothing);
});
