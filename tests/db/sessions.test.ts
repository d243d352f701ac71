/** Times, bookings, and what a pack has left (docs/product §15). */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { expectRefusal, testDatabase } from './support/database.ts';
import { aYearAgo, type Booking, bookingsOn } from '../samples/bookings.ts';
import type { Order } from '../samples/orders.ts';
import { onEmbedded } from '../samples/caller.ts';
import { runs } from '../runs.ts';

const database = await testDatabase();

const caller = onEmbedded(database);
const here = bookingsOn(caller);
const { query, one, newMember, newPack, newSlot, book, move, cancel, balance, pass, taken } = here;
const { operate, serve } = here;

let member: string;
let pack: Order;
beforeEach(async () => {
  member = (await newMember()).id;
  pack = await newPack(member);
});

/** Ignores a query's error, because only what the query leaves behind counts. */
const refused = (request: Promise<unknown>) => request.catch(() => undefined);

test('§15.3 §15.5 a booking takes a seat and a session, and counts as used once the session has ended', async () => {
  const slot = await newSlot(30);
  expect(await book(member, slot, pack)).toMatchObject({ slot, state: 'booked', sequence: 0 });
  expect(await taken(slot)).toBe(1);
  const booked = { sold: 5, used: 0, booked: 1, remaining: 4 };
  expect(await balance(member, pack)).toMatchObject(booked);
  await pass(30.5);
  expect(await balance(member, pack)).toMatchObject(booked);
  await pass(1);
  const used = { sold: 5, used: 1, booked: 0, remaining: 4 };
  expect(await balance(member, pack)).toMatchObject(used);
  await serve('finish_sessions');
  expect(await balance(member, pack)).toMatchObject(used);
});

test.each([
  ['interview', 2],
  ['gd', 12],
])('§15.11 booking for a %s time closes %i hours before the start', async (kind, hours) => {
  const late = await newSlot(hours - 0.01, { kind });
  const open = await newSlot(hours + 0.01, { kind });
  await expectRefusal(book(member, late, pack), 'slot_closed');
  const shown = await caller.as(
    { member },
    'select id from public.open_slots($1) where id = any ($2)',
    [kind, [late, open]],
  );
  expect(shown).toEqual([{ id: open }]);

  const booking = await book(member, await newSlot(48), pack);
  await expectRefusal(move(member, booking, late), 'slot_closed');
  expect(await move(member, booking, open)).toMatchObject({ slot: open });
});

test.each([
  ['interview', 1],
  ['gd', 10],
])('§15.2 a %s time has seats for %i', async (kind, seats) => {
  const slot = await newSlot(60, { kind });
  for (let seat = 0; seat < seats; seat += 1) {
    const somebody = await here.newBuyer('single');
    await book(somebody.id, slot, somebody.pack);
  }
  await expectRefusal(book(member, slot, pack), 'slot_full');
  expect(await taken(slot)).toBe(seats);
});

test('§15.8 a member can book neither overlapping sessions nor the same time twice', async () => {
  const slot = await newSlot(48, { kind: 'gd', minutes: 60 });
  await book(member, slot, pack);
  await expectRefusal(book(member, slot, pack), 'already_booked');
  await expectRefusal(book(member, await newSlot(48.9), pack), 'overlaps');
  await expectRefusal(book(member, await newSlot(47.5), pack), 'overlaps');
  const after = await book(member, await newSlot(49.1), pack);
  await expectRefusal(move(member, after, await newSlot(48.5)), 'overlaps');
});

test('§15.3 a booking is refused with someone else’s pack, an unpaid pack or an unknown pack', async () => {
  const slot = await newSlot(48);
  const stranger = (await newMember()).id;
  await expectRefusal(book(stranger, slot, pack), 'not_your_pack');
  const unpaid = await here.newOrder(member, 'single');
  await expectRefusal(book(member, slot, unpaid), 'pack_not_paid');
  await expectRefusal(book(member, slot, { ...pack, order: randomUUID() }), 'not_your_pack');
  await expectRefusal(book(member, randomUUID(), pack), 'slot_closed');
  await expectRefusal(book(member, slot), 'no_free_interview');
  expect(await taken(slot)).toBe(0);
});

test('§15.15 a member can change bookings ten times a day', async () => {
  const slots = [await newSlot(48), await newSlot(50)];
  let booking = await book(member, slots[0] ?? '', pack);
  for (let change = 1; change < 10; change += 1) {
    booking = await move(member, booking, slots[change % 2] ?? '');
  }
  await expectRefusal(cancel(member, booking), 'too_many_today');
  await expectRefusal(book(member, await newSlot(52), pack), 'too_many_today');
  await pass(24);
  expect(await cancel(member, booking)).toMatchObject({ session_returned: true });
});

test('§15.6 a pack is valid for twelve months, until the end of the last day in Indian time', async () => {
  // The last day ends between 35 and 59 hours from now.
  const paidAt = aYearAgo(1);
  const old = await newPack(member, 'super-value', paidAt);
  const day = await one<string>(
    "select (($1::timestamptz at time zone 'Asia/Kolkata')::date + interval '12 months')::date::text",
    [paidAt.toISOString()],
  );
  expect(await balance(member, old)).toMatchObject({ valid_until: day });
  const hours = await one<number>(
    `select (extract(epoch from
      (($1::date + 1)::timestamp at time zone 'Asia/Kolkata') - now()) / 3600)::float8`,
    [day],
  );
  await expectRefusal(book(member, await newSlot(hours + 0.01), old), 'pack_expired');
  expect(await book(member, await newSlot(hours - 0.01), old)).toMatchObject({ state: 'booked' });
});

test('§15.12 moving a booking keeps it and frees the earlier seat', async () => {
  const [first, second] = [await newSlot(48), await newSlot(60, { kind: 'gd' })];
  const booking = await book(member, first, pack);
  const moved = { id: booking.id, slot: second, sequence: 1 };
  expect(await move(member, booking, second)).toMatchObject(moved);
  expect([await taken(first), await taken(second)]).toEqual([0, 1]);
  expect(await balance(member, pack)).toMatchObject({ booked: 1, remaining: 4 });
});

test('§15.12 a move that fails leaves the booking where it was', async () => {
  const [own, full] = [await newSlot(48), await newSlot(60)];
  const other = await here.newBuyer();
  await book(other.id, full, other.pack);
  const booking = await book(member, own, pack);
  await expectRefusal(move(member, booking, full), 'slot_full');
  await expectRefusal(move(member, booking, own), 'already_booked');
  await expectRefusal(move(member, booking, randomUUID()), 'slot_closed');
  const upcoming = [{ id: booking.id, slot: own, sequence: 0 }];
  expect(await here.sessions(member)).toMatchObject({ upcoming });
  expect([await taken(own), await taken(full)]).toEqual([1, 1]);
});

test.each([
  ['24 hours or more', 24.01, 'cancelled', true, 5],
  ['less than 24 hours', 23.99, 'late', false, 4],
])(
  '§15.12 §15.13 cancelling %s before the start returns the session only if the 24-hour deadline has not passed',
  async (_when, hours, state, returned, remaining) => {
    const slot = await newSlot(hours);
    const booking = await book(member, slot, pack);
    if (!returned) {
      await expectRefusal(cancel(member, booking, true), 'no_longer_free');
      expect(await balance(member, pack)).toMatchObject({ booked: 1 });
    }
    const cancelled = await cancel(member, booking, returned);
    expect(cancelled).toMatchObject({ state, session_returned: returned });
    expect(await balance(member, pack)).toMatchObject({ booked: 0, remaining });
    expect(await taken(slot)).toBe(0);
    expect(await here.mailsOf('session_cancelled', 'booking', booking.id)).toMatchObject([
      { payload: { session_returned: returned } },
    ]);
    expect(await here.mailsAbout('slot', slot)).toContain('mentor_cancelled');
    await expectRefusal(cancel(member, booking), 'booking_has_ended');
  },
);

test('§15.12 a booking cannot be moved in the last 24 hours, and cannot be cancelled after the start', async () => {
  const booking = await book(member, await newSlot(30), pack);
  const later = await newSlot(90);
  await pass(7);
  await expectRefusal(move(member, booking, later), 'too_late_to_move');
  await pass(23.5);
  await expectRefusal(move(member, booking, later), 'booking_has_ended');
  await expectRefusal(cancel(member, booking), 'booking_has_ended');
});

test('§15.28 a member can neither see nor change, join, rate or report another member’s booking', async () => {
  const booking = await book(member, await newSlot(30), pack);
  const stranger = (await newMember()).id;
  await expectRefusal(cancel(stranger, booking), 'no_such_booking');
  await expectRefusal(move(stranger, booking, await newSlot(40)), 'no_such_booking');
  for (const [name, more] of Object.entries({
    join_session: {},
    rate_session: { p_score: 5 },
    report_no_mentor: {},
  })) {
    const request = here.call(stranger, name, { p_booking: booking.id, ...more });
    await expectRefusal(request, 'no_such_booking');
  }
  expect(await here.sessions(stranger)).toMatchObject({ packs: [], upcoming: [], past: [] });
});

/** A group discussion with this many people, each with a pack for one session. */
async function gdWith(people: number, hours: number) {
  const slot = await newSlot(hours, { kind: 'gd', minimum: 4 });
  const bookings: { id: string; pack: Order; booking: Booking }[] = [];
  for (let person = 0; person < people; person += 1) {
    const buyer = await here.newBuyer('single');
    bookings.push({ ...buyer, booking: await book(buyer.id, slot, buyer.pack) });
  }
  return { slot, bookings };
}

test('§15.14 a GD with too few members is cancelled twelve hours before the start, and every member gets their session back', async () => {
  const { slot, bookings } = await gdWith(4, 30);
  await serve('call_off_small_gds');
  await pass(10);
  const [quitter, ...others] = bookings;
  if (!quitter) throw new Error('nobody booked');
  expect(await cancel(quitter.id, quitter.booking)).toMatchObject({ state: 'late' });
  await pass(7.9);
  await serve('call_off_small_gds');
  expect(await one('select state from private.slots where id = $1', [slot])).toBe('open');
  await pass(0.2);
  expect(await serve<number>('call_off_small_gds')).toBeGreaterThan(0);
  const off = await query('select state, called_off_by from private.slots where id = $1', [slot]);
  expect(off).toEqual([{ state: 'called_off', called_off_by: 'too_few' }]);
  expect(
    await query('select did, name from operations.log where about = $1', [slot]),
  ).toMatchObject([
    {
      did: expect.stringMatching(/^cancelled a group discussion with too few people: \w{3}, /),
      name: 'Meera',
    },
  ]);
  for (const { id, pack: single, booking } of [quitter, ...others]) {
    expect(await here.stateOf(booking)).toBe('called_off');
    expect(await balance(id, single)).toMatchObject({ remaining: 1 });
    expect(await here.mailsAbout('booking', booking.id)).toContain('session_called_off');
  }
  expect(await here.mailsOf('mentor_called_off', 'slot', slot)).toMatchObject([
    { payload: { called_off_by: 'too_few' } },
  ]);
});

test('§15.14 a GD with enough members twelve hours before the start takes place even if a member cancels later', async () => {
  const { slot, bookings } = await gdWith(4, 13);
  await pass(1.5);
  await serve('call_off_small_gds');
  const [quitter] = bookings;
  if (!quitter) throw new Error('nobody booked');
  await cancel(quitter.id, quitter.booking);
  await serve('call_off_small_gds');
  expect(await one('select state from private.slots where id = $1', [slot])).toBe('open');
});

test('§15.7 if we cancel a session, the pack is valid for 30 more days', async () => {
  const old = await newPack(member, 'single', aYearAgo(3));
  const slot = await newSlot(30);
  const booking = await book(member, slot, old);
  await expect(book(member, await newSlot(29 * 24), pack)).resolves.toBeDefined();
  await operate('cancel_slot', slot);
  expect(await here.stateOf(booking)).toBe('called_off');
  const until = await here.day(30);
  expect(await balance(member, old)).toMatchObject({ remaining: 1, valid_until: until });
  await expect(book(member, await newSlot(28 * 24), old)).resolves.toBeDefined();
});

test('§15.5 a refund takes one session off the pack for each refunded share, rounded up', async () => {
  await here.report(pack, { refunded: 47_980 });
  expect(await balance(member, pack)).toMatchObject({ given_back: 1, remaining: 4 });
  await here.report(pack, { refunded: 47_981 });
  expect(await balance(member, pack)).toMatchObject({ given_back: 2, remaining: 3 });
  await here.report(pack, { refunded: pack.amount });
  expect(await balance(member, pack)).toMatchObject({ given_back: 5, remaining: 0 });
});

test('§15.10 a refunded pack cannot be used for bookings, and a job cancels its upcoming sessions', async () => {
  const held = await book(member, await newSlot(5), pack);
  const coming: Booking[] = [];
  for (const hours of [48, 50]) coming.push(await book(member, await newSlot(hours), pack));
  await pass(6);
  const reported = await here.report(pack, { refunded: pack.amount });
  expect(reported).toMatchObject({ outcome: 'applied', order_status: 'refunded' });
  await expectRefusal(book(member, await newSlot(60), pack), 'pack_refunded');
  await expectRefusal(move(member, coming[0] ?? held, await newSlot(62)), 'pack_refunded');
  expect(await serve('repair_bookings')).toBe(2);
  expect(await serve('repair_bookings')).toBe(0);
  expect(
    await here.texts('select did from operations.log where member = $1::uuid', member),
  ).toEqual(['cancelled sessions that are no longer paid for: sessions 2']);
  for (const booking of coming) {
    expect(await here.stateOf(booking)).toBe('called_off');
    const told = await here.mailsAbout('booking', booking.id);
    expect(told).toEqual(expect.arrayContaining(['session_called_off', 'mentor_cancelled']));
  }
  expect(await here.stateOf(held)).toBe('booked');
});

test('§15.10 a part refund cancels the latest sessions that are no longer paid for', async () => {
  const bookings = [];
  for (const hours of [48, 50, 52, 54, 56])
    bookings.push(await book(member, await newSlot(hours), pack));
  await here.report(pack, { refunded: 2 * 47_980 });
  await here.tend();
  const states = await Promise.all(bookings.map(here.stateOf));
  expect(states).toEqual(['booked', 'booked', 'booked', 'called_off', 'called_off']);
  expect(await balance(member, pack)).toMatchObject({ given_back: 2, booked: 3, remaining: 0 });
});

test('§15.9 a booked time’s start, length, kind and seats cannot change, even through SQL', async () => {
  const slot = await newSlot(48, { kind: 'gd' });
  await query('update private.slots set minutes = 60 where id = $1', [slot]);
  await book(member, slot, pack);
  for (const change of [
    "starts_at = starts_at + interval '1 hour'",
    'minutes = 30',
    'seats = 9',
    'minimum = 2',
    "kind = 'interview', seats = 1, minimum = 1",
  ]) {
    await expectRefusal(here.set('slots', { id: slot }, change), 'slot_is_booked');
  }
  await expectRefusal(query('delete from private.slots where id = $1', [slot]), 'booking_slot');
  const deleted = query('delete from private.bookings where slot_id = $1', [slot]);
  await expectRefusal(deleted, 'booking_is_active');
});

test('§15.9 a cancelled time is never reopened, and a booking that has ended is never reactivated', async () => {
  const slot = { id: await newSlot(48) };
  const booking = await book(member, slot.id, pack);
  await here.set('slots', slot, "state = 'called_off', called_off_by = 'us'");
  expect(await here.stateOf(booking)).toBe('called_off');
  const reopened = here.set('slots', slot, "state = 'open', called_off_by = null");
  await expectRefusal(reopened, 'slot_is_not_open');
  const rebooked = here.set('bookings', booking, "state = 'booked', reason = null");
  await expectRefusal(rebooked, 'booking_has_ended');
  await expectRefusal(book(member, slot.id, pack), 'slot_closed');
});

test('§15.9 a direct insert obeys the same rules as the functions', async () => {
  const slot = await newSlot(48);
  const other = await here.newBuyer('single');
  await expectRefusal(here.insertBooking(other.id, slot, pack), 'not_your_pack');
  await here.insertBooking(member, slot, pack);
  await expectRefusal(here.insertBooking(other.id, slot, other.pack), 'slot_full');
  await book(other.id, await newSlot(70), other.pack);
  const again = here.insertBooking(other.id, await newSlot(80), other.pack);
  await expectRefusal(again, 'nothing_left');
});

test('§15.2 a mentor cannot have overlapping times', async () => {
  const mentor = await here.newMentor();
  const first = await newSlot(48, { mentor });
  await expectRefusal(newSlot(48.5, { mentor }), 'mentor_is_in_one_place');
  const second = await newSlot(49, { mentor });
  const longer = here.set('slots', { id: first }, 'minutes = 90');
  await expectRefusal(longer, 'mentor_is_in_one_place');
  await operate('cancel_slot', second);
  await newSlot(49, { mentor });
});

test('§15.16 the member and the mentor are both emailed about a booking, a move and a cancellation', async () => {
  const mentor = await here.newMentor();
  const booking = await book(member, await newSlot(48, { mentor }), pack);
  const told: string[] = [];
  const expectNews = async (...news: string[]) => {
    told.push(...news);
    expect(await here.mailsAbout('booking', booking.id)).toEqual(told.toSorted());
  };
  await expectNews('mentor_booked', 'session_booked');
  await move(member, booking, await newSlot(60, { mentor }));
  await expectNews('mentor_moved', 'session_moved');
  await move(member, booking, await newSlot(62));
  await expectNews('mentor_booked', 'mentor_cancelled', 'session_moved');
  await cancel(member, booking);
  await expectNews('mentor_cancelled', 'session_cancelled');
  expect(await query('select * from private.mail_faults')).toEqual([]);
});

test('§15.16 the emails about a move give both times, the seats at both and the member, and the mentor is asked for feedback on the new one', async () => {
  const mentor = await here.newMentor();
  const newGd = (hours: number) => newSlot(hours, { mentor, kind: 'gd' });
  const [from, to] = [await newGd(48), await newGd(60)];
  const booking = await book(member, from, pack, 'IIM Indore');
  for (let other = 0; other < 2; other += 1) {
    const { id, pack: own } = await here.newBuyer();
    await book(id, from, own);
  }
  await move(member, booking, to);
  const moved = await query(
    `select (payload ->> 'from_starts_at')::timestamptz = starts_at as is_old
    from private.outbox, private.slots
    where outbox.kind = 'session_moved' and payload ->> 'booking' = $1 and slots.id = $2`,
    [booking.id, from],
  );
  expect(moved).toEqual([{ is_old: true }]);
  expect(await here.mailsOf('mentor_moved', 'booking', booking.id)).toMatchObject([
    {
      payload: {
        ...{ member: 'Asha', member_institute: 'IIM Indore' },
        ...{ slot: to, taken: 1, from: { slot: from, taken: 2 } },
      },
    },
  ]);
  expect(await here.mailsHolding('slot', to)).toEqual([
    'mentor_feedback',
    'mentor_feedback_late',
    'mentor_moved',
  ]);
});

test('§19.5 every email about a session is urgent', async () => {
  const mentor = await here.newMentor();
  const slot = await newSlot(48, { mentor });
  const booking = await book(member, slot, pack);
  await operate('send_mentor_link', mentor);
  const priorities = await here.texts(
    `select distinct priority from private.outbox
    where $1 in (payload ->> 'slot', payload ->> 'booking') or payload ->> 'mentor_id' = $2`,
    booking.id,
    String(mentor),
  );
  expect(priorities).toEqual(['0']);
});

test('§15.7 the email about a session that we cancel says why, whether it was free and whether the member bought the pack', async () => {
  const second = await here.newSecond(member, pack);
  const gd = await newSlot(48, { kind: 'gd' });
  for (const id of [member, second.id]) await book(id, gd, pack);
  const guest = await newMember();
  await here.grantFree(guest.id);
  const interview = await newSlot(48);
  await book(guest.id, interview);
  for (const slot of [gd, interview]) await operate('cancel_slot', slot);
  const told = async (id: string) =>
    (await here.mailsOf('session_called_off', 'user_id', id)).map(({ payload }) => payload);
  const reason = 'us';
  expect(await told(member)).toMatchObject([{ reason, is_free: false, is_buyer: true }]);
  expect(await told(second.id)).toMatchObject([{ reason, is_free: false, is_buyer: false }]);
  expect(await told(guest.id)).toMatchObject([{ reason, is_free: true, is_buyer: false }]);
});

test('§15.13 the email about a booking says until when cancelling is free', async () => {
  const booking = await book(member, await newSlot(48), pack);
  const said = await query(
    `select (payload ->> 'starts_at')::timestamptz - (payload ->> 'free_until')::timestamptz = interval '24 hours' as is_a_day
    from private.outbox where kind = 'session_booked' and payload ->> 'booking' = $1`,
    [booking.id],
  );
  expect(said).toEqual([{ is_a_day: true }]);
});

test('§15.14 the email about a GD says how many people it needs', async () => {
  const booking = await book(member, await newSlot(48, { kind: 'gd', minimum: 3 }), pack);
  expect(await here.mailsOf('session_booked', 'booking', booking.id)).toMatchObject([
    { payload: { minimum: 3 } },
  ]);
});

test('§19.3 an email is dropped once what it says is no longer true', async () => {
  const booking = await book(member, await newSlot(48), pack);
  const holding = async () => (await here.mailsHolding('booking', booking.id)).join(' ');
  expect(await holding()).toBe('mentor_booked reminder_day reminder_hour session_booked');
  await move(member, booking, await newSlot(60));
  expect(await holding()).toBe(
    'mentor_booked mentor_cancelled reminder_day reminder_hour session_moved',
  );
  await cancel(member, booking);
  expect(await holding()).toBe('mentor_cancelled mentor_cancelled session_cancelled');
});

test('§15.40 the mentor is told about a move even if the booking is cancelled before the email is sent', async () => {
  const mentor = await here.newMentor();
  const booking = await book(member, await newSlot(48, { mentor }), pack);
  await move(member, booking, await newSlot(60, { mentor }));
  await cancel(member, booking);
  const holding = await here.mailsHolding('booking', booking.id);
  const toMentor = holding.filter((kind) => kind.startsWith('mentor'));
  expect(toMentor).toEqual(['mentor_cancelled', 'mentor_moved']);
});

test('§15.16 a mentor who was never told of a booking is not told of its end', async () => {
  const [first, other] = [await here.newMentor(), await here.newMentor()];
  const booking = await book(member, await newSlot(48, { mentor: first }), pack);
  const sentTo = async () => {
    await query('select public.claim_mails(1000)');
    return here.texts(
      `select kind || ' ' || (payload ->> 'mentor_id') from private.outbox
      where payload ->> 'booking' = $1 and kind like 'mentor_%' and lease is not null order by created_at, kind`,
      booking.id,
    );
  };
  expect(await sentTo()).toEqual([`mentor_booked ${first}`]);
  await move(member, booking, await newSlot(60, { mentor: other }));
  await cancel(member, booking);
  expect(await sentTo()).toEqual([`mentor_booked ${first}`, `mentor_cancelled ${first}`]);
});

test('reminders are due a day and an hour before the session, and a reminder that is already overdue is left out', async () => {
  const dues = (booking: Booking) =>
    query(
      `select kind, priority, extract(epoch from starts_at - due_at)::integer / 3600 as hours,
        extract(epoch from starts_at - not_after)::integer / 3600 as latest
      from private.outbox cross join lateral (select (payload ->> 'starts_at')::timestamptz as starts_at) as session
       where payload ->> 'booking' = $1 and kind like 'reminder%' order by kind`,
      [booking.id],
    );
  const hour = { kind: 'reminder_hour', priority: 0, hours: 1, latest: 0 };
  const day = { kind: 'reminder_day', priority: 0, hours: 24, latest: 2 };
  expect(await dues(await book(member, await newSlot(30), pack))).toEqual([day, hour]);
  expect(await dues(await book(member, await newSlot(10), pack))).toEqual([hour]);
});

test('§15.9 replacing a mentor notifies the new mentor, the previous mentor and every member', async () => {
  const before = await here.newMentor({ email: 'before@example.com' });
  const after = await here.newMentor({ email: 'next@example.com' });
  const slot = await newSlot(48, { mentor: before });
  const booking = await book(member, slot, pack);
  await operate('replace_mentor', slot, after);
  const [earlier, next] = ['before@example.com', 'next@example.com'].map((recipient) => ({
    recipient,
    holds: true,
  }));
  expect(await here.mailsOf('mentor_booked', 'slot', slot)).toMatchObject([
    { ...earlier, holds: false },
    next,
  ]);
  const sequence = await one('select sequence from private.slots where id = $1', [slot]);
  expect(await here.mailsOf('mentor_replaced', 'slot', slot), '§15.40').toMatchObject([
    { ...earlier, payload: { sequence } },
  ]);
  expect(await here.mailsOf('mentor_feedback', 'slot', slot)).toMatchObject([
    { ...earlier, holds: false },
    next,
  ]);
  expect(await here.mailsHolding('booking', booking.id), 'with the new mentor').toEqual([
    'mentor_booked',
    'reminder_day',
    'reminder_hour',
    'session_mentor_changed',
  ]);
  const told = await here.mailsOf('session_mentor_changed', 'booking', booking.id);
  expect(told).toMatchObject([{ holds: true }]);
  expect((await here.sessions(member)).upcoming).toMatchObject([{ id: booking.id, sequence: 1 }]);
  await operate('replace_mentor', slot, await here.newMentor());
  const toldAgain = await here.mailsOf('session_mentor_changed', 'booking', booking.id);
  expect(toldAgain, '§19.3').toMatchObject([{ holds: false }, { holds: true }]);
});

test('§15.36 the meeting link is available from ten minutes before the start until the end', async () => {
  const booking = await book(member, await newSlot(30), pack);
  const join = () => here.call<string>(member, 'join_session', { p_booking: booking.id });
  await pass(29.8);
  await expectRefusal(join(), 'too_early');
  await pass(0.05);
  expect(await join()).toMatch(/^https:\/\/meet\.example\.com\/meera-/);
  await query('update private.mentors set meeting_url = null');
  await expectRefusal(join(), 'no_link_yet');
  await query("update private.mentors set meeting_url = 'https://meet.example.com/1'");
  expect(await join()).toBe('https://meet.example.com/1');
  await pass(1);
  await expectRefusal(join(), 'booking_has_ended');
});

// A step names an action, a member, and a booking or time by its place in a list.
const step = fc.tuple(
  fc.constantFrom('book', 'book', 'book', 'move', 'cancel', 'refund', 'call off', 'tend', 'pass'),
  fc.nat(2),
  fc.nat(6),
);

test('§15.5 §15.8 no sequence of steps uses more sessions than the member paid for, or more seats than a time has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      await query('delete from private.call_counts');
      const people = await Promise.all([0, 1, 2].map(async () => (await newMember()).id));
      const kinds = ['super-value', 'single', 'most-purchased'] as const;
      const owned = [];
      for (const [index, id] of people.entries())
        owned.push(await newPack(id, kinds[index] ?? 'single'));
      const slots = [];
      for (const hours of [14, 15, 20, 30, 30.2, 50, 51]) {
        const [kind, persons] =
          hours % 2 === 0 ? (['gd', 2] as const) : (['interview', 1] as const);
        slots.push(await newSlot(hours, { kind, minimum: persons, seats: persons }));
      }
      const bookings: { who: string; booking: Booking }[] = [];
      for (const [what, whose, which] of steps) {
        const who = people[whose] ?? '';
        const own = owned[whose];
        const slot = slots[which] ?? '';
        const mine = bookings.filter((made) => made.who === who).at(which % 3);
        if (!own) throw new Error('nobody owns a pack');
        if (what === 'book') {
          await refused(book(who, slot, own).then((booking) => bookings.push({ who, booking })));
        } else if (what === 'move' && mine) await refused(move(who, mine.booking, slot));
        else if (what === 'cancel' && mine) await refused(cancel(who, mine.booking));
        else if (what === 'refund')
          await here.report(own, { refunded: Math.ceil((own.amount * (which + 1)) / 8) });
        else if (what === 'call off') await refused(operate('cancel_slot', slot));
        else if (what === 'tend') await here.tend();
        else if (what === 'pass') await pass(which);

        const broken = await query(
          `select 'seats' as what from private.slots
            where id = any ($2) and (taken > seats or taken <> (
              select count(*) from private.bookings where slot_id = slots.id and state in ('booked', 'held')
            ))
          union all
          select 'sessions' from unnest($1::uuid[]) as id, private.pack_balance(id) as balance
            where used + booked > sold
          union all
          select 'two places' from private.bookings as one join private.bookings as other
            on one.member_id = other.member_id and one.id < other.id
            where one.state = 'booked' and other.state = 'booked'
              and one.starts_at < other.ends_at and other.starts_at < one.ends_at`,
          [owned.map(({ order }) => order), slots],
        );
        expect(broken).toEqual([]);
      }
      await here.tend();
      // After the job, no coming session is unpaid.
      expect(
        await query(
          `select id from unnest($1::uuid[]) as id, private.pack_balance(id) as balance
          where remaining < 0 and booked > 0 and not exists (
            select from private.bookings where order_id = id and state = 'booked' and starts_at <= now()
          )`,
          [owned.map(({ order }) => order)],
        ),
      ).toEqual([]);
    }),
    runs(15),
  );
});
