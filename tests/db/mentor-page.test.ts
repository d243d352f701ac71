/** A mentor's own page by link, reports that a mentor did not join, and meeting rooms (docs/product §15.85 to §15.89). */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Booking, everyDay } from '../samples/bookings.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { refundsOn } from '../samples/refunds.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();

const here = refundsOn(onEmbedded(database));
const { query, one, call, serve, operate, newMentor, newSlot, newBuyer, newBooked, book, pass } =
  here;

type Link = [mentor: number, version: number, made: number];
type Page = Record<'reports' | 'missing' | 'coming' | 'past' | 'free', ({ slot: string } & Row)[]> &
  Row;

/** A link made this many days ago. */
const link = (mentor: number, version = 1, days = 0): Link => [
  mentor,
  version,
  Math.floor(Date.now() / 1000 - days * 86_400),
];
const page = (to: Link) => serve<Page>('mentor_page', ...to);
const act = (mentor: number, asked: Row) => serve('act_by_mentor', ...link(mentor), asked);
const close = (mentor: number, ...slots: string[]) => act(mentor, { act: 'close', slots });
const answer = (mentor: number, slot: string, text = 'I was there.') =>
  act(mentor, { act: 'answer', slot, text });
const stateOf = (slot: string) =>
  one<string>('select state from private.slots where id = $1', [slot]);
const mentorOf = (slot: string) =>
  one<number>('select mentor_id from private.slots where id = $1', [slot]);
const mailsTo = (kind: string, mentor: number) => here.mailsOf(kind, 'mentor_id', String(mentor));

describe('opening a mentor’s page by link', () => {
  test('§15.85 a mentor’s link works for 30 days, and a link with the wrong version or mentor is refused', async () => {
    const mentor = await newMentor();
    expect(await page(link(mentor))).toMatchObject({ name: 'Meera', paused_until: null });
    await expect(page(link(mentor, 1, 29.9))).resolves.toBeDefined();
    await expectRefusal(page(link(mentor, 1, 30)), 'page_link_expired');
    for (const wrong of [link(mentor, 2), link(0)])
      await expectRefusal(page(wrong), 'link_not_valid');
  });

  test('§15.85 a link that has been replaced neither opens the page nor allows an action', async () => {
    const [mentor, , made] = link(await newMentor());
    const old: Link = [mentor, 1, made];
    await operate('send_mentor_link', mentor, true);
    const meeting = { act: 'meeting', url: 'https://evil.example' };
    for (const refused of [page(old), serve('act_by_mentor', ...old, meeting)])
      await expectRefusal(refused, 'link_not_valid');
    await expect(page(link(mentor, 2))).resolves.toBeDefined();
  });

  test('§15.85 the desk emails the link, and changing the mentor’s address sends every waiting email to the new address', async () => {
    const mentor = await newMentor({ email: 'old@example.com' });
    await operate('send_mentor_link', mentor);
    await operate('send_mentor_link', mentor, true);
    expect(await mailsTo('mentor_page', mentor)).toHaveLength(2);
    await newBooked(100, { mentor });
    await operate('edit_mentor', mentor, 'Meera', '', 'new@example.com', null);
    const waiting =
      "select distinct recipient from private.outbox where payload ->> 'mentor_id' = $1";
    expect(await query(waiting, [String(mentor)])).toEqual([{ recipient: 'new@example.com' }]);
    const claimed = await query(
      `select recipient, payload from public.claim_mails(1000)
      where kind = 'mentor_page' and payload ->> 'mentor_id' = $1`,
      [String(mentor)],
    );
    expect(claimed).toMatchObject(
      [1, 2].map(() => ({ recipient: 'new@example.com', payload: { page_version: 3 } })),
    );
  });
});

describe('a mentor’s page', () => {
  test('§15.85 the page shows the mentor’s booked and free sessions, and nothing about anyone else', async () => {
    const mentor = await newMentor();
    const [free, gd, other] = [
      await newSlot(50, { mentor }),
      await newSlot(48, { mentor, kind: 'gd' }),
      await newBooked(40),
    ];
    const { id, email, pack } = await newBuyer();
    await book(id, gd, pack, 'IIM Kozhikode');
    await here.wait(id);
    const shown = await page(link(mentor));
    expect(shown).toMatchObject({
      coming: [{ slot: gd, taken: 1, members: [{ name: 'Asha', institute: 'IIM Kozhikode' }] }],
      free: [{ slot: free, taken: 0 }],
      missing: [],
      reports: [],
      waiting: [],
    });
    const text = JSON.stringify(shown);
    for (const hidden of [id, email, other.slot, other.booking.id])
      expect(text).not.toContain(hidden);
  });

  test('§15.93 the page counts up to a hundred members who are waiting for a kind of session and for whom no time is open on their days', async () => {
    await query(`with people as (
        insert into auth.users (id, email)
        select gen_random_uuid(), 'waits' || n || '@example.com' from generate_series(1, 101) as n
        returning id
      )
      insert into private.waiting_times (member_id, kind, days) select id, 'gd', 127 from people`);
    const waiting = async () => (await page(link(await newMentor()))).waiting;
    await query(
      "update private.slots set state = 'called_off', called_off_by = 'us' where kind = 'gd'",
    );
    expect(await waiting()).toContainEqual({ kind: 'gd', members: 100 });
    await newSlot(50, { kind: 'gd' });
    expect(await waiting(), 'a time is now free on a day that the members chose').toEqual([]);
  });

  test('§15.85 the page lists sessions without feedback, with the first names of those who wait for it, while feedback can still be given', async () => {
    const mentor = await newMentor();
    const { id, pack } = await newBuyer();
    const [first, second] = [await newSlot(30, { mentor }), await newSlot(31, { mentor })];
    const booking = await book(id, first, pack);
    await book(id, second, pack);
    const missing = async () => (await page(link(mentor))).missing.map(({ slot }) => slot);
    expect(await missing()).toEqual([]);
    await pass(32);
    expect(await missing()).toEqual([first, second]);
    const others = async (slot: string) =>
      (await serve<{ others: number }>('feedback_page', ...(await here.linkOf(slot)))).others;
    expect(await others(second), '§15.108').toBe(1);
    await here.giveFeedback(booking);
    expect(await others(second)).toBe(0);
    expect(await missing()).toEqual([second]);
    expect((await page(link(mentor))).missing).toMatchObject([{ members: [{ name: 'Asha' }] }]);
    await pass(14 * 24);
    expect(await missing()).toEqual([]);
  });

  test('§15.108 the page shows the last five sessions, each with its member’s rating once feedback is given', async () => {
    const mentor = await newMentor();
    const held = [];
    for (const hours of [25, 26, 27, 28, 29, 30]) held.push(await newBooked(hours, { mentor }));
    const past = async () => (await page(link(mentor))).past;
    expect(await past()).toEqual([]);
    await pass(31);
    const [, , , , , last] = held;
    if (!last) throw new Error('There is no session.');
    await call(last.id, 'rate_session', {
      p_booking: last.booking.id,
      p_score: 2,
      p_word: 'Too fast',
    });
    expect(await past(), 'a mentor does not read ratings before giving feedback').toMatchObject(
      held
        .toReversed()
        .slice(0, 5)
        .map(({ slot }) => ({ slot, said: [] })),
    );
    await here.giveFeedback(last.booking);
    const [newest] = await past();
    expect(newest).toMatchObject({ slot: last.slot, said: [{ score: 2, word: 'Too fast' }] });
    expect(JSON.stringify(newest)).not.toContain('Asha');
    expect(
      (await page(link(await newMentor()))).past,
      'another mentor does not read the ratings',
    ).toEqual([]);
  });

  test('§15.108 the page says which past sessions no member joined, and which were returned to all their members', async () => {
    const mentor = await newMentor();
    const [kept, absent] = [await newBooked(25, { mentor }), await newBooked(26, { mentor })];
    const gd = await newSlot(27, { mentor, kind: 'gd' });
    const [first, second] = [await newBuyer(), await newBuyer()];
    const bookings = [
      await book(first.id, gd, first.pack),
      await book(second.id, gd, second.pack),
    ] as const;
    await pass(29);
    await serve('finish_sessions');
    const outcomes = async () => (await page(link(mentor))).past.map(({ outcome }) => outcome);
    await here.giveFeedback(kept.booking);
    await here.giveFeedback(absent.booking, { attended: false });
    await here.giveFeedback(bookings[0], { attended: false });
    expect(await outcomes()).toEqual([null, 'absent', null]);
    for (const { id } of bookings) await operate('give_session_back', id);
    expect(await outcomes()).toEqual(['returned', 'absent', null]);
  });

  test('§15.86 a mentor previews a weekly pattern of times, sees every clash, and then opens the times', async () => {
    const mentor = await newMentor();
    const pattern = async (from: number, to: number) => ({
      ...{ kind: 'interview', weekdays: everyDay, at: '10:00', minutes: 45 },
      ...{ from_day: await here.day(from), to_day: await here.day(to) },
    });
    const preview = async (from: number, to: number) =>
      act(mentor, { act: 'preview', ...(await pattern(from, to)) });
    const open = async (from: number, to: number) =>
      act(mentor, { act: 'open', ...(await pattern(from, to)) });
    expect(await open(2, 2)).toBe(1);
    await act(mentor, { act: 'pause', until: await here.day(1) });
    expect(await preview(-1, 3)).toMatchObject([
      { clash: 'past' },
      {},
      { clash: expect.stringMatching(/^Meera is away until /) },
      { clash: 'Meera has a session then' },
      { clash: null },
    ]);
    expect(await open(-1, 3)).toBe(1);
    expect(await open(-1, 3)).toBe(0);
    await expectRefusal(open(360, 367), 'act_not_valid');
    expect((await page(link(mentor))).free).toHaveLength(2);
    await operate('retire_mentor', mentor);
    await expectRefusal(open(4, 5), 'mentor_has_left');
    expect(await page(link(mentor))).toMatchObject({ has_left: true, free: [] });
  });

  test('§15.102 a mentor can have up to 500 open times, including any taken over from others, and closing one makes room for another', async () => {
    const mentor = await newMentor();
    const days = { weekdays: everyDay, minutes: 15, from_day: await here.day(1) };
    const open = async (at: string, last: number) =>
      act(mentor, { act: 'open', kind: 'interview', at, ...days, to_day: await here.day(last) });
    expect([await open('10:00', 300), await open('11:00', 199)]).toEqual([300, 199]);
    await expectRefusal(open('12:00', 2), 'too_many_times');
    expect(await open('12:00', 1)).toBe(1);
    const { free } = await page(link(mentor));
    expect(free).toHaveLength(500);
    await expectRefusal(open('13:00', 1), 'too_many_times');
    const onDesk = () =>
      operate(
        'open_slots',
        mentor,
        'interview',
        everyDay,
        '13:00',
        15,
        days.from_day,
        days.from_day,
      );
    await expectRefusal(onDesk(), 'too_many_times');
    expect(await open('10:00', 300), 'the times that are open already count').toBe(0);
    await close(mentor, ...free.slice(0, 1).map(({ slot }) => slot));
    expect(await onDesk()).toMatch(/: 1 interview of 15 minutes open, [^.]+\.$/);
    const another = await newSlot(400 * 24);
    const takeOver = () => operate('replace_mentor', another, mentor);
    await expectRefusal(takeOver(), 'too_many_times');
    await close(mentor, ...free.slice(1, 2).map(({ slot }) => slot));
    expect(await takeOver()).toMatch(/takes this session/);
  });

  test('§15.87 a mentor closes either all of their selected free times or none of them', async () => {
    const mentor = await newMentor();
    const [first, second, booked] = [
      await newSlot(50, { mentor }),
      await newSlot(52, { mentor }),
      await newSlot(54, { mentor }),
    ];
    const { id, pack } = await newBuyer();
    await book(id, booked, pack);
    for (const wrong of [booked, await newSlot(60), randomUUID()]) {
      await expectRefusal(close(mentor, first, wrong), 'slot_not_free');
    }
    expect(await stateOf(first)).toBe('open');
    const begun = await newSlot(1, { mentor });
    await pass(2);
    await expectRefusal(close(mentor, begun), 'slot_not_free');
    expect((await page(link(mentor))).free.map(({ slot }) => slot)).toEqual([first, second]);
    await close(mentor, first, second);
    expect([await stateOf(first), await stateOf(booked)]).toEqual(['called_off', 'open']);
    expect(await one('select called_off_by from private.slots where id = $1', [first])).toBe(
      'mentor',
    );
    await expectRefusal(close(mentor, first), 'slot_not_free');
    const log = 'select who, action from operations.log where about = $1 order by id desc limit 1';
    expect(await query(log, [String(mentor)])).toEqual([{ who: 'mentor', action: 'cancel_slots' }]);
  });

  test('§15.94 a mentor can set a topic only for their own GD, and only until it starts', async () => {
    const [mentor, other] = [await newMentor(), await newMentor()];
    const [gd, interview, foreign, closed] = [
      await newSlot(50, { mentor, kind: 'gd' }),
      await newSlot(52, { mentor }),
      await newSlot(50, { mentor: other, kind: 'gd' }),
      await newSlot(54, { mentor, kind: 'gd' }),
    ];
    await operate('cancel_slot', closed);
    const { id, pack } = await newBuyer();
    await query("select operations.put_material('gd', 'Is merit luck?', '# Before you speak')");
    const set = (slot: string, topic: string) => act(mentor, { act: 'topic', slot, topic });
    const coming = (has_begun: boolean, topic: string | null) => ({
      coming: [{ has_begun, topic }],
    });
    await set(gd, 'Cars?');
    expect(await page(link(mentor)), 'no one has booked the GD yet').toMatchObject({
      free: [{ topic: 'Cars?' }, { topic: null }],
      topics: ['Is merit luck?'],
    });
    await book(id, gd, pack);
    expect(await page(link(mentor))).toMatchObject(coming(false, 'Cars?'));
    await set(gd, ' Should cities\u202e ban cars? ');
    expect(await page(link(mentor))).toMatchObject(coming(false, 'Should cities ban cars?'));
    const log = 'select who, action from operations.log where about = $1 order by id desc limit 1';
    expect(await query(log, [gd])).toEqual([{ who: 'mentor', action: 'set_gd_topic' }]);
    await expectRefusal(set(gd, '\u202e '), 'act_not_valid');
    for (const wrong of [interview, foreign, closed, randomUUID()])
      await expectRefusal(set(wrong, 'Cars?'), 'no_topic_to_set');
    await here.startIn(gd, -0.1);
    await expectRefusal(set(gd, 'Too late?'), 'no_topic_to_set');
    expect(await page(link(mentor))).toMatchObject(coming(true, 'Should cities ban cars?'));
    expect(await query('select id from private.slots where topic is not null')).toEqual([
      { id: gd },
    ]);
  });

  test('§15.87 a mentor can begin and end a pause, but cannot return after leaving', async () => {
    const mentor = await newMentor();
    const free = await newSlot(30, { mentor });
    const pause = (until: string | null) => act(mentor, { act: 'pause', until });
    const until = await here.day(5);
    for (const wrong of [-1, 367])
      await expectRefusal(pause(await here.day(wrong)), 'act_not_valid');
    await pause(until);
    expect(await page(link(mentor))).toMatchObject({ paused_until: until, free: [] });
    expect(await stateOf(free)).toBe('called_off');
    await pause(null);
    await pause(null);
    expect(await page(link(mentor))).toMatchObject({ paused_until: null });
    const past = 'private.mentors set paused_until = private.india_day(now()) - 1 where id = $1';
    await here.edit(past, mentor);
    expect(await page(link(mentor)), 'a pause that is over is not shown').toMatchObject({
      paused_until: null,
    });
    await operate('retire_mentor', mentor);
    await expectRefusal(pause(null), 'mentor_has_left');
  });
});

test('§15.85 the previous evening’s email lists the day’s sessions as they stand when it is sent', async () => {
  const mentor = await newMentor({ email: 'evening@example.com' });
  const { id, pack } = await newBuyer();
  const noon = await one<string>(
    "select (private.india_day(now()) + 3 + time '12:00') at time zone 'Asia/Kolkata'",
  );
  const at = (hours: number) =>
    one<string>(
      `insert into private.slots (kind, mentor_id, starts_at, minutes, seats, minimum)
      values ('interview', $1, $2::timestamptz + $3 * interval '1 hour', 45, null, null) returning id`,
      [mentor, noon, hours],
    );
  const [first, second] = [await at(0), await at(2)];
  const booked = await book(id, first, pack);
  await book(id, second, pack);
  const [mail, ...others] = await query(
    `select private.late_payload(kind, payload) as news, due_at = $1::timestamptz - interval '18 hours' as is_evening,
      not_after = due_at + interval '12 hours' as is_by_morning
    from private.outbox where kind = 'mentor_day' and recipient = 'evening@example.com'`,
    [noon],
  );
  expect(others).toEqual([]);
  const news = { page_version: 1, sessions: [{}, {}] };
  expect(mail).toMatchObject({ is_evening: true, is_by_morning: true, news });
  await book(id, await at(24), pack);
  const sessions = `select jsonb_array_length(private.late_payload(kind, payload) -> 'sessions')
    from private.outbox where kind = 'mentor_day' and recipient = 'evening@example.com' order by due_at`;
  expect(await here.texts(sessions), 'each day has its own email').toEqual(['2', '1']);
  const holds = async () => (await mailsTo('mentor_day', mentor)).map((sent) => sent['holds']);
  await here.cancel(id, booked);
  expect(await holds()).toEqual([true, true]);
  await operate('cancel_slot', second);
  expect(await holds()).toEqual([false, true]);
  const today = await mentorOf((await newBooked(3)).slot);
  expect(await mailsTo('mentor_day', today), 'the evening before is over').toEqual([]);
});

describe('reporting that the mentor did not join', () => {
  /** A session that is over and was reported this many hours ago. */
  async function reported(hours = 0) {
    const booked = await newBooked(30);
    await pass(31);
    await call(booked.id, 'report_no_mentor', { p_booking: booked.booking.id });
    await ago(booked.booking, hours);
    return { ...booked, mentor: await mentorOf(booked.slot) };
  }
  const ago = (booking: Booking, hours: number) =>
    here.set('bookings', booking, `no_mentor_at = now() - ${hours} * interval '1 hour'`);
  const settle = () => serve<number>('settle_missing_mentors');
  const given = (booking: Booking) =>
    one<boolean>('select given_back_at is not null from private.bookings where id = $1', [
      booking.id,
    ]);
  const missed = (mentor: number) =>
    one('select missed from operations.mentors where mentor = $1', [mentor]);
  const listed = (booking: Booking) =>
    here.row('select * from operations.missing_mentors where booking = $1', booking.id);
  const matters = async () =>
    (await here.texts('select matter from private.matters_now')).join(' ');

  test('§15.88 a reported session returns to the pack after 72 hours without an answer, and the member and the mentor are told', async () => {
    const { id, pack, slot, booking, mentor } = await reported(71.9);
    const until = await call(id, 'report_no_mentor', { p_booking: booking.id });
    const [shown] = (await here.sessions(id)).past;
    expect(new Date(shown?.answer_until ?? 0)).toEqual(until);
    const confirmed = await here.mailsOf('session_reported', 'booking', booking.id);
    expect(confirmed, 'and the report confirmed once').toMatchObject([{ holds: true }]);
    expect(await mailsTo('mentor_reported', mentor), 'the mentor is asked once').toMatchObject([
      { holds: true },
    ]);
    const isFirst =
      "select no_mentor_at < now() - interval '71 hours' from private.bookings where id = $1";
    expect(await one(isFirst, [booking.id]), 'reporting again gives no more time').toBe(true);
    expect(await page(link(mentor))).toMatchObject({ reports: [{ slot }] });
    expect(await listed(booking)).toMatchObject({ answer: null, comes_back_at: expect.anything() });
    expect([await settle(), await given(booking), await missed(mentor)]).toEqual([0, false, 0]);
    await ago(booking, 72.1);
    await expectRefusal(answer(await newMentor(), slot), 'nothing_to_answer');
    expect(await settle()).toBe(1);
    expect(await settle()).toBe(0);
    expect(await here.balance(id, pack)).toMatchObject({ remaining: 5 });
    expect(await here.mailsOf('session_given_back', 'booking', booking.id)).toMatchObject([
      { payload: { no_mentor: true, is_free: false } },
    ]);
    expect(await mailsTo('mentor_reported', mentor)).toMatchObject([{ holds: false }]);
    expect(await here.mailsOf('session_reported', 'booking', booking.id)).toMatchObject([
      { holds: false },
    ]);
    expect(await missed(mentor)).toBe(1);
    expect(await listed(booking)).toBeUndefined();
    await expectRefusal(answer(mentor, slot), 'nothing_to_answer');
  });

  test('§15.88 the mentor is asked about each member’s report on a GD, and told until when to answer', async () => {
    const slot = await newSlot(30, { kind: 'gd' });
    const members = [await newBuyer(), await newBuyer()];
    const bookings = [];
    for (const { id, pack } of members) bookings.push(await book(id, slot, pack));
    await pass(31);
    for (const [nth, booked] of bookings.entries()) {
      await call(members[nth]?.id ?? '', 'report_no_mentor', { p_booking: booked.id });
      const shown = await page(link(await mentorOf(slot)));
      expect(shown.missing, 'only the other member waits for feedback').toMatchObject(
        nth === 0 ? [{ members: [{ name: 'Asha' }] }] : [],
      );
    }
    const asked = await query(
      `select (payload ->> 'answer_until')::timestamptz = bookings.no_mentor_at + interval '72 hours' as in_time
      from private.outbox join private.bookings on bookings.id::text = payload ->> 'booking'
      where kind = 'mentor_reported' and payload ->> 'slot' = $1`,
      [slot],
    );
    expect(asked).toEqual([{ in_time: true }, { in_time: true }]);
    await serve('finish_sessions');
    const mentor = await mentorOf(slot);
    await act(mentor, { act: 'missed', slot });
    const held = await one('select held from private.mentors where id = $1', [mentor]);
    expect(held, '§4.25 the GD leaves the mentor’s total once').toBe(0);
  });

  test('§15.88 a mentor who confirms that they did not join returns the session right away, even before it ends', async () => {
    const { id, pack, slot, booking } = await newBooked(30);
    const mentor = await mentorOf(slot);
    await pass(30.3);
    const confirm = (by: number) => act(by, { act: 'missed', slot });
    await expectRefusal(confirm(mentor), 'nothing_to_answer');
    await call(id, 'report_no_mentor', { p_booking: booking.id });
    await expectRefusal(confirm(await newMentor()), 'nothing_to_answer');
    await confirm(mentor);
    await expectRefusal(confirm(mentor), 'nothing_to_answer');
    expect(await here.balance(id, pack)).toMatchObject({ remaining: 5 });
    expect(await here.mailsOf('session_given_back', 'booking', booking.id)).toMatchObject([
      { payload: { no_mentor: true } },
    ]);
    await pass(1);
    await serve('finish_sessions');
    expect(await page(link(mentor))).toMatchObject({ reports: [], missing: [] });
    expect(await missed(mentor)).toBe(1);
    const held = 'select held from private.mentors where id = $1';
    expect(await one(held, [mentor]), 'visitors see only sessions that took place').toBe(0);
  });

  test('§15.88 a mentor’s answer stops the automatic return, so an operator decides', async () => {
    const { id, slot, booking, mentor } = await reported(50);
    const waiting = { reports: [{ slot, members: [{ name: 'Asha' }] }], missing: [] };
    expect(await page(link(mentor)), 'the report comes before the feedback').toMatchObject(waiting);
    await answer(mentor, slot, ' I waited.\n\nNobody came. ');
    await expectRefusal(answer(mentor, slot), 'nothing_to_answer');
    expect(await call(id, 'report_no_mentor', { p_booking: booking.id })).toBeNull();
    expect(await page(link(mentor))).toMatchObject({ reports: [], missing: [{ slot }] });
    await ago(booking, 100);
    expect(await settle()).toBe(0);
    expect(await listed(booking)).toMatchObject({
      answer: 'I waited.\n\nNobody came.',
      comes_back_at: null,
    });
    expect(await matters()).toContain(`mentor says otherwise ${booking.id}`);
    expect(await missed(mentor)).toBe(1);
    const isOpen = async () =>
      (await here.sessions(id)).past.map(({ report_is_open }) => report_is_open);
    expect(await isOpen()).toEqual([true]);
    await operate('mentor_came', booking.id);
    expect(await isOpen()).toEqual([false]);
    expect(await matters()).not.toContain(booking.id);
    expect([await missed(mentor), await listed(booking), await given(booking)]).toEqual([
      0,
      undefined,
      false,
    ]);
    await expectRefusal(operate('mentor_came', booking.id), 'This report has been settled already');
    const { sessions } = await serve<{ sessions: { bookings: Row[] } }>('export_member', id, 'x');
    expect(sessions.bookings).toMatchObject([{ mentor_answer: 'I waited.\n\nNobody came.' }]);
    await here.pass(366 * 24);
    await serve('forget_old_sessions');
    const kept = () =>
      one('select mentor_answer from private.bookings where id = $1', [booking.id]);
    expect(await kept()).toBe('');
    await here.set('bookings', booking, "mentor_answer = 'He said so.'");
    await serve('erase_account', id, true);
    expect(await kept()).toBe('');
  });

  test('§15.88 feedback from the mentor counts as an answer to a report, and a refund request closes the report', async () => {
    const first = await reported(80);
    await here.giveFeedback(first.booking);
    const second = await reported(80);
    await here.askSession(second.id, second.booking, 47_980);
    expect(await settle()).toBe(0);
    expect(await listed(first.booking)).toMatchObject({ answer: 'gave feedback' });
    expect(await listed(second.booking)).toBeUndefined();
    await expectRefusal(answer(first.mentor, first.slot), 'nothing_to_answer');
  });

  test('§15.88 the feedback page shows each member’s report on a GD, until feedback on that member answers it', async () => {
    const slot = await newSlot(30, { kind: 'gd' });
    const join = async () => {
      const { id, pack } = await newBuyer();
      return { member: id, ...(await book(id, slot, pack)) };
    };
    const [first, second] = [await join(), await join(), await join()];
    await pass(31);
    for (const { member, id } of [first, second]) {
      await call(member, 'report_no_mentor', { p_booking: id });
    }
    await ago(first, 10);
    const shown = async () => {
      const { members } = await serve<{ members: (Row & { report_until: string | null })[] }>(
        'feedback_page',
        ...(await here.linkOf(slot)),
      );
      return members.map(({ booking, report_until }) => ({
        booking,
        left: report_until && Math.round((Date.parse(report_until) - Date.now()) / 3_600_000),
      }));
    };
    const others = [{ booking: second.id, left: 72 }, { left: null }];
    expect(await shown()).toMatchObject([{ left: 62 }, ...others]);
    await here.giveFeedback(first, { attended: false });
    expect(await shown(), 'this is the answer').toMatchObject([{ left: null }, ...others]);
    expect(await here.mailsOf('feedback_ready', 'booking', first.id)).toMatchObject([
      { payload: { attended: false, is_reported: true } },
    ]);
  });

  test('§15.88 an operator can return a reported session early, and the member is told once', async () => {
    const { booking } = await reported(1);
    await serve('finish_sessions');
    await operate('give_session_back', booking.id);
    await ago(booking, 80);
    expect(await settle()).toBe(0);
    expect(await here.mailsOf('session_given_back', 'booking', booking.id)).toHaveLength(1);
  });

  test('§15.88 deciding on one report leaves another mentor’s report open', async () => {
    const [first, second] = [await reported(), await reported()];
    for (const { mentor, slot } of [first, second]) {
      expect(await page(link(mentor))).toMatchObject({ reports: [{ slot }] });
    }
    await operate('mentor_came', first.booking.id);
    expect(await listed(second.booking)).toMatchObject({ answer: null });
  });

  test('§15.85 the page does not name a member who cancelled', async () => {
    const mentor = await newMentor();
    const gd = await newSlot(48, { mentor, kind: 'gd' });
    const [stays, quits] = [await newBuyer(), await newBuyer()];
    await book(stays.id, gd, stays.pack, 'IIM Indore');
    await here.cancel(quits.id, await book(quits.id, gd, quits.pack, 'IIM Kashipur'));
    const coming = [{ members: [{ institute: 'IIM Indore' }] }];
    expect(await page(link(mentor))).toMatchObject({ coming });
  });
});

describe('giving sessions a meeting room', () => {
  beforeAll(() => serve('set_room_service', 'https://meet.example.org/{room}'));
  const urlOf = (slot: string) => one<string>('select private.meeting_url($1)', [slot]);
  const setLink = (mentor: number, url: string) => act(mentor, { act: 'meeting', url });

  test('§15.89 a session whose mentor has no meeting link gets its own room with an address that no one can guess', async () => {
    const mentor = await newMentor();
    const [slot, next] = [await newSlot(50, { mentor }), await newSlot(52, { mentor })];
    expect(await urlOf(slot)).toMatch(/^https:\/\/meet\.example\.com\/meera-/);
    await setLink(mentor, ' ');
    expect(await urlOf(slot)).toMatch(/^https:\/\/meet\.example\.org\/[0-9a-f]{32}$/);
    expect(await urlOf(slot)).not.toBe(await urlOf(next));
    expect(await page(link(mentor))).toMatchObject({ meeting_url: null, has_rooms: true });
    for (const wrong of ['http://meet.example.com', 'javascript:alert(1)', 'https://a b']) {
      await expectRefusal(setLink(mentor, wrong), 'act_not_valid');
    }
    await setLink(mentor, ' https://meet.example.com/own ');
    expect(await urlOf(slot)).toBe('https://meet.example.com/own');
    const log = 'select who, action from operations.log where about = $1 order by id desc limit 1';
    expect(await query(log, [String(mentor)]), '§22.7').toEqual([
      { who: 'mentor', action: 'set_meeting_link' },
    ]);
  });

  test('§15.89 a member joins the session’s room, and a new mentor gets a new room', async () => {
    const { id, slot, booking } = await newBooked(30);
    const [before, after] = [await mentorOf(slot), await newMentor()];
    for (const mentor of [before, after]) await setLink(mentor, '');
    const first = await urlOf(slot);
    await operate('replace_mentor', slot, after);
    await pass(29.9);
    const joined = await call(id, 'join_session', { p_booking: booking.id });
    expect(joined).toMatch(/^https:\/\/meet\.example\.org\/[0-9a-f]{32}$/);
    expect(joined).not.toBe(first);
  });

  test('§15.89 a mentor’s emails go out with the newest meeting link', async () => {
    const { slot } = await newBooked(48);
    const mentor = await mentorOf(slot);
    await setLink(mentor, 'https://meet.example.com/newest');
    const news = (kind: string) =>
      one<Row>(
        'select private.late_payload(kind, payload) from private.outbox where kind = $1 and payload ->> $2 = $3',
        [kind, 'slot', slot],
      );
    const newest = { meeting_url: 'https://meet.example.com/newest', page_version: 1 };
    expect(await news('mentor_booked')).toEqual(newest);
    await operate('replace_mentor', slot, await newMentor());
    expect(await news('mentor_replaced')).toEqual({ page_version: 1 });
  });

  test('§15.89 room addresses use the current room service, and sessions have no rooms without a service', async () => {
    const mentor = await newMentor();
    await setLink(mentor, '');
    const slot = await newSlot(50, { mentor });
    await serve('set_room_service', 'https://rooms.example.org/a-{room}?x=1');
    expect(await urlOf(slot)).toMatch(/^https:\/\/rooms\.example\.org\/a-[0-9a-f]{32}\?x=1$/);
    expect(await serve('launch_facts')).toMatchObject({ sessions: { without_room: 0 } });
    await serve('set_room_service', null);
    expect(await urlOf(slot)).toBeNull();
    const without = 'private.mentors where meeting_url is null and retired_at is null';
    expect(await serve('launch_facts')).toMatchObject({
      sessions: { without_room: await here.count(without) },
    });
  });

  test('§15.89 a mentor can set only their own meeting link', async () => {
    const [own, other] = [await newSlot(50), await newSlot(50)];
    const url = 'https://meet.example.com/mine';
    await setLink(await mentorOf(own), url);
    expect(await urlOf(own)).toBe(url);
    expect(await urlOf(other)).not.toBe(url);
    await expectRefusal(setLink(await mentorOf(other), url), 'meeting_link_taken');
    await setLink(await mentorOf(own), url);
  });
});
