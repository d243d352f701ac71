/** What members never see or do to each other, and what the tables refuse even from SQL (docs/product §15). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { periods } from '../../src/domain/periods.ts';
import { expectRefusal, testDatabase, texts } from './support/database.ts';
import { aYearAgo, type Booking, bookingsOn } from '../samples/bookings.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';

const database = await testDatabase();

const caller = onEmbedded(database);
const here = bookingsOn(caller);
const { query, one, newMember, newPack, newSlot, book, move, cancel, balance, pass, call } = here;
const { operate, serve, tend, newBuyer, newBooked, nameSecond, acceptSecond, newSecond } = here;
const { addFile, newNaming, linkOf, giveFeedback, grantFree, set, insertBooking, mailsHolding } =
  here;

test('§15.4 a right granted by mistake still does not reveal any row of the private schema', async () => {
  const { id, pack } = await newBuyer();
  await book(id, await newSlot(48), pack);
  const tables = await here.texts("select tablename from pg_tables where schemaname = 'private'");
  await database.transaction(async (transaction) => {
    await transaction.exec(`
      grant usage on schema private to authenticated;
      grant select on all tables in schema private to authenticated`);
    await transaction.query(
      "select set_config('role', 'authenticated', true), set_config('request.jwt.claim.sub', $1, true)",
      [id],
    );
    for (const table of tables) {
      expect(await texts(transaction, `select '${table}' from private.${table}`)).toEqual([]);
    }
    await transaction.rollback();
  });
});

test('§15.34 a member cannot read anyone else’s address, pack, invitation or file', async () => {
  const { id: buyer, pack } = await newBuyer();
  const invited = await newMember({ proven: true });
  const stranger = await newMember({ proven: true });
  await nameSecond(buyer, pack, invited.email);
  const booking = await book(buyer, await newSlot(48), pack);
  await addFile(buyer, booking);

  const own = { addresses: [stranger.email], invitations: [] };
  expect(await here.sessions(stranger.id)).toMatchObject(own);
  expect((await here.sessions(invited.id)).invitations).toHaveLength(1);

  const about = (member: string) => serve<Row>('export_member', member);
  const nothing = { bookings: [], second_person_named: [], second_person_of: [] };
  expect(await about(stranger.id)).toMatchObject({ sessions: nothing, files: [] });
  const sessions = {
    bookings: [{ id: booking.id }],
    second_person_named: [{ address: invited.email }],
  };
  expect(await about(buyer)).toMatchObject({ sessions, files: [{ booking_id: booking.id }] });
});

test('§18.2 an export contains nothing about a mentor except the name', async () => {
  const { id, booking } = await newBooked(30);
  await pass(31);
  await giveFeedback(booking);
  const kept = await one<Row>('select private.sessions_of($1)', [id]);
  expect(kept).toMatchObject({ bookings: [{ all_feedback: [{ content: 4 }] }] });
  expect(JSON.stringify(kept)).not.toContain('mentor_id');
});

describe('the tables refuse invalid rows, even when they are inserted with SQL', () => {
  test('§15.3 a booking that uses another member’s free interview is refused', async () => {
    const grant = await grantFree((await newMember()).id);
    const person = (await newMember()).id;
    const insert = query(
      'insert into private.bookings (member_id, slot_id, grant_id) values ($1, $2, $3)',
      [person, await newSlot(48), grant],
    );
    await expectRefusal(insert, 'no_free_interview');
  });

  test('§15.23 a file for another member’s session is refused', async () => {
    const { booking } = await newBooked(48);
    const stranger = (await newMember()).id;
    const insert = query(
      `insert into private.files (owner_id, purpose, booking_id, size, type, path)
      values ($1, 'cv', $2, 1, 'image/png', $3)`,
      [stranger, booking.id, `${stranger}/a.png`],
    );
    await expectRefusal(insert, 'no_such_booking');
  });

  /** Runs statements with our triggers off, and rolls everything back. */
  async function withoutTriggers(
    statement: string,
    parameters: unknown[],
    before = '',
  ): Promise<void> {
    await database.transaction(async (transaction) => {
      await transaction.exec(`
        alter table private.bookings disable trigger user;
        alter table private.slots disable trigger user;
        alter table private.files disable trigger user;
        ${before}`);
      await transaction.query(statement, parameters);
      await transaction.rollback();
    });
  }

  const bookAgain = `insert into private.bookings
      (member_id, slot_id, order_id, grant_id, starts_at, ends_at, state, ended_at)
    select member_id, $2, order_id, grant_id, slots.starts_at, slots.ends_at, coalesce($3, 'booked'),
      case when $3 is not null then now() end
    from private.bookings, private.slots as slots
    where bookings.id = $1 and slots.id = $2`;

  test('§15.8 the constraints hold even when no trigger runs', async () => {
    const { booking } = await newBooked(48);
    const again = (slot: string, state: string | null = null) =>
      withoutTriggers(bookAgain, [booking.id, slot, state]);
    await expectRefusal(again(await newSlot(48.5)), 'member_is_in_one_place');
    const noRange = 'alter table private.bookings drop constraint member_is_in_one_place';
    const once = withoutTriggers(bookAgain, [booking.id, booking.slot, null], noRange);
    await expectRefusal(once, 'bookings_once');
    await expect(again(await newSlot(60))).resolves.toBeUndefined();

    const free = (await newMember()).id;
    await grantFree(free);
    const interview = await book(free, await newSlot(48));
    const onGrant = async (state: string | null) =>
      withoutTriggers(bookAgain, [interview.id, await newSlot(60), state]);
    await expectRefusal(onGrant(null), 'bookings_grant');
    await expectRefusal(onGrant('held'), 'bookings_grant');
    await expect(onGrant('cancelled')).resolves.toBeUndefined();
  });

  const late = "state = 'late', ended_at = now()";

  test.each([
    ['slots', "called_off_by = 'us'", 'slot_was_called_off_by_somebody'],
    ['bookings', 'grant_id = (select grant_id from free)', 'booking_has_one_source'],
    ['bookings', 'order_id = null', 'booking_has_one_source'],
    ['bookings', "state = 'held'", 'booking_has_an_end'],
    ['bookings', "state = 'called_off', ended_at = now()", 'booking_was_called_off_for_a_reason'],
    ['bookings', `${late}, reason = 'mentor'`, 'booking_was_called_off_for_a_reason'],
    ['bookings', `${late}, reason = 'refund_asked'`, null],
    ['bookings', `${late}, reason = null`, null],
  ])(
    '§15.8 the constraints on %s respond to the change %s with %s',
    async (table, change, constraint) => {
      const { booking } = await newBooked(48);
      const grant = await grantFree((await newMember()).id);
      const written = withoutTriggers(
        `with free as (select $2::uuid as grant_id) update private.${table} set ${change} where id = $1`,
        [table === 'slots' ? booking.slot : booking.id, grant],
      );
      await (constraint === null
        ? expect(written).resolves.toBeUndefined()
        : expectRefusal(written, constraint));
    },
  );

  test.each([
    ['interview', { seats: 1, minimum: 1 }],
    ['gd', { seats: 10, minimum: 4 }],
  ])('§15.2 a %s time has these seats by default: %o', async (kind, made) => {
    const slot = await newSlot(48, { kind });
    expect(await query('select seats, minimum from private.slots where id = $1', [slot])).toEqual([
      made,
    ]);
  });

  test.each([
    ['done', null],
    ['called_off', 'us'],
  ])('§15.9 a time cannot be created with the state %s', async (state, by) => {
    const insert = query(
      `insert into private.slots (kind, mentor_id, starts_at, minutes, state, called_off_by)
      values ('interview', $1, now() + interval '2 days', 45, $2, $3)`,
      [await here.newMentor(), state, by],
    );
    await expectRefusal(insert, 'slot_is_not_open');
  });

  test('§15.9 a new booking that is already held, has no member or is on a cancelled time is refused', async () => {
    const { id, pack } = await newBuyer();
    const slot = await newSlot(48);
    const held = query(
      `insert into private.bookings (member_id, slot_id, order_id, state, ended_at)
      values ($1, $2, $3, 'held', now())`,
      [id, slot, pack.order],
    );
    await expectRefusal(held, 'booking_has_ended');
    await expectRefusal(insertBooking(null, slot, pack), 'booking_has_ended');
    await operate('cancel_slot', slot);
    await expectRefusal(insertBooking(id, slot, pack), 'slot_closed');
  });

  test('§15.9 the number of taken seats is counted, whatever number SQL writes', async () => {
    const taken = await one<number>(
      `insert into private.slots (kind, mentor_id, starts_at, minutes, taken)
      values ('gd', $1, now() + interval '2 days', 45, 3) returning taken`,
      [await here.newMentor()],
    );
    expect(taken).toBe(0);
    const { slot } = await newBooked(48, { kind: 'gd' });
    await set('slots', { id: slot }, 'taken = 7');
    expect(await here.taken(slot)).toBe(1);
  });

  test('§15.9 a booking’s member and source never change, and a booking that has ended can never be moved', async () => {
    const { id, pack } = await newBuyer();
    const booking = await book(id, await newSlot(30), pack);
    for (const change of [
      `member_id = '${(await newMember()).id}'`,
      `order_id = '${(await newPack(id)).order}'`,
      "booked_at = booked_at - interval '1 day'",
    ]) {
      await expectRefusal(set('bookings', booking, change), 'booking_is_fixed');
    }
    const next = `slot_id = '${await newSlot(90)}'`;
    await cancel(id, booking);
    for (const change of [next, "state = 'held'"]) {
      await expectRefusal(set('bookings', booking, change), 'booking_has_ended');
    }
    const begun = await book(id, await newSlot(30), pack);
    const over = await newSlot(10);
    await pass(30.1);
    await expectRefusal(set('bookings', begun, next), 'booking_has_ended');
    const coming = await book(id, await newSlot(30), pack);
    await expectRefusal(set('bookings', coming, `slot_id = '${over}'`), 'slot_closed');
  });

  test('§15.13 only a used session can be returned, and only once', async () => {
    const { id, pack } = await newBuyer();
    const give = (booking: Booking, days = 0) =>
      set('bookings', booking, `given_back_at = now() + interval '${days} days'`);
    const booked = await book(id, await newSlot(48), pack);
    await expectRefusal(give(booked), 'session_is_not_used');
    await expectRefusal(operate('give_session_back', booked.id), 'There is nothing to return');
    await cancel(id, booked);
    await expectRefusal(give(booked), 'session_is_not_used');
    const late = await book(id, await newSlot(5), pack);
    await cancel(id, late);
    await give(late);
    await expectRefusal(give(late, 1), 'session_is_not_used');
  });

  test('§15.47 a session’s mentor cannot change once the session has begun, and the version of the links only increases', async () => {
    const { slot } = await newBooked(30);
    const write = (change: string) => set('slots', { id: slot }, change);
    await write('feedback_version = 3');
    await expectRefusal(write('feedback_version = 2'), 'version_only_rises');
    await pass(30.1);
    const other = await here.newMentor();
    await expectRefusal(write(`mentor_id = ${other}`), 'slot_is_not_open');
    await expectRefusal(operate('cancel_slot', slot), 'has started');
  });

  test.each([
    ['cv', 1, 'text/html', 'files_type_check'],
    ['photo', 1, 'image/png', 'files_purpose_check'],
  ])(
    '§18.10 a file with the purpose %s, %i bytes and the type %s is refused',
    async (purpose, size, type, check) => {
      const { id, booking } = await newBooked(48);
      const add = (...file: unknown[]) => serve('add_session_file', id, booking.id, ...file);
      await expectRefusal(add(purpose, size, type), check);
      await expect(add('essay', 4_194_304, 'image/png')).resolves.toBeDefined();
    },
  );
});

/** A time that starts this many minutes after midnight, two days from now. */
const slotAt = async (minutes: number) =>
  one<string>(
    `insert into private.slots (kind, mentor_id, starts_at, minutes)
    values ('interview', $1, date_trunc('day', now()) + interval '2 days' + $2 * interval '1 minute', 45)
    returning id`,
    [await here.newMentor(), minutes],
  );

test('§15.8 a member can book sessions back to back, and can book the same hour again after cancelling', async () => {
  const { id, pack } = await newBuyer();
  await cancel(id, await book(id, await slotAt(600), pack));
  const middle = await book(id, await slotAt(600), pack);
  await expectRefusal(book(id, await slotAt(644), pack), 'overlaps');
  await expectRefusal(book(id, await slotAt(556), pack), 'overlaps');
  await book(id, await slotAt(645), pack);
  await book(id, await slotAt(555), pack);
  expect(await balance(id, pack)).toMatchObject({ booked: 3 });
  expect(await here.stateOf(middle)).toBe('booked');
});

test('§15.12 a booking can be moved to a time that overlaps its current one', async () => {
  const { id, pack } = await newBuyer();
  const booking = await book(id, await slotAt(1200), pack);
  const later = await slotAt(1215);
  expect(await move(id, booking, later)).toMatchObject({ slot: later });
});

test('§15.5 a pack’s last session can still be moved, but not after a part refund', async () => {
  const { id, pack } = await newBuyer('single');
  const booking = await book(id, await newSlot(48), pack);
  const later = await newSlot(50);
  expect(await move(id, booking, later)).toMatchObject({ slot: later });
  await here.report(pack, { refunded: 1 });
  await expectRefusal(move(id, booking, await newSlot(52)), 'nothing_left');
});

test('§15.5 a recorded past session counts as used in addition to the bookings', async () => {
  const { id, pack } = await newBuyer('most-purchased');
  const record = (day: string) => operate('record_past_session', pack.payment, 'gd', day);
  await record(await here.day(0));
  await book(id, await newSlot(48), pack);
  await expectRefusal(book(id, await newSlot(50), pack), 'nothing_left');
  await expectRefusal(record(await here.day(3)), 'This day has not come yet');
});

test('§15.4 the time picker shows the times that a member can book, and never who took a seat', async () => {
  const { id, pack } = await newBuyer();
  const shown = async (slot: string, kind = 'interview', days: number | null = null, member = id) =>
    (
      await caller.as(
        { member },
        `select *, extract(epoch from starts_at - closes_at)::integer / 3600 as closes,
          extract(epoch from starts_at - free_until)::integer / 3600 as free
        from public.open_slots($1, now(), now() + $2 * interval '1 day') where id = $3`,
        [kind, days, slot],
      )
    )[0];
  const [free] = periods['cancel free'];
  const gd = await newSlot(48, { kind: 'gd' });
  const booking = await book(id, gd, pack);
  expect(await shown(gd, 'gd')).toMatchObject({
    mine: true,
    closes: periods['gd closes'][0],
    free,
  });
  const forStranger = await shown(gd, 'gd', null, (await newMember()).id);
  const seats = { taken: 1, seats: 10, minimum: 4 };
  expect(forStranger).toMatchObject({ ...seats, mine: false, mentor: 'Meera' });
  expect(JSON.stringify(forStranger)).not.toContain(id);
  await cancel(id, booking);
  expect(await shown(gd, 'gd')).toMatchObject({ mine: false });
  expect(await shown(gd)).toBeUndefined();

  const full = await newSlot(48);
  expect(await shown(full)).toMatchObject({ closes: periods['interview closes'][0], free });
  await book(id, full, pack);
  expect(await shown(full)).toBeUndefined();
  const off = await newSlot(50);
  await operate('cancel_slot', off);
  expect(await shown(off)).toBeUndefined();
  expect(await shown(await newSlot(63 * 24), 'interview', 100)).toBeUndefined();
  const far = await newSlot(61 * 24);
  expect(await shown(far, 'interview', 100)).toBeDefined();
  expect(await shown(far), 'the list covers sixty days by default').toBeUndefined();
});

test('§4.18 a visitor sees the next free time, and a mentor’s name only if that mentor has agreed', async () => {
  await here.edit(
    `private.slots set state = 'called_off', called_off_by = 'us'
    where state = 'open' and kind = 'interview' and starts_at > now()`,
  );
  const ask = () => caller.as('anon', 'select * from public.next_free_time()');
  const { id, pack } = await newBuyer();
  const mentor = await here.newMentor({ name: 'Meera' });
  await newSlot(1, { mentor });
  await newSlot(30, { kind: 'gd', mentor });
  expect(await ask(), 'a time in an hour and a GD are not offered').toEqual([]);
  const slot = await newSlot(40, { mentor });
  await newSlot(45, { mentor: await here.newMentor() });
  const [first] = await ask();
  const at = { starts_at: expect.anything(), now: expect.anything() };
  const unnamed = { slot: null, mentor_id: null, mentor: null, institute: null };
  expect(first).toEqual({ ...at, ...unnamed });
  const readMentors = () => caller.as('anon', 'select * from public.public_mentors()');
  expect(await readMentors()).toEqual([]);
  await here.operate('show_mentor', mentor, 2019, 'Brand manager', 'Why an MBA', 'English, Hindi');
  const meera = { id: mentor, name: 'Meera', institute: 'IIM Ahmedabad' };
  expect(await readMentors(), '§4.20').toEqual([
    {
      ...meera,
      batch: 2019,
      work: 'Brand manager',
      asks: 'Why an MBA',
      languages: 'English, Hindi',
      rating: null,
      held: null,
      next_times: [expect.objectContaining({ is_gd: true }), expect.objectContaining({ id: slot })],
    },
  ]);
  await newSlot(38, { mentor: await here.newMentor() });
  expect(await ask(), 'visitors could not find the earlier time').toEqual([
    { ...at, slot, mentor_id: mentor, mentor: 'Meera', institute: expect.any(String) },
  ]);
  await book(id, slot, pack);
  expect(await ask(), 'a booked time gives way to the next free time').toEqual([
    expect.objectContaining({ mentor: null }),
  ]);
});

test('§4.27 visitors see the times of mentors who have agreed to be shown, and never who booked', async () => {
  const named = await here.newMentor({ name: 'Kiran' });
  await here.operate('show_mentor', named, 2020, 'Surgeon', 'Why an MBA', 'English');
  const { id, pack } = await newBuyer();
  const gd = await newSlot(90, { kind: 'gd', mentor: named });
  const hidden = await newSlot(91, { kind: 'gd' });
  await book(id, gd, pack);
  await book(id, hidden, pack);
  const ask = (who: Parameters<typeof caller.as>[0]) =>
    caller.as(
      who,
      "select id, mentor, taken, mine from public.open_slots('gd') where id = any ($1)",
      [[gd, hidden]],
    );
  expect(await ask('anon')).toEqual([{ id: gd, mentor: 'Kiran', taken: 1, mine: false }]);
  const own = { id: hidden, mentor: 'Meera', taken: 1, mine: true };
  expect(await ask({ member: id })).toEqual([{ ...own, id: gd, mentor: 'Kiran' }, own]);
});

test('§4.25 visitors see a mentor’s next two free times, and the number of completed sessions rounded down to a multiple of five', async () => {
  const mentor = await here.newMentor({ name: 'Ravi' });
  await here.operate('show_mentor', mentor, 2020, 'Teacher', 'Why an MBA', 'English');
  const shown = async () => {
    const [row] = await caller.as(
      'anon',
      "select held, next_times from public.public_mentors() where work = 'Teacher'",
    );
    return row;
  };
  const { id, pack } = await newBuyer();
  for (const hours of [3, 4, 5, 6]) await book(id, await newSlot(hours, { mentor }), pack);
  await newSlot(7, { mentor });
  await pass(10);
  await tend();
  expect(await shown(), 'four held sessions and an unbooked time are too few').toEqual({
    held: null,
    next_times: [],
  });
  const other = await newBuyer();
  await book(other.id, await newSlot(3, { mentor }), other.pack);
  await pass(10);
  await tend();
  await newSlot(1, { mentor });
  await newSlot(61 * 24, { mentor });
  const times = [];
  for (const hours of [30, 40, 50]) times.push(await newSlot(hours, { mentor }));
  const gd = await newSlot(35, { kind: 'gd', mentor });
  await book(other.id, times[0] ?? '', other.pack);
  expect(await shown()).toEqual({
    held: 5,
    next_times: [gd, times[1]].map((slot, nth) => ({
      id: slot,
      is_gd: nth === 0,
      starts_at: expect.any(String),
    })),
  });
  expect(JSON.stringify(await shown())).not.toContain(other.id);
});

test('§4.25 a session that the mentor missed does not count as completed, whenever the report is decided', async () => {
  const mentor = await here.newMentor({ name: 'Nita' });
  const held = () => one(`select held from private.mentors where id = ${mentor}`);
  const { id, pack } = await newBuyer();
  const slots = [await newSlot(3, { mentor }), await newSlot(5, { mentor })];
  for (const slot of slots) await book(id, slot, pack);
  await pass(7);
  await tend();
  expect(await held()).toBe(2);
  await query(
    'update private.bookings set no_mentor_at = now(), given_back_at = now() where slot_id = $1',
    [slots[0]],
  );
  expect(await held()).toBe(1);
});

test('§4.22 visitors see a mentor’s rating only after five ratings, and cannot infer a single rating', async () => {
  const mentor = await here.newMentor({ name: 'Kabir' });
  await here.operate('show_mentor', mentor, 2020, 'Analyst', 'Why an MBA', 'English');
  const shown = () =>
    one("select rating from public.public_mentors() where work = 'Analyst' and name = 'Kabir'");
  const rated = async (hours: number) => {
    const { id, pack } = await newBuyer();
    return { id, booking: await book(id, await newSlot(hours, { mentor }), pack) };
  };
  const held = [];
  for (const hours of [3, 4, 5, 6, 7, 8]) held.push(await rated(hours));
  await pass(10);
  const seen = [];
  for (const [at, { id, booking }] of held.entries()) {
    const p_score = [5, 4, 5, 4, 5, 1][at];
    await call(id, 'rate_session', { p_booking: booking.id, p_score });
    seen.push(await shown());
  }
  expect(seen).toEqual([null, null, null, null, '4.6', '4.6']);
});

test('§15.36 §15.37 §15.22 a cancelled session does not accept files and cannot be joined, rated or reported', async () => {
  const { id, booking } = await newBooked(10);
  await cancel(id, booking);
  await expectRefusal(addFile(id, booking), 'no_such_booking');
  await pass(10.3);
  const ask = (what: string, more?: Row) => call(id, what, { p_booking: booking.id, ...more });
  await expectRefusal(ask('join_session'), 'booking_has_ended');
  await expectRefusal(ask('report_no_mentor'), 'no_such_booking');
  await pass(1);
  await expectRefusal(ask('rate_session', { p_score: 5 }), 'no_such_booking');
});

test.each([
  ['on the 21st day', 21, null],
  ['on the 22nd day', 22, 'too_late_to_report'],
])(
  '§15.53 a mentor who did not join can be reported until the 21st day: %s',
  async (_when, days, refusal) => {
    const { id, booking } = await newBooked(24);
    // The session then began this many days ago, at the present hour.
    await pass(24 + days * 24);
    const report = call(id, 'report_no_mentor', { p_booking: booking.id });
    await (refusal === null ? report : expectRefusal(report, refusal));
  },
);

test('§18.18 a member can add ten files a day, including any that were deleted', async () => {
  const { id, booking } = await newBooked(60);
  for (let file = 0; file < 10; file += 1) {
    const added = await addFile(id, booking);
    await serve('forget_files', id, added['id']);
  }
  await expectRefusal(addFile(id, booking), 'too_many_uploads');
  const other = await newBuyer();
  await addFile(other.id, await book(other.id, await newSlot(48), other.pack));
  await pass(24);
  await addFile(id, booking);
});

test('§15.24 a buyer cannot become the second person with any address of their own', async () => {
  const { id, pack, email } = await newBuyer();
  await expectRefusal(nameSecond(id, pack, ` ${email.toUpperCase()} `), 'own_address');
  const second = `${randomUUID()}@example.com`;
  await nameSecond(id, pack, second);
  await here.proveAddress(id, second);
  expect((await here.sessions(id)).invitations).toEqual([]);
  await expectRefusal(acceptSecond(id, pack), 'no_invitation');
  await expectRefusal(nameSecond(id, pack, second), 'own_address');
});

test('§15.50 the second person gets one invitation a day, and none after accepting', async () => {
  const { id, pack } = await newBuyer();
  const second = await newMember({ proven: true });
  await nameSecond(id, pack, second.email);
  const again = await nameSecond(id, pack, second.email.toUpperCase());
  expect(again).toMatchObject({ second: { namings_left: 2 } });
  const invitations = () => here.mailsOf('second_person_named', 'order_id', pack.order);
  expect(await invitations()).toHaveLength(1);
  await acceptSecond(second.id, pack);
  await query("update private.outbox set dedupe_key = dedupe_key || ' before'");
  await nameSecond(id, pack, second.email);
  expect(await invitations()).toHaveLength(1);
});

test('§15.48 an address gets up to five invitations a day from all members together', async () => {
  const address = `${randomUUID()}@example.com`;
  for (let pack = 0; pack < 5; pack += 1) await newNaming(address);
  await expectRefusal(newNaming(address), 'too_many_today');
  await expectRefusal(newNaming(address.replace('@', '+6@')), 'too_many_today');
});

test('§15.25 §15.49 only one account can be a pack’s second person, and an invitation to a refunded pack is no longer valid', async () => {
  const { id, pack } = await newBuyer();
  const second = await newMember({ proven: true });
  const twin = await newMember();
  await here.proveAddress(twin.id, second.email);
  await nameSecond(id, pack, second.email);
  await acceptSecond(second.id, pack);
  const accepted = () =>
    one<Date>('select accepted_at from private.second_persons where order_id = $1', [pack.order]);
  const when = await accepted();
  expect(when).not.toBeNull();
  await acceptSecond(second.id, pack);
  expect(await accepted()).toEqual(when);
  await expectRefusal(acceptSecond(twin.id, pack), 'no_invitation');
  await expectRefusal(book(twin.id, await newSlot(48), pack), 'not_your_pack');

  const other = await newNaming(second.email);
  await here.report(other.pack, { refunded: other.pack.amount });
  expect((await here.sessions(second.id)).invitations).toEqual([]);
  await expectRefusal(acceptSecond(second.id, other.pack), 'pack_refunded');
});

test('§15.25 an invitation expires at the end of the pack’s last day', async () => {
  const second = await newMember({ proven: true });
  const invited = [];
  for (const days of [0, 1]) {
    const { pack } = await newBuyer('super-value', aYearAgo(-days));
    await query('insert into private.second_persons values ($1, $2)', [pack.order, second.email]);
    invited.push(pack.order);
  }
  const [valid = '', over = ''] = invited;
  expect((await here.sessions(second.id)).invitations).toMatchObject([{ order: valid }]);
  await expectRefusal(acceptSecond(second.id, { order: over }), 'pack_is_over');
  const accepted = await acceptSecond(second.id, { order: valid });
  expect(accepted).toMatchObject({ order: valid, role: 'second' });
});

describe('the mentor’s links', () => {
  test('§15.18 §15.54 a mentor’s link works only for its own mentor and version', async () => {
    const { slot } = await newBooked(30);
    const [, mentor, version] = await linkOf(slot);
    const look = (what: string, ...link: unknown[]) => serve<Row>(what, slot, ...link);
    const other = await here.newMentor();
    async function refusesOthers(what: string) {
      await expectRefusal(look(what, other, version), 'link_not_valid');
      await expectRefusal(look(what, mentor, Number(version) + 1), 'link_not_valid');
    }
    await expect(look('cancel_page', mentor, version)).resolves.toBeDefined();
    await refusesOthers('cancel_page');
    await refusesOthers('cancel_by_mentor');
    await pass(30.1);
    await expect(look('feedback_page', mentor, version)).resolves.toBeDefined();
    await refusesOthers('feedback_page');
  });

  test('§15.20 a mentor’s link shows who is booked, with their own files and feedback, but not who cancelled', async () => {
    const slot = await newSlot(30, { kind: 'gd', minimum: 2 });
    const people = [await newBuyer(), await newBuyer(), await newBuyer()];
    const bookings = [];
    for (const { id, pack } of people) bookings.push(await book(id, slot, pack));
    const [first, second, quitter] = bookings;
    if (!first || !second || !quitter) throw new Error('nobody booked');
    const file = await addFile(people[0]?.id ?? '', first);
    const dropped = await addFile(people[2]?.id ?? '', quitter);
    await pass(10);
    await cancel(people[2]?.id ?? '', quitter);
    await pass(20.1);
    const link = await linkOf(slot);
    const page = await serve<{ members: (Row & { files: Row[] })[] }>('feedback_page', ...link);
    const shown = page.members.map(({ booking, files }) => [booking, ...files.map(({ id }) => id)]);
    expect(shown).toEqual([[first.id, file['id']], [second.id]]);
    const read = (id: unknown) => serve<Row>('file_for_mentor', ...link, id);
    await expectRefusal(read(dropped['id']), 'no_such_file');
    expect(await read(file['id'])).toMatchObject({ purpose: 'cv' });

    await expectRefusal(giveFeedback(quitter), 'no_such_booking');
    const elsewhere = await newBuyer();
    const { id: strange } = await book(elsewhere.id, await newSlot(48), elsewhere.pack);
    await expectRefusal(giveFeedback({ ...first, id: strange }), 'no_such_booking');
    expect(await giveFeedback(first)).toBe(1);
  });

  test('§15.20 a mentor’s link shows earlier feedback on attended sessions, and nothing about later sessions', async () => {
    const { id, pack, booking: attended } = await newBooked(30);
    const missed = await book(id, await newSlot(32), pack);
    const shown = await book(id, await newSlot(34), pack);
    const later = await book(id, await newSlot(36), pack);
    await pass(37);
    for (const booking of [attended, missed, later])
      await giveFeedback(booking, { attended: booking !== missed, went_well: `of ${booking.id}` });
    const page = await serve<Row>('feedback_page', ...(await linkOf(shown.slot)));
    expect(page).toMatchObject({ members: [{ earlier: [{ went_well: `of ${attended.id}` }] }] });
  });

  test('§15.17 long text in feedback is cut short', async () => {
    const { booking } = await newBooked(30);
    await pass(30.1);
    await giveFeedback(booking, { went_well: 'x'.repeat(4100) });
    const kept = await one('select went_well from private.feedback where booking_id = $1', [
      booking.id,
    ]);
    expect(kept).toBe('x'.repeat(4000));
  });
});

const lastDay = async (pack: Parameters<typeof balance>[1]) =>
  one<string>('select valid_until::text from private.pack_balance($1)', [pack.order]);

test('§15.6 a pack is valid for twelve calendar months from the day of payment in Indian time', async () => {
  const { id } = await newMember();
  // Half past one on 10 March in India; the following year has a 29 February.
  const pack = await newPack(id, 'single', new Date('2027-03-09T20:00:00Z'));
  expect(await lastDay(pack)).toBe('2028-03-10');
  const leap = await newPack(id, 'single', new Date('2028-02-29T06:00:00Z'));
  expect(await lastDay(leap)).toBe('2029-02-28');
  // The provider may leave out the time of payment; then the day of its report counts.
  await here.edit(
    "public.payments set provider_created_at = null, created_at = '2027-06-01T06:00:00Z' where id = $1",
    leap.payment,
  );
  expect(await lastDay(leap)).toBe('2028-06-01');
});

test.each([
  ['mentor', true],
  ['us', true],
  ['too_few', true],
  ['refunded', false],
  ['account_closed', false],
])(
  '§15.7 a session cancelled for the reason %s extends the pack: %s',
  async (reason, isExtended) => {
    const { id, pack } = await newBuyer('single', aYearAgo(3));
    const before = await lastDay(pack);
    const booking = await book(id, await newSlot(30), pack);
    await set('bookings', booking, `state = 'called_off', reason = '${reason}'`);
    expect(await lastDay(pack)).toBe(isExtended ? await here.day(30) : before);
  },
);

test('§15.46 a session that an operator returns extends the pack and can be booked again', async () => {
  const { id, pack } = await newBuyer('single', aYearAgo(3));
  const booking = await book(id, await newSlot(5), pack);
  await cancel(id, booking);
  await expectRefusal(book(id, await newSlot(48), pack), 'nothing_left');
  await operate('give_session_back', booking.id);
  await expectRefusal(operate('give_session_back', booking.id), 'There is nothing to return');
  const until = await here.day(30);
  expect(await lastDay(pack)).toBe(until);
  expect(await here.mailsOf('session_given_back', 'booking', booking.id)).toMatchObject([
    { payload: { no_mentor: false, book_until: until } },
  ]);
  await book(id, await newSlot(29 * 24), pack);
});

test('§15.5 a session counts as completed only after it has ended', async () => {
  const { booking } = await newBooked(30);
  await pass(30.1);
  await serve('finish_sessions');
  expect(await here.stateOf(booking)).toBe('booked');
  await pass(1);
  await serve('finish_sessions');
  expect(await here.stateOf(booking)).toBe('held');
});

test('§15.14 neither an interview without a booking nor a GD that has begun is cancelled for lack of members', async () => {
  const interview = await newSlot(40);
  const { slot, booking } = await newBooked(30, { kind: 'gd' });
  await pass(30.1);
  await serve('call_off_small_gds');
  expect(await here.stateOf(booking)).toBe('booked');
  const open = "private.slots where id in ($1, $2) and state = 'open'";
  expect(await here.count(open, slot, interview)).toBe(2);
});

/** How many emails of each kind are about this session or its bookings. */
async function told(slot: string): Promise<Record<string, number>> {
  const rows = await query(
    `select kind, count(*)::integer as mails from private.outbox
    where payload ->> 'slot' = $1
      or payload ->> 'booking' in (select id::text from private.bookings where slot_id::text = $1)
    group by kind`,
    [slot],
  );
  return Object.fromEntries(rows.map(({ kind, mails }) => [String(kind), Number(mails)]));
}

test('§19.1 each email is queued only once: per booking for members, and per session for its feedback', async () => {
  const slot = await newSlot(48, { kind: 'gd' });
  const [first, second] = [await newBuyer(), await newBuyer()];
  const booking = await book(first.id, slot, first.pack);
  await book(second.id, slot, second.pack);
  const feedback = { mentor_feedback: 1, mentor_feedback_late: 1 };
  const once = {
    session_booked: 2,
    reminder_day: 2,
    reminder_hour: 2,
    mentor_booked: 2,
    ...feedback,
  };
  expect(await told(slot)).toEqual(once);
  await query(
    `select private.tell_member('session_booked', bookings), private.remind_member(bookings)
    from private.bookings as bookings where id = $1`,
    [booking.id],
  );
  expect(await told(slot)).toEqual(once);
});

test('§15.40 cancelling increases the calendar sequence of the booking and the time', async () => {
  const { id, slot, booking } = await newBooked(48);
  const sequence = () => one<number>('select sequence from private.slots where id = $1', [slot]);
  const before = await sequence();
  expect(await cancel(id, booking)).toMatchObject({ sequence: 1 });
  expect(await sequence()).toBeGreaterThan(before);
  const told = await here.mailsOf('session_cancelled', 'booking', booking.id);
  expect(told).toMatchObject([{ payload: { sequence: 1, session_returned: true } }]);
});

test('§19.3 a mentor is not asked for feedback on a session that its only member has cancelled', async () => {
  const { id, slot, booking } = await newBooked(48);
  expect(await mailsHolding('slot', slot)).toContain('mentor_feedback');
  await cancel(id, booking);
  expect((await mailsHolding('slot', slot)).join(' ')).not.toMatch(/\bmentor_(feedback|booked)/);
});

test('§15.21 a completed session keeps its seat taken, so the mentor is asked for feedback', async () => {
  const { slot } = await newBooked(30);
  await pass(31);
  await serve('finish_sessions');
  expect(await one('select state from private.slots where id = $1', [slot])).toBe('done');
  expect(await here.taken(slot)).toBe(1);
  expect(await mailsHolding('slot', slot)).toEqual(['mentor_feedback', 'mentor_feedback_late']);
});

test('§15.54 a new feedback link is emailed even if all feedback has been given, but the reminder is not', async () => {
  const { booking } = await newBooked(30);
  await pass(31);
  await giveFeedback(booking);
  await operate('new_feedback_link', booking.slot);
  const mails = await mailsHolding('slot', booking.slot);
  expect(mails.filter((kind) => kind.startsWith('mentor_feedback'))).toEqual(['mentor_feedback']);
});

test('§15.54 after a new feedback link, the mentor is reminded a day later', async () => {
  const { slot } = await newBooked(30);
  await pass(100);
  await operate('new_feedback_link', slot);
  const dues = await query(
    `select kind, due_at <= now() as is_due, due_at > now() + interval '23 hours' as is_later
    from private.outbox where payload ->> 'slot' = $1 and payload ->> 'version' = '2' order by kind`,
    [slot],
  );
  expect(dues).toEqual([
    { kind: 'mentor_feedback', is_due: true, is_later: false },
    { kind: 'mentor_feedback_late', is_due: false, is_later: true },
  ]);
});

test('§19.3 a verification link is emailed only while the link works', async () => {
  const [first, second] = [await newMember(), await newMember()];
  const ask = ({ id }: { id: string }) => call(id, 'ask_address_proof');
  const holds = async ({ id }: { id: string }) =>
    (await here.mailsOf('address_proof', 'user_id', id)).map((mail) => mail['holds']);
  await ask(first);
  await ask(first);
  expect(await holds(first)).toEqual([true, true]);
  const token = await here.proofToken(first.email);
  await call(first.id, 'redeem_link', { p_purpose: 'address_proof', p_token: token });
  expect(await holds(first)).toEqual([false, false]);
  await ask(second);
  await pass(24.1);
  expect(await holds(second)).toEqual([false]);
});

test('§19.3 an invitation is emailed only while its recipient is named and has not accepted', async () => {
  const { id, pack } = await newBuyer();
  const second = await newMember({ proven: true });
  const named = () => here.mailsOf('second_person_named', 'order_id', pack.order);
  await nameSecond(id, pack, 'first@example.com');
  await nameSecond(id, pack, second.email);
  const [recipient, holds] = [second.email, true];
  expect(await named()).toMatchObject([
    { recipient: 'first@example.com', holds: false },
    { recipient, holds },
  ]);
  await acceptSecond(second.id, pack);
  expect(await named()).toMatchObject([{ holds: false }, { holds: false }]);
});

test('§19.3 an invitation that has been turned down is not emailed', async () => {
  const { id, pack } = await newBuyer();
  const second = await newMember({ proven: true });
  await nameSecond(id, pack, second.email);
  await call(second.id, 'decline_second_person', { p_order: pack.order });
  expect(await here.mailsOf('second_person_named', 'order_id', pack.order)).toMatchObject([
    { holds: false },
  ]);
});

test('§19.3 the email about a free interview is sent only while the interview is still valid', async () => {
  const person = await newMember({ proven: true });
  const mails = () => here.mailsOf('free_interview_granted', 'user_id', person.id);
  await here.askFree(person);
  expect(await mails()).toMatchObject([{ holds: true }]);
  await here.edit('private.free_grants set lapsed_at = now() where member_id = $1', person.id);
  expect(await mails()).toMatchObject([{ holds: false }]);
});

test('§19.3 no welcome, password-change or receipt email is sent once the account has been erased', async () => {
  const { id, pack } = await newBuyer();
  const receipt = { order_id: pack.order, reference: pack.payment };
  const mails = { welcome: { user_id: id }, password_changed: { user_id: id }, receipt };
  const hold = async () => {
    const held = Object.entries(mails).map((mail) =>
      one('select private.mail_still_holds($1, $2)', mail),
    );
    return Promise.all(held);
  };
  expect(await hold()).toEqual([true, true, true]);
  await serve('erase_account', id, true);
  expect(await hold()).toEqual([false, false, false]);
});

test('§15.16 cancelling a session notifies its mentor once, and cancelling an empty time notifies no one', async () => {
  const slot = await newSlot(48, { kind: 'gd' });
  const { id, pack } = await newBuyer();
  await book(id, slot, pack);
  await operate('cancel_slot', slot);
  const mails = await told(slot);
  expect(mails).toMatchObject({ mentor_called_off: 1, session_called_off: 1 });
  expect(mails).not.toHaveProperty('mentor_cancelled');
  const empty = await newSlot(48);
  await operate('cancel_slot', empty);
  expect(await told(empty)).toEqual({});
});

test('§15.21 waiting emails go to a mentor’s new address, and emails to other mentors stay the same', async () => {
  const { id, pack, booking: other } = await newBooked(30);
  const mentor = await here.newMentor({ email: 'old@example.com' });
  const { slot } = await book(id, await newSlot(48, { mentor }), pack);
  const recipients = (which: string) =>
    here.texts(
      `select distinct kind || ' ' || recipient from private.outbox
      where payload ->> 'slot' = $1 and kind like 'mentor%' order by 1`,
      which,
    );
  const others = await recipients(other.slot);
  await here.edit(
    "private.outbox set sent_at = now() where kind = 'mentor_feedback' and payload ->> 'slot' = $1",
    slot,
  );
  await here.edit(
    "private.outbox set given_up_at = now() where kind = 'mentor_feedback_late' and payload ->> 'slot' = $1",
    slot,
  );
  const changed = "private.mentors set email = 'new@example.com' where id = $1";
  await here.edit(changed, mentor);
  expect(await recipients(slot)).toEqual([
    'mentor_booked new@example.com',
    'mentor_feedback old@example.com',
    'mentor_feedback_late old@example.com',
  ]);
  expect(await recipients(other.slot)).toEqual(others);
});

test('feedback emails to a mentor wait until the start or until a day after the end, and are dropped after 14 days', async () => {
  const { slot } = await newBooked(48);
  const due = await query(
    `select outbox.kind, extract(epoch from due_at - starts_at)::integer / 60 as due,
      extract(epoch from not_after - starts_at)::integer / 86400 as days
    from private.outbox join private.slots on slots.id::text = payload ->> 'slot'
    where outbox.kind like 'mentor_feedback%' and slots.id = $1 order by outbox.kind`,
    [slot],
  );
  const late = 45 + 24 * 60;
  expect(due).toEqual([
    { kind: 'mentor_feedback', due: 0, days: 14 },
    { kind: 'mentor_feedback_late', due: late, days: 14 },
  ]);
});

test('§15.51 §15.10 the bookings of a deleted account, and bookings on its packs, are cancelled', async () => {
  const { id, pack } = await newBuyer();
  const [second, other] = [await newSecond(id, pack), await newBuyer()];
  const partner = await newSecond(other.id, other.pack);
  const onGonePack = await book(second.id, await newSlot(48), pack);
  const ofGonePartner = await book(partner.id, await newSlot(48), other.pack);
  const kept = await book(other.id, await newSlot(50), other.pack);
  await query('delete from auth.users where id = any ($1)', [[id, partner.id]]);
  await here.tend();
  const gone = { state: 'called_off', reason: 'account_closed' };
  const kinds = [onGonePack, ofGonePartner, kept].map(({ id }) =>
    query('select state, reason from private.bookings where id = $1', [id]),
  );
  expect((await Promise.all(kinds)).flat()).toEqual([
    gone,
    gone,
    { state: 'booked', reason: null },
  ]);
  expect(await here.taken(ofGonePartner.slot)).toBe(0);
  expect(await here.mailsAbout('slot', ofGonePartner.slot)).toContain('mentor_cancelled');
});

test('§18.6 an erasure removes the member’s addresses from every pack that names them', async () => {
  const person = await newMember();
  const other = `${randomUUID()}@example.com`;
  await here.proveAddress(person.id, other);
  const addressOf = (order: string) =>
    one('select address from private.second_persons where order_id = $1', [order]);
  const named = [await newNaming(person.email), await newNaming(other)];
  const own = await newPack(person.id);
  await nameSecond(person.id, own, 'friend@example.com');
  const accepted = await newNaming(other);
  await acceptSecond(person.id, accepted.pack);
  const moved = "private.second_persons set address = 'old@example.com' where order_id = $1";
  await here.edit(moved, accepted.pack.order);
  const unrelated = await newNaming('stays@example.com');

  await serve('erase_account', person.id, true);
  for (const { order } of [...named.map(({ pack }) => pack), own, accepted.pack]) {
    expect(await addressOf(order)).toBeNull();
  }
  expect(await addressOf(unrelated.pack.order)).toBe('stays@example.com');
});

test('§15.54 for 14 days from a session’s start, an operator can send a new feedback link', async () => {
  const { slot } = await newBooked(30);
  const empty = await newSlot(30);
  const renew = (which: string) => operate('new_feedback_link', which);
  await expectRefusal(renew(slot), 'until 14 days later');
  await pass(30.1);
  await expectRefusal(renew(empty), 'for a booked session');
  await renew(slot);
  await pass(14 * 24);
  await expectRefusal(renew(slot), 'until 14 days later');
});

test('§15.28 a second person cannot use another buyer’s pack for a booking', async () => {
  const [buyer, other] = [await newBuyer(), await newBuyer()];
  const second = await newSecond(buyer.id, buyer.pack);
  await expectRefusal(book(second.id, await newSlot(48), other.pack), 'not_your_pack');
});
