/** Second persons, verified addresses, free interviews, mentors and operators (docs/product §15). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SessionPack } from '../../src/features/bookings/my-sessions-schema.ts';
import { expectRefusal, testDatabase } from './support/database.ts';
import { aYearAgo, type Booking, bookingsOn } from '../samples/bookings.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import type { Order } from '../samples/orders.ts';

const database = await testDatabase();

const here = bookingsOn(onEmbedded(database));
const { query, one, newMember, newPack, newSlot, book, cancel, balance, pass, call } = here;
const { operate, serve, newBuyer, newBooked, nameSecond, acceptSecond, newSecond } = here;
const { askFree, linkOf } = here;

test.each(['', 'nobody', 'a b@example.com', '<a@example.com>, b@example.com', 'a@b\n.example.com'])(
  'verifying the address %j is refused',
  async (address) => {
    const asked = call((await newMember()).id, 'ask_address_proof', { p_address: address });
    await expectRefusal(asked, 'address_not_valid');
  },
);

describe('the second person', () => {
  test('§15.25 a second person joins with a verified address and the accepted terms, and shares the sessions', async () => {
    const { id: buyer, pack } = await newBuyer();
    const second = await newMember({ firstname: 'Usha' });
    expect(await nameSecond(buyer, pack, second.email.toUpperCase())).toMatchObject({
      other: null,
      second: { address: second.email, state: 'named', namings_left: 2 },
    });
    expect(await here.mailsAbout('order_id', pack.order)).toContain('second_person_named');
    expect((await here.sessions(second.id)).invitations).toEqual([]);
    await expectRefusal(acceptSecond(second.id, pack), 'no_invitation');

    await here.proveAddress(second.id);
    expect((await here.sessions(second.id)).invitations).toMatchObject([
      { order: pack.order, from: 'Asha' },
    ]);
    await expectRefusal(acceptSecond(second.id, pack, false), 'terms_not_accepted');
    expect(await acceptSecond(second.id, pack)).toMatchObject({
      role: 'second',
      other: 'Asha',
      remaining: 5,
      second: null,
    });

    await acceptSecond(second.id, pack);
    expect(await here.mailsOf('second_person_joined', 'user_id', buyer)).toMatchObject([
      { payload: { pack: 'super-value', name: 'Asha', sessions: 5 }, holds: true },
    ]);

    const booking = await book(second.id, await newSlot(48), pack);
    expect(await balance(buyer, pack)).toMatchObject({
      booked: 1,
      remaining: 4,
      other: 'Usha',
      second: { state: 'accepted' },
    });
    const theirs = { booked: 1, used: 0, reported: 0 };
    expect((await balance(buyer, pack)).theirs).toEqual(theirs);
    expect((await balance(second.id, pack)).theirs, 'their own').toEqual({ ...theirs, booked: 0 });
    await expectRefusal(cancel(buyer, booking), 'no_such_booking');
    const paid =
      'select id from public.payments union all select provider_order_id from public.orders';
    expect(await onEmbedded(database).as({ member: second.id }, paid)).toEqual([]);
  });

  test('§15.28 §15.88 the buyer and the second person both see whose session has been reported', async () => {
    const { id: buyer, pack } = await newBuyer();
    const second = await newSecond(buyer, pack);
    const { id } = await book(second.id, await newSlot(48), pack);
    await book(buyer, await newSlot(47), pack);
    await pass(49);
    await call(second.id, 'report_no_mentor', { p_booking: id });
    const counted = { used: 2, reported: 1 };
    expect(await balance(buyer, pack)).toMatchObject({
      ...counted,
      theirs: { booked: 0, used: 1, reported: 1 },
    });
    expect(await balance(second.id, pack)).toMatchObject({
      ...counted,
      theirs: { booked: 0, used: 1, reported: 0 },
    });
  });

  test('§15.38 §15.88 a session that is reported before it ends still counts as booked, and only so', async () => {
    const { id, pack } = await newBuyer();
    const booking = await book(id, await newSlot(48), pack);
    await pass(48.4);
    await call(id, 'report_no_mentor', { p_booking: booking.id });
    expect(await balance(id, pack)).toMatchObject({ booked: 1, used: 0, reported: 0 });
  });

  test('§15.26 a second person can be replaced until the first booking, and a buyer can name three people', async () => {
    const { id: buyer, pack } = await newBuyer();
    const first = await newMember({ proven: true });
    const next = await newMember({ proven: true });
    await nameSecond(buyer, pack, first.email);
    await nameSecond(buyer, pack, first.email);
    await acceptSecond(first.id, pack);
    expect(await nameSecond(buyer, pack, next.email)).toMatchObject({
      second: { state: 'named', namings_left: 1 },
    });
    await expectRefusal(book(first.id, await newSlot(48), pack), 'not_your_pack');
    await expectRefusal(acceptSecond(first.id, pack), 'no_invitation');
    await acceptSecond(next.id, pack);
    await book(next.id, await newSlot(48), pack);
    await expectRefusal(nameSecond(buyer, pack, first.email), 'second_has_booked');

    const other = await newBuyer();
    for (const address of ['a@example.com', 'b@example.com', 'c@example.com']) {
      await nameSecond(other.id, other.pack, address);
    }
    await expectRefusal(nameSecond(other.id, other.pack, 'd@example.com'), 'no_naming_left');
  });

  test('§15.28 the email about the second person gets their name when it is sent, and is dropped if they are erased', async () => {
    const { id: buyer, pack } = await newBuyer();
    const second = await newMember({ firstname: 'Usha', proven: true });
    await nameSecond(buyer, pack, second.email);
    await acceptSecond(second.id, pack);
    const [told] = await here.mailsOf('second_person_joined', 'user_id', buyer);
    expect(told?.holds).toBe(true);
    expect(JSON.stringify(told?.payload)).not.toContain('Usha');
    const late = () =>
      one(
        "select private.late_payload('second_person_joined', jsonb_build_object('order_id', $1::text))",
        [pack.order],
      );
    expect(await late()).toEqual({ second: 'Usha' });
    await serve('erase_account', second.id, true);
    expect(await late()).toEqual({ second: null });
    expect(await here.mailsOf('second_person_joined', 'user_id', buyer)).toMatchObject([
      { holds: false },
    ]);
  });

  test('§15.25 an invitation names the newest terms that the member has accepted', async () => {
    const { id: buyer, pack } = await newBuyer();
    const second = await newMember({ proven: true });
    await nameSecond(buyer, pack, second.email);
    const terms = async () => (await here.sessions(second.id)).invitations[0]?.terms;
    await query('delete from private.accepted_terms where user_id = $1', [second.id]);
    expect(await terms()).toBeNull();
    await query(
      "insert into private.accepted_terms (user_id, version) values ($1, '2026-02-01'), ($1, '2026-03-01')",
      [second.id],
    );
    expect(await terms()).toBe('2026-03-01');
  });

  test('§15.63 §15.26 an invitation can be turned down, the buyer sees it, and can invite that person once more', async () => {
    const { id: buyer, pack } = await newBuyer();
    const second = await newMember({ proven: true });
    const decline = (who = second.id) =>
      call(who, 'decline_second_person', { p_order: pack.order });
    await nameSecond(buyer, pack, second.email);
    await expectRefusal(decline(buyer), 'no_invitation');
    await expectRefusal(decline((await newMember({ proven: true })).id), 'no_invitation');
    await decline();
    expect((await here.sessions(second.id)).invitations).toEqual([]);
    expect(await balance(buyer, pack)).toMatchObject({
      second: { address: second.email, state: 'declined', namings_left: 2 },
    });
    await expectRefusal(decline(), 'no_invitation');
    await expectRefusal(acceptSecond(second.id, pack), 'no_invitation');
    expect(await nameSecond(buyer, pack, second.email)).toMatchObject({
      second: { state: 'named', namings_left: 1 },
    });
    await acceptSecond(second.id, pack);
    await expectRefusal(decline(), 'no_invitation');
  });

  test('§15.27 naming a second person reveals nothing about accounts', async () => {
    const { id: buyer, pack } = await newBuyer();
    const known = await newMember({ proven: true });
    const told = await nameSecond(buyer, pack, known.email);
    const other = await newBuyer();
    const unknown = `${randomUUID()}@example.com`;
    const alike = (reply: SessionPack) => ({
      ...reply,
      order: '',
      second: { ...reply.second, address: '' },
    });
    expect(alike(await nameSecond(other.id, other.pack, unknown))).toEqual(alike(told));
  });

  test('§15.24 only the buyer of a paid and valid pack for two with sessions left can name a second person', async () => {
    const { id: buyer, pack } = await newBuyer();
    const name = (whose: Pick<Order, 'order'>, address = 'a@example.com', who = buyer) =>
      nameSecond(who, whose, address);
    await expectRefusal(name(pack, undefined, (await newMember()).id), 'not_your_pack');
    await expectRefusal(name(await newPack(buyer, 'single')), 'not_for_two');
    await expectRefusal(name(await here.newOrder(buyer, 'super-value')), 'pack_not_paid');
    const old = await newPack(buyer, 'super-value', aYearAgo(-3));
    await expectRefusal(name(old), 'pack_expired');
    await expectRefusal(name(pack, 'nobody'), 'address_not_valid');
    await here.report(pack, { refunded: pack.amount });
    await expectRefusal(name(pack), 'pack_refunded');

    const used = await newPack(buyer);
    const bookings = [];
    for (let nth = 1; nth <= 5; nth += 1) {
      bookings.push(await book(buyer, await newSlot(48 + nth), used));
    }
    await name(used);
    await pass(40);
    for (const booking of bookings) await cancel(buyer, booking);
    await expectRefusal(name(used, 'b@example.com'), 'nothing_left');
  });

  test('§18.6 a second person loses the upcoming sessions when the buyer’s account is erased, and is told', async () => {
    const { id: buyer, pack } = await newBuyer();
    const second = await newSecond(buyer, pack);
    const booking = await book(second.id, await newSlot(48), pack);
    await serve('erase_account', buyer, true);
    expect(await here.stateOf(booking)).toBe('called_off');
    expect(await here.mailsOf('session_called_off', 'booking', booking.id)).toMatchObject([
      { recipient: second.email },
    ]);
  });

  test('§19.14 erasing a buyer also erases the invitation that carries the buyer’s name', async () => {
    const { id: buyer, pack } = await newBuyer();
    const { email } = await newMember();
    await nameSecond(buyer, pack, email);
    const invitations = () => here.mailsOf('second_person_named', 'recipient', email);
    expect(await invitations()).toMatchObject([{ payload: { from: 'Asha' } }]);
    await serve('erase_account', buyer, true);
    expect(await invitations()).toEqual([]);
  });
});

describe('the free interview', () => {
  /** The deadline for booking a member's free interview: in how many days, and at which time in India. */
  async function untilOf(id: string): Promise<Row | undefined> {
    const [until] = await query(
      `select private.india_day(private.free_interview_ends(id)) - private.india_day(now()) as days,
        (private.free_interview_ends(id) at time zone 'Asia/Kolkata')::time::text as time
      from private.free_grants where member_id = $1`,
      [id],
    );
    return until;
  }

  test('§15.31 a free interview is given once to a verified address and once to a phone number, and announced in one email', async () => {
    const first = await newMember();
    const { id } = first;
    await here.proveAddress((await newMember()).id, first.email);
    await expectRefusal(askFree(first), 'address_not_proven');
    await here.proveAddress(id);
    await expectRefusal(askFree(first, { given: '1' }), 'person_changed');
    const before = (await here.sessions(id)).free_interview.left;
    const granted = { state: 'granted', left: before - 1 };
    expect(await askFree(first, { phone: 'one' })).toMatchObject(granted);
    expect(await askFree(first)).toMatchObject(granted);
    const lapses = 'select to_jsonb(lapses_at) from private.free_grants where member_id = $1';
    expect(await here.mailsOf('free_interview_granted', 'user_id', id)).toMatchObject([
      { holds: true, payload: { book_until: await one(lapses, [id]) } },
    ]);
    expect(await untilOf(id)).toEqual({ days: 60, time: '23:59:59' });

    const next = await newMember({ proven: true });
    expect(await askFree(next, { phone: 'one' })).toMatchObject({ state: 'had_phone' });
    const stateOf = async () => (await here.sessions(next.id)).free_interview.state;
    expect(await stateOf(), 'the pages no longer offer it').toBe('had_phone');
    await query("update public.profiles set phonenumber = '9876543211' where id = $1", [next.id]);
    expect(await stateOf(), 'a member with another number can ask again').toBe('none');
    expect(
      await askFree(next, { given: '9876543211', address: first.email, phone: 'one' }),
    ).toMatchObject({ state: 'had_address' });
    const gd = await newSlot(48, { kind: 'gd' });
    await expectRefusal(book(id, gd), 'free_is_an_interview');
    await book(id, await newSlot(48));
    await expectRefusal(book(id, await newSlot(50)), 'nothing_left');
    expect((await here.sessions(id)).free_interview.state).toBe('booked');
    expect(
      await here.mailsOf('free_interview_granted', 'user_id', id),
      'a late email does not ask to book what is booked',
    ).toMatchObject([{ holds: false }]);
  });

  test('§15.31 a free interview is remembered even after the member’s account is erased', async () => {
    const person = await newMember({ proven: true });
    await askFree(person);
    await serve('erase_account', person.id, true);
    const again = await newMember({ email: person.email, proven: true });
    expect(await askFree(again)).toMatchObject({ state: 'had_address' });
  });

  test('§15.31 §15.52 an unused free interview lapses after 60 days, and a free interview that we cancel gets 30 more days', async () => {
    const [waiting, booked] = [await newMember(), await newMember()];
    for (const { id } of [waiting, booked]) await here.grantFree(id);
    const stateOf = async ({ id }: { id: string }) =>
      (await here.sessions(id)).free_interview.state;
    await pass(59 * 24);
    const slot = await newSlot(72);
    await book(booked.id, slot);
    await serve('lapse_free_interviews');
    expect(await stateOf(waiting)).toBe('granted');
    const stillTold = () =>
      query(
        `select private.booking_mail_holds('free_interview_granted', jsonb_build_object('grant', id)) as holds
         from private.free_grants where member_id = $1`,
        [waiting.id],
      );
    expect(await stillTold()).toEqual([{ holds: true }]);
    const left = await serve<number>('free_interviews_left');
    // The 60th day in India ends within two days from here.
    await pass(49);
    await expectRefusal(book(waiting.id, await newSlot(48)), 'free_interview_lapsed');
    await serve('lapse_free_interviews');
    expect([await stateOf(waiting), await stateOf(booked)]).toEqual(['lapsed', 'booked']);
    expect(await serve<number>('free_interviews_left')).toBeGreaterThan(left);
    expect(await here.mailsAbout('user_id', waiting.id)).toContain('free_interview_lapsed');
    expect(await stillTold(), 'a late email no longer grants it').toEqual([{ holds: false }]);
    expect(
      await here.texts('select did from operations.log where member = $1::uuid', waiting.id),
    ).toEqual(['ended a free interview that was not booked in time']);

    await operate('cancel_slot', slot);
    await serve('lapse_free_interviews');
    expect(await stateOf(booked)).toBe('granted');
    expect(await untilOf(booked.id)).toEqual({ days: 30, time: '23:59:59' });
    await cancel(booked.id, await book(booked.id, await newSlot(48)));
    await query('update private.free_grants set lapsed_at = now() where member_id = $1', [
      booked.id,
    ]);
    await expectRefusal(book(booked.id, await newSlot(60)), 'free_interview_lapsed');
  });

  test('§15.46 §15.52 a free interview that an operator returns gets 30 more days', async () => {
    const { id } = await newMember();
    await here.grantFree(id);
    await pass(59 * 24);
    const booking = await book(id, await newSlot(72));
    await pass(73);
    await operate('give_session_back', booking.id);
    await serve('lapse_free_interviews');
    expect(await untilOf(id)).toEqual({ days: 30, time: '23:59:59' });
    await expect(book(id, await newSlot(48))).resolves.toMatchObject({ is_free: true });
  });

  test('§15.31 the email about a cancelled free interview says whether the interview lapses', async () => {
    const { id } = await newMember();
    await here.grantFree(id);
    const cancelled = async (booking: Booking) => {
      await cancel(id, booking);
      return here.mailsOf('session_cancelled', 'booking', booking.id);
    };
    const lapses = (does: boolean) => [{ payload: { lapses: does } }];
    expect(await cancelled(await book(id, await newSlot(48)))).toMatchObject(lapses(false));
    await pass(59 * 24);
    const late = await book(id, await newSlot(80));
    await pass(49);
    expect(await cancelled(late)).toMatchObject(lapses(true));
    const pack = await newPack(id);
    expect(await cancelled(await book(id, await newSlot(48), pack))).toMatchObject(lapses(false));
  });
});

/** A session that began this many hours ago, with its mentor's link. */
async function begun(hours: number, people = 1) {
  const slot = await newSlot(30, people > 1 ? { kind: 'gd', minimum: 2 } : {});
  const members = [];
  for (let person = 0; person < people; person += 1) {
    const { id } = await newMember({ firstname: `Person ${person}` });
    members.push({ id, booking: await book(id, slot, await newPack(id)) });
  }
  await pass(30 + hours);
  const [first] = members;
  if (!first) throw new Error('nobody booked');
  return { ...first, slot, members, link: await linkOf(slot) };
}

const good = { attended: true, scores: [4, 3, 5, 2] as (number | null)[] };
const give = (link: unknown[], booking: string, { attended, scores } = good, exercise = 'Read') => {
  const [content, structure, communication, presence] = scores;
  return serve<number>('give_feedback', ...link, {
    ...{ booking, attended, content, structure, communication, presence },
    ...{ went_well: 'Calm.\n\nClear.', to_work_on: 'Structure', exercise },
  });
};
const page = (link: unknown[]) => serve<Row>('feedback_page', ...link);

describe('feedback', () => {
  test('§15.17 §15.19 a member sees the newest version of the feedback, and a correction does not send a second email', async () => {
    const { link, id, booking } = await begun(1);
    expect(await page(link)).toMatchObject({
      mentor: 'Meera',
      members: [{ booking: booking.id, name: 'Person 0', feedback: null, earlier: [] }],
    });
    expect(await give(link, booking.id)).toBe(1);
    await serve('finish_sessions');
    expect(await give(link, booking.id, { attended: true, scores: [5, 5, 5, 5] })).toBe(2);
    expect((await here.sessions(id)).past).toMatchObject([
      { feedback: { attended: true, content: 5, went_well: 'Calm.\n\nClear.', version: 2 } },
    ]);
    expect(
      await query('select from private.feedback where booking_id = $1', [booking.id]),
    ).toHaveLength(2);
    expect(await here.mailsOf('feedback_ready', 'booking', booking.id)).toHaveLength(1);
  });

  test('§15.103 only the next mentor can see whether the member did the exercise, and the member’s note', async () => {
    const { link, id, booking } = await begun(1);
    const done = (p_done: boolean, p_note?: string, member = id) =>
      call(member, 'do_exercise', { p_booking: booking.id, p_done, p_note });
    const read = async () => (await here.sessions(id)).past[0]?.feedback;
    await expectRefusal(done(true), 'no_exercise');
    await give(link, booking.id);
    expect(await read()).toMatchObject({ exercise_done_at: null, exercise_note: '' });
    await expectRefusal(done(true, '', (await newMember()).id), 'no_such_booking');
    await done(true, ` Ninety\u200b seconds\u0007\r\nat last ${'x'.repeat(600)}`);
    const first = await read();
    expect(first?.exercise_note).toHaveLength(500);
    expect(first?.exercise_note).toMatch(/^Ninety seconds\nat last x+$/);
    await done(true, 'Shorter');
    expect(await read(), 'a changed note keeps the first day').toMatchObject({
      exercise_done_at: first?.exercise_done_at,
      exercise_note: 'Shorter',
    });
    await give(link, booking.id, good, 'Say it in a minute.');
    expect(await read(), 'another exercise is not done yet').toMatchObject({
      exercise_done_at: null,
      exercise_note: 'On the earlier exercise: Shorter',
    });
    await done(true, 'Shorter');
    await give(link, booking.id, { ...good, scores: [1, 2, 3, 4] }, 'Say it in a minute.');
    expect(await read(), 'the same exercise stays done').toMatchObject({
      exercise_done_at: expect.any(String),
    });
    const next = await book(id, await newSlot(20), await newPack(id));
    const came = { exercise_done_at: expect.any(String), exercise_note: 'Shorter' };
    expect(await page(await linkOf(next.slot))).toMatchObject({
      members: [{ earlier: [{ exercise: 'Say it in a minute.', ...came }] }],
    });
    expect(
      JSON.stringify(await page(link)),
      'the mentor who gave the exercise does not read the note',
    ).not.toContain('Shorter');
    expect(await one<Row>('select public.export_member($1)', [id])).toMatchObject({
      sessions: { bookings: [{ feedback: came }, {}] },
    });
    await done(false, 'Shorter');
    expect(await read()).toMatchObject({ exercise_done_at: null, exercise_note: 'Shorter' });
    await serve('erase_account', id, true);
    expect(await query('select from private.exercises where note = $1', ['Shorter'])).toEqual([]);
  });

  test('§15.107 emails include the newest exercise and leave out exercises already done', async () => {
    const { link, id, booking } = await begun(1);
    const next = await book(id, await newSlot(30), await newPack(id));
    const mailed = async (kind: string, about: string) => {
      const [mail] = await query(
        `select private.late_payload(kind, payload) -> 'exercise' as exercise
        from private.outbox where kind = $1 and payload ->> 'booking' = $2`,
        [kind, about],
      );
      return mail?.['exercise'];
    };
    expect(await mailed('session_booked', next.id)).toBeNull();
    await give(link, booking.id);
    expect(await mailed('feedback_ready', booking.id)).toBe('Read');
    expect(await mailed('session_booked', next.id)).toBe('Read');
    expect(await mailed('reminder_day', next.id), 'the reminder is short').toBeNull();
    expect(await here.mailsOf('feedback_ready', 'booking', booking.id), 'stored').toMatchObject([
      { payload: expect.not.objectContaining({ exercise: expect.anything() }) },
    ]);
    await call(id, 'do_exercise', { p_booking: booking.id, p_done: true });
    expect(await mailed('session_booked', next.id)).toBeNull();
  });

  test('§15.99 the exercise is from the feedback that came last, also if it is on an earlier session, and a correction does not change which that is', async () => {
    const { id } = await newMember();
    const pack = await newPack(id);
    const [earlier, later, coming] = [await newSlot(30), await newSlot(32), await newSlot(50)];
    const first = await book(id, earlier, pack);
    const second = await book(id, later, pack);
    await book(id, coming, pack);
    await pass(34);
    const open = () => one('select private.open_exercise($1)', [id]);
    await give(await linkOf(later), second.id, good, 'Of the later session');
    expect(await open()).toBe('Of the later session');
    await give(await linkOf(earlier), first.id, good, 'Of the earlier session');
    await give(await linkOf(later), second.id, good, 'Corrected');
    expect(await open()).toBe('Of the earlier session');
    const exercises = [{ exercise: 'Of the earlier session' }, { exercise: 'Corrected' }];
    expect(await page(await linkOf(coming))).toMatchObject({ members: [{ earlier: exercises }] });
    const [newest] = (await here.sessions(id)).past;
    const given = 'select min(given_at) = $2 from private.feedback where booking_id = $1';
    expect(await one(given, [second.id, newest?.feedback?.first_given_at])).toBe(true);
  });

  test('§15.17 feedback has four scores from 1 to 5, or no scores if the member did not join', async () => {
    const { link, booking } = await begun(1);
    const scores: (number | null)[] = [3, 3, 3, 3];
    const wrongScores = scores.flatMap((_, place) =>
      [0, 6, null].map((wrong) => ({ attended: true, scores: scores.with(place, wrong) })),
    );
    for (const wrong of [...wrongScores, { attended: false, scores: [1, 1, 1, 1] }]) {
      await expectRefusal(give(link, booking.id, wrong), 'feedback_not_valid');
    }
    const absent = { attended: false, scores: scores.map(() => null) };
    expect(await give(link, booking.id, absent)).toBe(1);
    expect(await here.mailsOf('feedback_ready', 'booking', booking.id)).toMatchObject([
      { payload: { attended: false, is_reported: false } },
    ]);
  });

  test('§15.23 the day-before reminder says whether the member has added a CV', async () => {
    const [without, withCv] = [await newBooked(25), await newBooked(25)];
    await serve('add_session_file', withCv.id, withCv.booking.id, 'cv', 1, 'application/pdf');
    await serve('add_session_file', without.id, without.booking.id, 'form', 1, 'application/pdf');
    await query("update private.outbox set next_attempt = now() where kind = 'reminder_day'");
    const claimed = await query(
      `select payload ->> 'booking' as booking, payload ->> 'has_cv' as has_cv
      from public.claim_mails(1000) where kind = 'reminder_day'`,
    );
    expect(claimed).toEqual(
      expect.arrayContaining([
        { booking: without.booking.id, has_cv: 'false' },
        { booking: withCv.booking.id, has_cv: 'true' },
      ]),
    );
  });

  test('§15.18 §15.23 a mentor’s link shows files from a day before the session, and accepts feedback for 14 days from the start', async () => {
    const { link, id, booking } = await begun(-25);
    const file = await serve<{ id: string }>(
      'add_session_file',
      id,
      booking.id,
      'cv',
      1,
      'application/pdf',
    );
    const read = () => serve('file_for_mentor', ...link, file.id);
    for (const early of [page(link), read(), give(link, booking.id)]) {
      await expectRefusal(early, 'not_open_yet');
    }
    const starts = await one<string>('select starts_at::text from private.slots where id = $1', [
      link[0],
    ]);
    await expect(page(link)).rejects.toMatchObject({ detail: starts });
    await pass(1.1);
    expect(await page(link)).toMatchObject({
      has_begun: false,
      members: [{ files: [{ id: file.id }] }],
    });
    expect(await read()).toMatchObject({ purpose: 'cv' });
    await expectRefusal(give(link, booking.id), 'not_open_yet');
    await pass(24);
    expect(await page(link)).toMatchObject({ has_begun: true });
    await pass(14 * 24 - 1);
    await expect(page(link)).resolves.toBeDefined();
    await pass(1);
    await expectRefusal(page(link), 'link_expired');
  });

  test('§15.18 a mentor’s link stops working when the session is cancelled, the mentor is replaced or a newer link is sent', async () => {
    const { slot, link } = await begun(1);
    await operate('new_feedback_link', slot);
    await expectRefusal(page(link), 'link_not_valid');
    const [id, mentor, version] = link;
    await expect(page([id, mentor, Number(version) + 1])).resolves.toBeDefined();
    expect(await here.mailsOf('mentor_feedback', 'slot', slot)).toMatchObject([
      { holds: false },
      { holds: true, payload: { version: Number(version) + 1 } },
    ]);

    for (const [change, ...more] of [['replace_mentor', await here.newMentor()], ['cancel_slot']]) {
      const ended = await begun(-5);
      await operate(String(change), ended.slot, ...more);
      await pass(6);
      await expectRefusal(page(ended.link), 'link_not_valid');
    }
  });

  test('§15.20 every member of a GD can read only their own feedback', async () => {
    const { link, members } = await begun(1, 2);
    const [first, second] = members.map(({ booking, id }) => ({ booking: booking.id, id }));
    if (!first || !second) throw new Error('nobody booked');
    await give(link, first.booking);
    expect((await here.sessions(second.id)).past).toMatchObject([{ feedback: null }]);
  });

  test('§15.21 a mentor is reminded of missing feedback, and the operator is told after 48 hours', async () => {
    const { slot, link, booking } = await begun(1);
    const reminder = () => here.mailsOf('mentor_feedback_late', 'slot', slot);
    expect(await reminder()).toMatchObject([{ holds: true }]);
    const matters = () => here.texts('select matter from private.matters_now');
    // The session ended a quarter of an hour ago.
    await pass(47.7);
    expect(await matters()).not.toContain(`feedback ${slot}`);
    await pass(0.1);
    expect(await matters()).toContain(`feedback ${slot}`);
    await give(link, booking.id);
    expect(await matters()).not.toContain(`feedback ${slot}`);
    expect(await reminder()).toMatchObject([{ holds: false }]);
  });

  test('§15.21 §15.88 feedback is not late while the mentor has yet to answer the member’s report', async () => {
    const { id, slot, link, booking, members } = await begun(49, 2);
    const [, other] = members;
    if (!other) throw new Error('only one person booked');
    const told = async () => ({
      listed: (await here.texts('select slot from operations.late_feedback')).includes(slot),
      noticed: (await here.texts('select matter from private.matters_now')).includes(
        `feedback ${slot}`,
      ),
      reminded: (await here.mailsOf('mentor_feedback_late', 'slot', slot))[0]?.['holds'],
    });
    const late = { listed: true, noticed: true, reminded: true };
    const notLate = { listed: false, noticed: false, reminded: false };
    await call(id, 'report_no_mentor', { p_booking: booking.id });
    expect(await told(), 'feedback on the other member is late').toEqual(late);
    await give(link, other.booking.id);
    expect(await told(), 'a reminder that is dropped now would never come').toEqual({
      ...notLate,
      reminded: true,
    });
    const [, mentor] = link;
    const answer = { act: 'answer', slot, text: 'I waited.' };
    await serve('act_by_mentor', mentor, 1, Math.floor(Date.now() / 1000), answer);
    expect(await told(), 'a mentor who was there owes feedback').toEqual(late);
    await give(link, booking.id);
    expect(await told()).toEqual(notLate);
  });

  test('§15.21 no feedback is expected on a member whose account has been erased', async () => {
    const { slot, id } = await begun(72);
    const late = () => here.texts('select slot from operations.late_feedback');
    expect(await late()).toContain(slot);
    await serve('erase_account', id, true);
    expect(await late()).not.toContain(slot);
  });

  test('§15.21 feedback counts as missing for as long as the mentor can still give it', async () => {
    const { slot } = await begun(72);
    const late = () => here.texts('select slot from operations.late_feedback');
    await pass(14 * 24 - 73);
    expect(await late()).toContain(slot);
    await pass(2);
    expect(await late()).not.toContain(slot);
    await expectRefusal(here.operate('new_feedback_link', slot), 'until 14 days later');
  });

  test('§15.16 a mentor can cancel by link until the session starts, and every member gets their session back', async () => {
    const { link, members } = await begun(-5, 2);
    const look = () => serve<Row>('cancel_page', ...link);
    expect(await look()).toMatchObject({ taken: 2, is_called_off: false });
    const cancelIt = () => serve<Row>('cancel_by_mentor', ...link);
    expect(await cancelIt()).toMatchObject({ is_called_off: true });
    expect(await cancelIt()).toMatchObject({ is_called_off: true });
    for (const { id } of members) {
      expect(await here.sessions(id)).toMatchObject({
        past: [{ state: 'called_off', reason: 'mentor' }],
        packs: [{ remaining: 5 }],
      });
    }
    await pass(6);
    expect(await look(), 'the mentor’s page still says so later').toMatchObject({
      is_called_off: true,
    });
    const ours = await begun(-5);
    await operate('cancel_slot', ours.slot);
    await serve('cancel_by_mentor', ...ours.link);
    expect(await one('select called_off_by from private.slots where id = $1', [ours.slot])).toBe(
      'us',
    );
    const late = await begun(0.1);
    await expectRefusal(serve('cancel_by_mentor', ...late.link), 'slot_has_started');
  });
});

test('§15.37 a member can rate a session once it has ended, and change the rating', async () => {
  const { id, booking } = await begun(0.1);
  const rate = (score: number, word = '') =>
    call(id, 'rate_session', { p_booking: booking.id, p_score: score, p_word: word });
  await expectRefusal(rate(5), 'not_over_yet');
  await pass(1);
  await expectRefusal(rate(0), 'rating_not_valid');
  await rate(2);
  await rate(4, ' Good ');
  expect((await here.sessions(id)).past).toMatchObject([{ rating: { score: 4, word: 'Good' } }]);
  const sums = `select ratings, rating_sum from private.mentors
    where id = (select mentor_id from private.slots where id = $1)`;
  expect(await query(sums, [booking.slot])).toEqual([{ ratings: 1, rating_sum: 4 }]);
});

test('§15.22 §15.53 15 minutes after the start, a member can report that the mentor did not join, and the operator is told', async () => {
  const { id, booking } = await begun(0.2);
  const report = () => call(id, 'report_no_mentor', { p_booking: booking.id });
  await expectRefusal(report(), 'too_early');
  await pass(0.1);
  await report();
  expect(await query('select matter, what from private.matters_now')).toContainEqual({
    matter: `no mentor ${booking.id}`,
    what: expect.stringMatching(/^A member says that the mentor did not join/),
  });
  await serve('finish_sessions');
  await pass(1);
  await serve('finish_sessions');
  await operate('give_session_back', booking.id);
  expect(await here.texts('select matter from private.matters_now')).not.toContain(
    `no mentor ${booking.id}`,
  );
});

test('§15.17 §15.88 after a session is returned, the mentor is not asked for feedback, and cannot mark the member absent', async () => {
  const { id, link, booking } = await begun(1);
  const [, mentor] = link;
  const waiting = () =>
    query('select id from private.missing_of($1) where id = $2', [mentor, booking.slot]);
  expect(await waiting()).toHaveLength(1);
  await call(id, 'report_no_mentor', { p_booking: booking.id });
  expect(await page(link)).toMatchObject({
    members: [{ is_returned: false, report_until: expect.anything() }],
  });
  await operate('give_session_back', booking.id);
  expect(await waiting()).toEqual([]);
  expect(await page(link)).toMatchObject({
    members: [{ is_returned: true, feedback: null, report_until: null }],
  });
  const absent = { attended: false, scores: [null, null, null, null] };
  await expectRefusal(give(link, booking.id, absent), 'session_returned');
  await expectRefusal(give(link, booking.id), 'session_returned');
  expect(await here.mailsOf('feedback_ready', 'booking', booking.id)).toEqual([]);
  const reminders = await here.mailsOf('mentor_feedback_late', 'slot', booking.slot);
  expect(reminders).toMatchObject([{ holds: false }]);
});

describe('session files', () => {
  const add = (member: string, booking: string) =>
    serve<Row>('add_session_file', member, booking, 'cv', 1000, 'application/pdf');

  test('§15.23 a member can add up to three files to their own upcoming session, and only its mentor can read them', async () => {
    const { id, booking } = await newBooked(30);
    const first = await add(id, booking.id);
    expect(first['path']).toMatch(new RegExp(`^${id}/[0-9a-f]{32}\\.pdf$`));
    await add(id, booking.id);
    await add(id, booking.id);
    await expectRefusal(add(id, booking.id), 'too_many_files');
    const stranger = (await newMember()).id;
    await expectRefusal(add(stranger, booking.id), 'no_such_booking');
    expect(await serve('file_of', stranger, first['id'])).toBeNull();
    await serve('forget_files', stranger, first['id']);
    expect((await here.sessions(id)).upcoming).toMatchObject([{ files: [{}, {}, {}] }]);
    await serve('forget_files', id, first['id']);
    await add(id, booking.id);
    await expectRefusal(serve('erase_account', id, true), 'delete the files');

    await pass(31);
    await expectRefusal(add(id, booking.id), 'no_such_booking');
    const file = await one('select id from private.files where booking_id = $1', [booking.id]);
    const forMentor = (link: unknown[]) => serve<Row>('file_for_mentor', ...link, file);
    expect(await forMentor(await linkOf(booking.slot))).toMatchObject({ type: 'application/pdf' });
    const other = await begun(-5);
    await pass(6);
    await expectRefusal(forMentor(other.link), 'no_such_file');
  });
});

describe('operators can change sessions', () => {
  test('an operator can open times as a weekly pattern in Indian time', async () => {
    const mentor = await here.newMentor();
    const open = (weekdays: string) =>
      one<string>(
        `select operations.open_slots($1, 'gd', $2::text[], '18:30', 60,
          (now() + interval '10 days')::date, (now() + interval '23 days')::date, minimum => 5)`,
        [mentor, weekdays],
      );
    expect(await open('{mon,thu}')).toMatch(
      /: 4 group discussions of \d+ minutes with [^.]+ open, [^.]+\.$/,
    );
    expect(await open('{thu,fri}')).toMatch(
      /: 2 group discussions of \d+ minutes with [^.]+ open, [^.]+\. Left out: 2\.$/,
    );
    await expectRefusal(open('{thursday}'), 'Choose at least one day of the week');
    const opened = await query(
      `select distinct to_char(starts_at at time zone 'Asia/Kolkata', 'dy HH24:MI') as at, minimum, seats
      from private.slots where mentor_id = $1 order by 1`,
      [mentor],
    );
    const seats = { minimum: 5, seats: 10 };
    expect(opened).toEqual(['fri', 'mon', 'thu'].map((day) => ({ at: `${day} 18:30`, ...seats })));
  });

  test('§15.41 an operator can record past sessions on a paid pack without any email, and can remove a session again', async () => {
    const { id, pack } = await newBuyer('most-purchased');
    const mails = () => one<number>('select count(*)::integer from private.outbox');
    const before = await mails();
    const day = await here.day(0);
    const record = (payment = pack.payment, again = false) =>
      operate('record_past_session', payment, 'interview', day, again);
    await expectRefusal(record('pay_none'), 'did not buy a pack');
    for (const wrong of ["status = 'failed'", "status = 'captured', review = 'amount_mismatch'"]) {
      await query('begin');
      await query('alter table public.payments disable trigger user');
      await query(`update public.payments set ${wrong} where id = $1`, [pack.payment]);
      await expectRefusal(record(), 'did not buy a pack');
      await query('rollback');
    }
    await record();
    expect(await balance(id, pack)).toMatchObject({ used: 1, remaining: 1 });
    await expectRefusal(record(), 'is already recorded');
    await record(pack.payment, true);
    await expectRefusal(record(pack.payment, true), 'This pack has no sessions left');
    const entered = await query('select * from operations.past_sessions($1)', [pack.payment]);
    expect(entered).toMatchObject([{ kind: 'interview' }, { kind: 'interview' }]);
    const undo = () => operate('undo_past_session', entered[0]?.['session']);
    expect(await undo()).toBe('The session is removed. Sessions left on the pack: 1.');
    await expectRefusal(undo(), 'has been removed already');
    expect(await balance(id, pack)).toMatchObject({ used: 1, remaining: 1 });
    expect(
      await query("select about, member from operations.log where action = 'undo_past_session'"),
    ).toEqual([{ about: pack.payment, member: id }]);
    expect(await mails()).toBe(before);
  });

  test('§15.41 an operator’s base figures are added to the actual figures', async () => {
    const figures = async () =>
      one<Row>('select jsonb_object_agg(figure, value) from operations.figures');
    const before = await figures();
    await query(
      "select operations.set_base_figure('sessions', 350), operations.set_base_figure('bookings', 695)",
    );
    const after = await figures();
    expect(Number(after['sessions']) - Number(before['sessions'])).toBe(350);
    expect(Number(after['bookings']) - Number(before['bookings'])).toBe(695);
    await expectRefusal(
      query("select operations.set_base_figure('x', 1)"),
      'There is no such figure',
    );
  });

  test('§15.41 §15.31 free interviews given before launch are deducted from the total of 1000', async () => {
    const left = () => one<number>('select public.free_interviews_left()');
    const before = await left();
    const set = (value: number) =>
      query("select operations.set_base_figure('free_interviews', $1)", [value]);
    await set(120);
    expect(await left()).toBe(before - 120);
    await set(2000);
    expect(await left()).toBe(0);
    await set(0);
  });

  test('an operator sees who has booked upcoming times, and which GDs need more members', async () => {
    const { slot } = await newBooked(40, { kind: 'gd' });
    expect(
      await query('select members, taken from operations.future_slots() where slot = $1', [slot]),
    ).toEqual([{ members: ['Asha'], taken: 1 }]);
    expect(
      await query('select taken, minimum from operations.unfilled_gds where slot = $1', [slot]),
    ).toEqual([{ taken: 1, minimum: 4 }]);
    const later = await newSlot(85, { kind: 'gd' });
    expect(
      await query('select slot from operations.unfilled_gds where slot = $1', [later]),
    ).toEqual([]);
  });
});

test('§18.6 an erasure cancels upcoming sessions, hides the member’s name from the mentor, and keeps the record of completed sessions', async () => {
  const { id, email } = await newMember({ proven: true });
  const pack = await newPack(id);
  const held = await book(id, await newSlot(24), pack, ' IIM  Indore ');
  await pass(25);
  await give(await linkOf(held.slot), held.id);
  await call(id, 'rate_session', { p_booking: held.id, p_score: 4, p_word: ' Asha was here ' });
  const coming = await book(id, await newSlot(48), pack);
  expect(await one<Row>('select private.sessions_of($1)', [id])).toMatchObject({
    bookings: [{ all_feedback: [{ content: 4 }] }, {}],
    proven_addresses: [{ address: email }],
  });
  const kept = () =>
    query(
      `select state, reason, member_id, institute, score, word
      from private.bookings left join private.ratings on booking_id = id
      where id = any ($1) order by starts_at`,
      [[held.id, coming.id]],
    );
  expect(await kept()).toMatchObject([
    { institute: expect.stringContaining('Indore'), word: 'Asha was here' },
    {},
  ]);

  await serve('erase_account', id, true);
  expect(await kept()).toMatchObject([
    { state: 'booked', member_id: null, institute: '', score: 4, word: '' },
    { state: 'called_off', reason: 'account_closed', member_id: null },
  ]);
  expect(await query('select * from private.feedback where booking_id = $1', [held.id])).toEqual(
    [],
  );
  const mails = await here.mailsOf('mentor_cancelled', 'slot', coming.slot);
  expect(mails).toMatchObject([{ recipient: expect.any(String) }]);
  for (const field of ['user_id', 'member']) {
    expect(mails[0]?.['payload']).not.toHaveProperty(field);
  }
});

test('§15.16 a mentor’s link can cancel only its own session', async () => {
  const other = await newBooked(48);
  const { link } = await begun(-5);
  await serve('cancel_by_mentor', ...link);
  expect(await here.stateOf(other.booking)).toBe('booked');
});

test('§18.6 an erasure does not change another member’s data', async () => {
  const [goes, stays] = [await newMember(), await newBuyer()];
  const held = await book(stays.id, await newSlot(24), stays.pack, 'IIM Indore');
  await pass(25);
  await give(await linkOf(held.slot), held.id);
  const coming = await book(stays.id, await newSlot(48), stays.pack);
  await serve('erase_account', goes.id, true);
  expect(await here.stateOf(coming)).toBe('booked');
  const past = [{ institute: 'IIM Indore', feedback: { content: 4 } }];
  expect(await here.sessions(stays.id)).toMatchObject({ past });
});

test('§15.25 §15.26 a second person who has booked stays, even after cancelling, and a replacement has to accept the terms', async () => {
  const { id, pack } = await newBuyer();
  await newSecond(id, pack);
  const old = "private.second_persons set accepted_at = '2026-01-01' where order_id = $1";
  await here.edit(old, pack.order);
  const next = await newSecond(id, pack);
  const isNew = `select accepted_at > now() - interval '1 hour' from private.second_persons
    where order_id = $1`;
  expect(await one(isNew, [pack.order])).toBe(true);
  await cancel(next.id, await book(next.id, await newSlot(48), pack));
  await expectRefusal(nameSecond(id, pack, 'b@example.com'), 'second_has_booked');
});

test('§15.52 a free interview cannot be moved to a GD', async () => {
  const { id } = await newMember();
  await here.grantFree(id);
  const booking = await book(id, await newSlot(48));
  const gd = await newSlot(60, { kind: 'gd' });
  await expectRefusal(here.move(id, booking, gd), 'free_is_an_interview');
});
