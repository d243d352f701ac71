/** What the operator does about sessions and mentors, also on a member's behalf (docs/product §15, §21). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aYearAgo, everyDay } from '../samples/bookings.ts';
import { onEmbedded } from '../samples/caller.ts';
import { newAddress } from '../samples/people.ts';
import { refundsOn } from '../samples/refunds.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();

const here = refundsOn(onEmbedded(database));
const { query, one, newMember, newPack, newBuyer, newSlot, newMentor, book, balance } = here;
const { operate, taken, pass } = here;

const logged = async (about: string) =>
  query('select action, member, details from operations.timeline($1)', [about]);

describe('operators can act on a member’s behalf', () => {
  const bookFor = async (member: string, slot: string, payment?: string) => {
    await operate('book_for', member, slot, payment ?? null);
    const [booking] = await query(
      `select id, slot_id as slot, order_id as order, state, sequence, starts_at
      from private.bookings where member_id = $1 and slot_id = $2 and state = 'booked'`,
      [member, slot],
    );
    // The columns are those of a booking.
    return booking as Awaited<ReturnType<typeof book>> & { order: string | null };
  };

  test('an operator can choose which pack to use for a booking', async () => {
    const { id } = await newMember();
    const [first, second] = [await newPack(id), await newPack(id, 'single')];
    const slot = await newSlot(48);
    const booking = await bookFor(id, slot, second.payment);
    expect(booking.order).toBe(second.order);
    expect(await balance(id, first)).toMatchObject({ remaining: 5 });
    expect(await taken(slot)).toBe(1);
    expect(await logged(booking.id)).toEqual([
      { action: 'book_for', member: id, details: { slot } },
    ]);
    await expectRefusal(bookFor(id, await newSlot(50), second.payment), 'nothing_left');
    await expectRefusal(bookFor(id, await newSlot(50), 'pay_none'), 'There is no payment pay_none');
    const stranger = await newMember();
    await expectRefusal(bookFor(stranger.id, await newSlot(50), first.payment), 'not_your_pack');
  });

  test('a booking without a chosen pack uses the free interview first, and then the pack that expires first', async () => {
    const { id } = await newMember();
    await here.grantFree(id);
    const later = await newPack(id, 'single');
    const sooner = await newPack(id, 'single', new Date(Date.now() - 30 * 86_400_000));
    const gd = await newSlot(48, { kind: 'gd' });
    expect(await operate('book_for', id, gd)).toContain(
      'cancelled unless 4 people have booked it by ',
    );
    await operate(
      'cancel_for',
      await one('select id from private.bookings where slot_id = $1', [gd]),
    );
    expect((await bookFor(id, await newSlot(48, { kind: 'gd' }))).order).toBe(sooner.order);
    const slot = await newSlot(50);
    expect(await operate('book_for', id, slot)).toMatch(
      /^Booked for Asha: an interview with .*, as the free interview\.$/,
    );
    expect((await bookFor(id, await newSlot(52))).order).toBe(later.order);
    await expectRefusal(
      bookFor(id, await newSlot(54)),
      'The member has no session left for this time',
    );
  });

  test('a booking never uses a pack that is being refunded or disputed, or that expires before the session', async () => {
    const { id } = await newMember();
    const asked = await newPack(id);
    await here.ask(id, asked);
    await here.reportDispute(await newPack(id), 'created');
    const old = await newPack(id, 'single', aYearAgo(1));
    await expectRefusal(bookFor(id, await newSlot(90)), 'The member has no session left');
    expect((await bookFor(id, await newSlot(24))).order).toBe(old.order);
  });

  test('an operator can book for a second person on the shared pack', async () => {
    const buyer = await newBuyer();
    const second = await here.newSecond(buyer.id, buyer.pack);
    expect((await bookFor(second.id, await newSlot(48))).order).toBe(buyer.pack.order);
  });

  test('an operator can move or cancel a booking only under the member’s own rules', async () => {
    const { id, pack, slot, booking } = await here.newBooked(60);
    const other = await newSlot(70);
    expect(await operate('move_for', booking.id, other)).toMatch(
      /^The session is moved to [^.]*\. You can undo the move for ten minutes\.$/,
    );
    expect([await taken(slot), await taken(other)]).toEqual([0, 1]);
    await expectRefusal(operate('move_for', booking.id, other), 'already_booked');
    expect(await operate('cancel_for', booking.id)).toBe(
      'The session is cancelled and returns to its pack.',
    );
    expect(await balance(id, pack)).toMatchObject({ remaining: 5 });
    expect(await logged(booking.id)).toEqual([
      { action: 'cancel_for', member: id, details: { slot: other } },
      { action: 'move_for', member: id, details: { slot: other, before: slot } },
    ]);

    const soon = await book(id, await newSlot(3), pack);
    await expectRefusal(operate('move_for', soon.id, slot), 'too_late_to_move');
    expect(await operate('cancel_for', soon.id)).toMatch(/it is used up\.$/);
    expect(await balance(id, pack)).toMatchObject({ remaining: 4 });
    await expectRefusal(operate('cancel_for', soon.id), 'booking_has_ended');
    await expectRefusal(operate('cancel_for', randomUUID()), 'This booking no longer exists');
  });

  test('§22.35 when a session is moved into the last 24 hours, the desk says what the member loses, and the move can be undone for ten minutes', async () => {
    const { id, slot, booking } = await here.newBooked(60);
    const soon = await newSlot(14, { kind: 'gd' });
    const listed = () =>
      here.row(
        'select can_move, can_undo_move from operations.member_bookings($1) where booking = $2',
        id,
        booking.id,
      );
    expect(await operate('move_for', booking.id, soon)).toMatch(
      /^The session is moved to [^.]+\. It is now a group discussion with Meera instead of an interview with Meera\. .*can no longer move it, and loses it by cancelling/,
    );
    const [move] = await query('select did from operations.log where about = $1', [booking.id]);
    expect(move?.['did']).toMatch(
      /^moved a session for a member: from \w{3}, .+ to \w{3}, .+ [ap]m$/,
    );
    expect(await listed()).toEqual({ can_move: false, can_undo_move: true });
    expect(await operate('undo_move', booking.id)).toMatch(/^The session is moved back to /);
    expect([await taken(slot), await taken(soon)]).toEqual([1, 0]);
    expect(await listed()).toEqual({ can_move: true, can_undo_move: false });
    await expectRefusal(operate('undo_move', booking.id), 'for ten minutes');
    await operate('move_for', booking.id, soon);
    await query('alter table private.actions disable trigger actions_guard');
    await query("update private.actions set at = at - interval '11 minutes' where about = $1", [
      booking.id,
    ]);
    await query('alter table private.actions enable trigger actions_guard');
    expect(await listed()).toEqual({ can_move: false, can_undo_move: false });
    await expectRefusal(operate('undo_move', booking.id), 'for ten minutes');
  });

  test('an operator’s moves do not count towards the member’s limit, and the member is emailed', async () => {
    const { id, booking } = await here.newBooked(60);
    const slots = [await newSlot(70), await newSlot(80)];
    for (let change = 0; change < 11; change += 1)
      await operate('move_for', booking.id, slots[change % 2]);
    expect(await here.move(id, booking, await newSlot(90))).toMatchObject({ sequence: 12 });
    expect(await here.mailsAbout('booking', booking.id)).toContain('session_moved');
  });
});

/** A time of day in India, this many days from today. */
const moment = (days: number, time: string) =>
  one<Date>(
    `select (private.india_day(now()) + $1::integer + $2::time) at time zone 'Asia/Kolkata'`,
    [days, time],
  );

describe('opening and cancelling times', () => {
  const open = async (mentor: number, from: number, to: number, time = '10:00', minutes = 45) =>
    operate(
      'open_slots',
      ...[mentor, 'interview', everyDay, time, minutes, await here.day(from), await here.day(to)],
    );
  const preview = async (mentor: number, from: number, to: number, time = '10:00') =>
    query('select * from operations.slot_preview($1, $2, $3, $4, $5, $6, $7)', [
      ...[mentor, 'interview', everyDay, time, 45, await here.day(from), await here.day(to)],
    ]);
  const future = (mentor: number | null, month: string | null = null) =>
    query('select * from operations.future_slots($1, $2)', [mentor, month]);

  test('the preview of a weekly pattern shows every time and marks those that will be left out', async () => {
    const mentor = await newMentor();
    await open(mentor, 2, 2, '10:30');
    const shown = [
      { starts: await moment(-1, '10:00'), clash: 'past' },
      { starts: await moment(1, '10:00'), clash: null },
      { starts: await moment(2, '10:00'), clash: 'Meera has a session then' },
      { starts: await moment(3, '10:00'), clash: null },
    ];
    // Today's time is past or to come, depending on the hour.
    const [yesterday, , ...coming] = await preview(mentor, -1, 3);
    expect([yesterday, ...coming]).toEqual(shown);
    expect(await future(mentor)).toHaveLength(1);
    expect(await open(mentor, 1, 3)).toMatch(
      /^Meera: 2 interviews of 45 minutes open, \w{3} \d+ \w{3} to \w{3} \d+ \w{3} at 10:00 am\. Left out: 1\.$/,
    );
    expect((await preview(mentor, 1, 3)).map(({ clash }) => clash)).toEqual(
      shown.slice(1).map(() => 'Meera has a session then'),
    );
    const discussion = [mentor, 'gd', everyDay, '18:30', 60, await here.day(2), await here.day(2)];
    expect(await operate('open_slots', ...discussion)).toMatch(
      /^Meera: 1 group discussion of 60 minutes with 10 seats \(4 needed\) open, .* at 6:30 pm\.$/,
    );
    const backwards = preview(mentor, 3, 1);
    await expectRefusal(backwards, 'The last day is before the first.');
    await expectRefusal(open(mentor, -1, 3), 'day_is_past');
    await expectRefusal(open(mentor, 360, 367), 'times_too_far');
    await expectRefusal(preview(0, 1, 3), 'We have no such mentor');
  });

  test('§22.11 a time that starts too soon for anyone to book it is left out, with the reason', async () => {
    const mentor = await newMentor();
    const soon = await query(
      `select previewed.clash
      from (values ('gd', 6), ('gd', 13), ('interview', 1), ('interview', 6)) as asked (kind, hours)
      cross join lateral (
        select (now() + make_interval(hours => hours)) at time zone 'Asia/Kolkata' as moment
      ) as times
      cross join lateral operations.slot_preview(
        $1, kind, private.weekdays(), moment::time, 45, moment::date, moment::date
      ) as previewed
      order by kind, hours`,
      [mentor],
    );
    expect(soon.map(({ clash }) => clash)).toEqual([
      'starts in less than 12 hours',
      null,
      'starts in less than 2 hours',
      null,
    ]);
  });

  test('the list of times names the members who have booked, and a month’s list includes past times', async () => {
    const mentor = await newMentor();
    const buyer = await newBuyer();
    const [free, gd, gone, called] = [
      await newSlot(50, { mentor }),
      await newSlot(48, { mentor, kind: 'gd' }),
      await newSlot(52, { mentor }),
      await newSlot(54, { mentor }),
    ];
    await book(buyer.id, gd, buyer.pack);
    await book(buyer.id, called, buyer.pack);
    for (const slot of [gone, called]) await operate('cancel_slot', slot);
    expect(await future(mentor)).toMatchObject([
      {
        slot: gd,
        kind: 'gd',
        minutes: 45,
        mentor: 'Meera',
        mentor_id: mentor,
        state: 'open',
        taken: 1,
        seats: 10,
        minimum: 4,
        members: ['Asha'],
      },
      { slot: free, taken: 0, members: [] },
    ]);
    const [{ starts } = {}] = await future(mentor);
    const listed = await future(null);
    expect(listed.map(({ slot }) => slot)).toEqual(expect.arrayContaining([free, gd]));

    const month = await one<string>("select to_char(private.india_day($1), 'YYYY-MM-DD')", [
      starts,
    ]);
    const ofMonth = async () => (await future(mentor, month)).map(({ slot }) => slot);
    // At the turn of a month the other times may belong to the next one.
    expect(await ofMonth()).toContain(gd);
    expect(await ofMonth()).not.toContain(gone);
    await here.startIn(gd, -2);
    await here.serve('finish_sessions');
    const past = await query(
      `select slot, state, members from operations.future_slots($1,
        (select private.india_day(starts_at) from private.slots where id = $2)) where slot = $2`,
      [mentor, gd],
    );
    expect(past).toEqual([{ slot: gd, state: 'done', members: ['Asha'] }]);
    expect(await future(mentor)).toMatchObject([{ slot: free }]);
    const withCalledOff = await query(
      `select slot, state from operations.future_slots($1,
        (select private.india_day(starts_at) from private.slots where id = $2)) where slot = $2`,
      [mentor, called],
    );
    expect(withCalledOff).toEqual([{ slot: called, state: 'called_off' }]);
  });

  test('an operator cancels either all selected times or none of them', async () => {
    const { slot, id, pack } = await here.newBooked(60);
    const [other, begun] = [await newSlot(70), await newSlot(1)];
    await here.startIn(begun, -1);
    const cancel = (...slots: string[]) => operate('cancel_slots', slots);
    await expectRefusal(
      cancel(slot, other, begun),
      'One of these times has started or is already closed',
    );
    await expectRefusal(
      cancel(slot, randomUUID()),
      'One of these times has started or is already closed',
    );
    await expectRefusal(cancel(), 'Select the times first');
    expect(await taken(slot)).toBe(1);
    expect(await cancel(slot, other, other)).toBe(
      'Times closed: 2. Booked seats whose session returns to its pack: 1.',
    );
    expect(await cancel(await newSlot(50))).toBe('Times closed: 1.');
    expect(await balance(id, pack)).toMatchObject({ remaining: 5 });
    for (const ended of [slot, other])
      expect(await logged(ended)).toMatchObject([{ action: 'cancel_slots' }]);
    await expectRefusal(cancel(slot), 'One of these times has started or is already closed');
  });
});

describe('mentors', () => {
  const mentorRow = (mentor: number) =>
    here.row('select * from operations.mentors where mentor = $1', mentor);

  /** A mentor with a free and a booked time in two days, and a free time in twenty. */
  async function newBusyMentor() {
    const mentor = await newMentor({ name: 'Meera Iyer' });
    const buyer = await newBuyer();
    const [free, booked, later] = [
      await newSlot(46, { mentor }),
      await newSlot(48, { mentor }),
      await newSlot(480, { mentor }),
    ];
    await book(buyer.id, booked, buyer.pack);
    const at = await one<string>(
      'select private.india_time(starts_at) from private.slots where id = $1',
      [booked],
    );
    const states = () => Promise.all([free, booked, later].map(stateOf));
    return { mentor, free, states, at };
  }

  const stateOf = (slot: string) =>
    one<string>('select state from private.slots where id = $1', [slot]);

  test('§15.83 a mentor’s pause closes free times, keeps booked sessions and prevents new times', async () => {
    const { mentor, free, states, at } = await newBusyMentor();
    const until = await here.day(5);
    const lastDay = await one<string>('select private.said_day($1)', [until]);
    expect(await operate('pause_mentor', mentor, until)).toBe(
      `Meera Iyer is paused until ${lastDay}. Free times closed: 1. Booked sessions that stay: ${at}.`,
    );
    expect(await states()).toEqual(['called_off', 'open', 'open']);
    expect((await mentorRow(mentor))?.['state']).toMatch(/^paused until \d+ \w{3} \d{4}$/);
    expect((await logged(String(mentor)))[0]).toMatchObject({
      action: 'pause_mentor',
      details: { until },
    });

    const pattern = async (from: number, to: number) => [
      ...[mentor, 'interview', everyDay, '06:00', 45, await here.day(from), await here.day(to)],
    ];
    const shown = await query(
      'select clash from operations.slot_preview($1, $2, $3, $4, $5, $6, $7)',
      await pattern(5, 6),
    );
    expect(shown).toEqual([
      { clash: expect.stringMatching(/^Meera Iyer is away until /) },
      { clash: null },
    ]);
    expect(await operate('open_slots', ...(await pattern(4, 6)))).toMatch(
      /^Meera Iyer: 1 interview of 45 minutes open, \w{3} \d+ \w{3} at 6:00 am\. Left out: 2\.$/,
    );
    const other = await newSlot(47);
    await expectRefusal(operate('replace_mentor', other, mentor), 'is away until');

    expect(await operate('resume_mentor', mentor)).toBe('Meera Iyer is back.');
    expect(await mentorRow(mentor)).toMatchObject({ state: 'active' });
    expect(await operate('replace_mentor', other, mentor)).toMatch(/takes this session/);
    expect(await stateOf(free)).toBe('called_off');
    await expectRefusal(operate('resume_mentor', mentor), 'Meera Iyer is not away');
    await expectRefusal(operate('pause_mentor', mentor, await here.day(-1)), 'day_is_past');
    await expectRefusal(operate('pause_mentor', 0, until), 'We have no such mentor');
  });

  test('§15.83 a mentor whose pause is over is active again', async () => {
    const mentor = await newMentor();
    await operate('pause_mentor', mentor, await here.day(0));
    await query('update private.mentors set paused_until = paused_until - 1 where id = $1', [
      mentor,
    ]);
    expect(await mentorRow(mentor)).toMatchObject({ state: 'active' });
    await newSlot(1, { mentor });
  });

  test('§15.83 a mentor who has left keeps booked sessions, does not get new times and disappears from the site', async () => {
    const { mentor, states, at } = await newBusyMentor();
    await operate('show_mentor', mentor, 2019, 'Brand manager', 'Why an MBA', 'Hindi');
    const shown = async () =>
      (await query("select name from public.public_mentors() where work = 'Brand manager'")).length;
    expect(await shown()).toBe(1);
    expect(await operate('retire_mentor', mentor)).toBe(
      `Meera Iyer has left. Free times closed: 2. Booked sessions that stay: ${at}.`,
    );
    expect(await states()).toEqual(['called_off', 'open', 'called_off']);
    expect(await shown()).toBe(0);
    expect(await mentorRow(mentor)).toMatchObject({ state: 'retired', is_public: false });
    for (const call of [
      operate('show_mentor', mentor, 2019, 'Brand manager', 'Why an MBA', 'Hindi'),
      operate('retire_mentor', mentor),
      operate('pause_mentor', mentor, await here.day(5)),
      newSlot(90, { mentor }),
    ])
      await expectRefusal(call, 'left');
    await operate('resume_mentor', mentor);
    expect(await mentorRow(mentor)).toMatchObject({ state: 'active', is_public: false });
    await newSlot(90, { mentor });
  });

  test('an operator can correct a mentor’s name, institute, email and meeting link', async () => {
    const mentor = await newMentor();
    const edit = (url: string) =>
      operate('edit_mentor', mentor, 'Meera Rao', 'IIM Indore', 'rao@example.com', url);
    expect(await edit('')).toBe('Mentor Meera Rao is saved.');
    const saved = { name: 'Meera Rao', institute: 'IIM Indore', email: 'rao@example.com' };
    expect(await mentorRow(mentor)).toMatchObject({ ...saved, meeting_url: null });
    await edit('https://meet.example.com/rao');
    expect(await mentorRow(mentor)).toMatchObject({
      ...saved,
      meeting_url: 'https://meet.example.com/rao',
    });
    expect((await logged(String(mentor)))[0]).toMatchObject({ action: 'edit_mentor' });
  });

  test('§22.32 an operator cannot give a mentor the meeting link of another mentor, who is named', async () => {
    const url = `https://meet.example.com/${randomUUID()}`;
    const owner = await newMentor({ name: 'Farah Khan', meetingUrl: url });
    const mentor = await newMentor();
    const edit = (id: number, link: string) =>
      operate('edit_mentor', id, 'Meera', 'IIM Indore', newAddress(), link);
    const said = 'Farah Khan already has this meeting link. Members of one session could walk';
    await expectRefusal(edit(mentor, `${url.toUpperCase()}/`), said);
    await expectRefusal(newMentor({ meetingUrl: url }), said);
    expect(await edit(owner, url), 'its own link').toBe('Mentor Meera is saved.');

    await operate('retire_mentor', owner);
    expect(await edit(mentor, url), 'a link that has become free').toBe('Mentor Meera is saved.');
    await expectRefusal(operate('resume_mentor', owner), 'now belongs to another mentor');
  });

  test('a mentor’s record counts sessions, late cancellations, missing feedback and ratings', async () => {
    const name = randomUUID();
    const mentor = await newMentor({ name });
    const buyer = await newBuyer();
    const bookings = [];
    for (const hours of [2.1, 4.2, 6.3])
      bookings.push(await book(buyer.id, await newSlot(hours, { mentor }), buyer.pack));
    const gd = await newSlot(12.2, { mentor, kind: 'gd', minutes: 60 });
    await book(buyer.id, gd, buyer.pack);
    const [first, , third] = bookings;
    if (!first || !third) throw new Error('nothing was booked');
    await here.cancel(buyer.id, third);
    expect(await mentorRow(mentor)).toMatchObject({ upcoming: 3, ratings: 0, rating: null });
    await pass(14);
    await here.giveFeedback(first);
    await here.call(buyer.id, 'rate_session', {
      p_booking: first.id,
      p_score: 4,
      p_word: "'=Calm",
    });

    expect(await mentorRow(mentor)).toMatchObject({ upcoming: 0, ratings: 1, rating: '4.0' });
    expect(await query('select * from operations.ratings($1)', [mentor])).toMatchObject([
      { score: 4, word: "'=Calm", mentor: name, mentor_id: mentor, kind: 'interview' },
    ]);
    expect(await here.row('select word from operations.ratings()')).toEqual({ word: "'=Calm" });

    // The sessions may lie on both sides of the turn of a month.
    const done = await query(
      `select kind, sum(held)::integer as held, sum(late_cancelled)::integer as late_cancelled,
        sum(feedback_missing)::integer as feedback_missing, sum(minutes)::integer as minutes
      from (
        select distinct date_trunc('month', private.india_day(starts_at))::date as month
        from private.slots where mentor_id = $1
      ) as months cross join lateral operations.mentor_sessions(months.month) as done
      where done.mentor = $2 group by kind order by kind`,
      [mentor, name],
    );
    expect(done).toEqual([
      { kind: 'gd', held: 1, late_cancelled: 0, feedback_missing: 1, minutes: 60 },
      { kind: 'interview', held: 2, late_cancelled: 1, feedback_missing: 1, minutes: 90 },
    ]);
    const [thisMonth] = await query(
      `select coalesce(sum(held), 0)::integer as held_this_month
      from operations.mentor_sessions(private.india_day(now())) where mentor = $1`,
      [name],
    );
    expect(await mentorRow(mentor)).toMatchObject(thisMonth ?? {});
  });
});
