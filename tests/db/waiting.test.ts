/** Members who wait for a time (docs/product §15.90 to §15.93). */
import { beforeEach, describe, expect, test } from 'vitest';
import { aYearAgo, bookingsOn } from '../samples/bookings.ts';
import { onEmbedded, type Row } from '../samples/caller.ts';
import { refundsOn } from '../samples/refunds.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();

const caller = onEmbedded(database);
const here = bookingsOn(caller);
const refunds = refundsOn(caller);
const { query, one, call, newMember, newSlot, newBuyer, book, cancel, wait, serve } = here;

// Times of other tests would be news here.
beforeEach(async () => {
  await query('delete from private.waiting_times');
  await query(
    "update private.slots set state = 'called_off', called_off_by = 'us' where state = 'open'",
  );
});

/** A member who has a pack and waits. */
async function newWaiter(kind?: string, weekdays?: string[]) {
  const buyer = await newBuyer();
  await wait(buyer.id, kind, weekdays);
  return buyer;
}

const waitsOf = async (member: string) => (await here.sessions(member)).waiting_times;
const mails = (member: string) => here.mailsOf('time_opened', 'user_id', member);
const tell = () => serve<number>('tell_waiting');
/** Moves everything that is known an hour into the past. */
async function hourPasses(): Promise<void> {
  await query(`update private.slots
    set free_since = free_since - interval '1 hour', full_since = full_since - interval '1 hour'`);
  await query(`update private.waiting_times
    set asked_at = asked_at - interval '1 hour', told_at = told_at - interval '1 hour'`);
}

/** Moves a member's request to before everything that is open. */
const askedBefore = (member: string) =>
  query(
    "update private.waiting_times set asked_at = now() - interval '1 hour' where member_id = $1",
    [member],
  );

/** A time, and its day of the week in India. */
async function newSlotOn(hours: number, kind = 'interview') {
  const slot = await newSlot(hours, { kind });
  const day = await one<string>(
    "select lower(to_char(starts_at at time zone 'Asia/Kolkata', 'Dy')) from private.slots where id = $1",
    [slot],
  );
  return { slot, day };
}

describe('only members who can book can wait for a time', () => {
  test('§15.90 a member can wait for one kind of session on chosen days, and can change or cancel the request', async () => {
    const { id } = await newWaiter('gd', ['sun', 'mon']);
    await wait(id);
    const until = expect.any(String);
    expect(await waitsOf(id)).toEqual([
      { kind: 'gd', weekdays: ['mon', 'sun'], school: null, until },
      {
        kind: 'interview',
        weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
        school: null,
        until,
      },
    ]);
    await wait(id, 'gd', ['tue']);
    await call(id, 'stop_waiting', { p_kind: 'interview' });
    expect(await waitsOf(id)).toEqual([{ kind: 'gd', weekdays: ['tue'], school: null, until }]);
    expect(await one<Row>('select public.export_member($1)', [id])).toMatchObject({
      sessions: { waiting_times: [{ kind: 'gd' }] },
    });
    expect(await waitsOf((await newBuyer()).id), 'another member does not wait').toEqual([]);
  });

  test.each([[[]], [['someday']], [['mon', 'someday']], [null]])(
    '§15.90 a request to wait for times on the days %j is refused',
    async (weekdays) => {
      await expectRefusal(wait((await newBuyer()).id, 'gd', weekdays), 'no_day_chosen');
    },
  );

  test('§15.90 a member who is not able to book cannot wait for a time', async () => {
    const { id } = await newMember();
    await expectRefusal(wait(id), 'nothing_left');
    const stranger = await newBuyer();
    await expectRefusal(
      call(stranger.id, 'wait_for_time', { p_kind: 'gd', p_weekdays: ['mon'] }),
      'address_not_proven',
    );
    await here.grantFree(id);
    await expectRefusal(wait(id, 'gd'), 'nothing_left');
    await wait(id);
    const single = await newBuyer('single');
    await book(single.id, await newSlot(48), single.pack);
    await expectRefusal(wait(single.id), 'nothing_left');
  });

  test('§15.90 a member cannot wait with an expired, refunded or disputed pack, or with a used or lapsed free interview', async () => {
    const ended = await newBuyer('super-value', aYearAgo(-2));
    const returned = await newBuyer();
    await refunds.ask(returned.id, returned.pack);
    const disputed = await newBuyer();
    await refunds.reportDispute(disputed.pack, 'created');
    const [used, lapsed] = [await newMember(), await newMember()];
    for (const { id } of [used, lapsed]) await here.grantFree(id);
    await book(used.id, await newSlot(48));
    await query('update private.free_grants set lapses_at = now() where member_id = $1', [
      lapsed.id,
    ]);
    for (const { id } of [ended, returned, disputed, used, lapsed]) {
      await expectRefusal(wait(id), 'nothing_left');
    }
  });

  test('§15.93 the owner sees how many members are waiting, by kind and day', async () => {
    await newWaiter('interview', ['sat', 'sun']);
    await newWaiter('interview', ['sun']);
    await newWaiter('gd', ['mon']);
    expect(await query('select * from operations.waiting_members')).toEqual([
      { kind: 'interview', weekday: 'sat', members: 1 },
      { kind: 'interview', weekday: 'sun', members: 2 },
      { kind: 'gd', weekday: 'mon', members: 1 },
    ]);
  });
});

describe('emailing members about newly opened times', () => {
  test('§15.91 a member who is waiting for the kind and day of a newly opened time gets one email', async () => {
    await newSlotOn(60);
    const all = [await newWaiter(), await newWaiter()];
    expect(await tell(), 'a time that was free before is not news').toBe(0);
    const { slot, day } = await newSlotOn(48);
    const others = [await newWaiter('interview', [day === 'mon' ? 'tue' : 'mon'])];
    others.push(await newWaiter('gd'));
    // These members were waiting when the time opened; only its weekday was not known yet.
    await query('update private.slots set free_since = now() where id = $1', [slot]);
    expect(await tell()).toBe(2);
    for (const { id, email } of all) {
      expect(await mails(id)).toMatchObject([{ recipient: email, holds: true }]);
    }
    for (const { id } of others) expect(await mails(id)).toEqual([]);
    expect(await tell(), 'no one gets the same news twice').toBe(0);
    await newSlot(48, { kind: 'gd' });
    expect(await tell(), 'the member waiting for a GD is still told').toBe(1);
    await newSlot(48 + 24 * (day === 'mon' ? 1 : 0));
    const [first] = others;
    await query('update private.waiting_times set days = 127 where member_id = $1', [first?.id]);
    expect(await tell()).toBe(1);
  });

  test('§15.91 a member gets one email an hour, for both kinds of session together', async () => {
    const { id } = await newWaiter();
    await wait(id, 'gd');
    await newSlotOn(48);
    await newSlotOn(60, 'gd');
    expect(await tell()).toBe(1);
    await newSlotOn(72);
    expect(await tell(), 'no second email goes out within the hour').toBe(0);
    await call(id, 'stop_waiting', { p_kind: 'gd' });
    await wait(id, 'gd');
    await newSlotOn(84, 'gd');
    expect(await tell(), 'the hour counts for every kind').toBe(0);
    await hourPasses();
    expect(await tell(), 'times that opened meanwhile are told afterwards').toBe(1);
    await hourPasses();
    expect(await tell(), 'no time has opened since').toBe(0);
    expect(await mails(id)).toHaveLength(2);
    const { free, token } = await one<{ free: Row[]; token: string }>(
      "select private.late_payload('time_opened', jsonb_build_object('user_id', $1::text))",
      [id],
    );
    expect(free).toMatchObject([
      { kind: 'interview', times: 2 },
      { kind: 'gd', times: 1 },
    ]);
    expect(token).toBe(await one("select private.unsubscribe_token($1, 'times')", [id]));
  });

  test('§15.91 a seat given up is announced if the session was full, but not if it still had free seats', async () => {
    const slot = await newSlot(60, { kind: 'gd', seats: 2, minimum: 2 });
    const [first, second] = [await newBuyer(), await newBuyer()];
    await book(first.id, slot, first.pack);
    const booking = await book(second.id, slot, second.pack);
    await hourPasses();
    const { id } = await newWaiter('gd');
    expect(await tell()).toBe(0);
    const open = await caller.as(
      { member: id },
      "select id, taken, seats from public.open_slots('gd', now(), now() + interval '9 days')",
    );
    expect(open, 'the picker shows the GD as full').toEqual([{ id: slot, taken: 2, seats: 2 }]);
    await cancel(second.id, booking);
    expect(await tell()).toBe(1);
    await book(second.id, slot, second.pack);
    expect(await mails(id), 'someone else took the seat first').toMatchObject([{ holds: false }]);
    const spare = await here.newBooked(72, { kind: 'gd' });
    await hourPasses();
    await wait(id, 'gd');
    await cancel(spare.id, spare.booking);
    expect(await tell(), 'the GD already had free seats').toBe(0);
    const both = await newSlot(84, { kind: 'gd', seats: 2, minimum: 2 });
    const [stays, quits] = [await newBuyer(), await newBuyer()];
    const staying = await book(stays.id, both, stays.pack);
    const quitting = await book(quits.id, both, quits.pack);
    await hourPasses();
    await cancel(quits.id, quitting);
    expect(await tell()).toBe(1);
    await hourPasses();
    await cancel(stays.id, staying);
    expect(await tell(), 'the GD has had a free seat since').toBe(0);
  });

  test('§15.91 members are not told of a time that is too close or not yet in the time picker', async () => {
    const { id } = await newWaiter();
    await newSlotOn(1.9);
    expect(await tell()).toBe(0);
    await newSlotOn(61 * 24);
    expect(await tell(), 'the picker does not show the time yet').toBe(0);
    const soon = await newSlotOn(3);
    expect(await tell()).toBe(1);
    expect(await mails(id)).toMatchObject([{ holds: true }]);
    await here.startIn(soon.slot, 1.9);
    expect(await mails(id)).toMatchObject([{ holds: false }]);
  });

  test('§15.91 a time is announced once it falls within the time picker’s 60 days', async () => {
    const slot = await newSlot(60 * 24 + 1);
    const { id } = await newWaiter();
    expect(await tell()).toBe(0);
    await here.startIn(slot, 60 * 24 - 1);
    await query(`update private.slots set free_since = now() - interval '3 hours'`);
    await query(`update private.waiting_times set asked_at = now() - interval '2 hours'`);
    expect(await tell()).toBe(1);
    expect(await mails(id)).toMatchObject([{ holds: true }]);
  });

  test('§15.91 an email is dropped if the member has nothing left to book with', async () => {
    const { id, pack } = await here.newBuyer('single');
    await wait(id);
    await newSlotOn(48);
    expect(await tell()).toBe(1);
    expect(await mails(id)).toMatchObject([{ holds: true }]);
    await book(id, await newSlot(60, { kind: 'gd' }), pack);
    expect(await mails(id)).toMatchObject([{ holds: false }]);
  });

  test('§15.91 a seat given up within an hour of its booking is not announced, however often that happens', async () => {
    const slot = await newSlot(48);
    const { id } = await newWaiter();
    const { id: noisy, pack } = await newBuyer();
    for (let turn = 0; turn < 2; turn += 1) {
      await cancel(noisy, await book(noisy, slot, pack));
      expect(await tell()).toBe(0);
    }
    const booking = await book(noisy, slot, pack);
    await query("update private.slots set full_since = now() - interval '61 minutes'");
    await cancel(noisy, booking);
    expect(await tell()).toBe(1);
    expect(await mails(id)).toMatchObject([{ holds: true }]);
  });

  test('§15.91 a member gets up to three emails a day', async () => {
    const { id } = await newWaiter();
    const told: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await newSlot(48 + turn);
      told.push(await tell());
      await hourPasses();
    }
    expect(told).toEqual([1, 1, 1, 0]);
    expect(await mails(id)).toHaveLength(3);
    const priorities = "select distinct priority from private.outbox where kind = 'time_opened'";
    expect(await here.texts(priorities), '§19.5 the emails count as bulk').toEqual(['2']);
  });

  /** Members who asked to wait this many minutes ago. */
  async function newWaiters(minutes: number[], kind = 'interview') {
    return Promise.all(
      minutes.map(async (ago) => {
        const { id } = await newWaiter(kind);
        await query(
          "update private.waiting_times set asked_at = now() - $2 * interval '1 minute' where member_id = $1",
          [id, ago],
        );
        return id;
      }),
    );
  }

  test('§15.91 five members are told for each free seat, longest waiting first, and five more an hour later', async () => {
    const byAge = await newWaiters([120, 110, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10]);
    await newSlot(48);
    const toldOnes = async () => {
      const told = await here.texts(
        "select payload ->> 'user_id' from private.outbox where kind = 'time_opened'",
      );
      return byAge.filter((id) => told.includes(id));
    };
    expect([await tell(), await tell()], 'a second run in the hour tells no one').toEqual([5, 0]);
    expect(await toldOnes()).toEqual(byAge.slice(0, 5));
    await hourPasses();
    expect(await tell(), 'the next five are told while the seat is free').toBe(5);
    expect(await toldOnes()).toEqual(byAge.slice(0, 10));
    const many = await newWaiters([30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30], 'gd');
    await newSlot(48, { kind: 'gd', seats: 2, minimum: 2 });
    expect(await tell(), 'ten members are told of two seats').toBe(10);
    expect(many).toHaveLength(11);
  });

  test('§15.91 a member who was emailed before counts as waiting since that email, not since the request', async () => {
    const [before = '', ...others] = await newWaiters([200, 190, 180, 170, 160, 150]);
    await query(
      "update private.waiting_times set told_at = now() - interval '2 hours' where member_id = $1",
      [before],
    );
    await newSlot(48);
    expect(await tell()).toBe(5);
    expect(await mails(before)).toEqual([]);
    for (const id of others) expect(await mails(id)).toHaveLength(1);
    await hourPasses();
    expect(await tell()).toBe(1);
    expect(await mails(before), 'the next in line is told').toHaveLength(1);
  });

  test('§15.91 a member who cannot book does not take anyone else’s turn', async () => {
    const [first, second] = await newWaiters([30, 20]);
    const six = await newWaiters([10, 9, 8, 7, 6, 5]);
    // The first has no session left, and the second no longer has a verified address.
    await query("update public.orders set status = 'refunded' where user_id = $1", [first]);
    await query('delete from private.proven_addresses where user_id = $1', [second]);
    await newSlot(48);
    expect(await tell()).toBe(5);
    for (const id of [first, second]) expect(await mails(id ?? '')).toEqual([]);
    expect(await mails(six[4] ?? '')).toHaveLength(1);
    await query('delete from private.proven_addresses where user_id = $1', [six[0]]);
    expect(
      await mails(six[0] ?? ''),
      '§15.91 the member’s address is no longer verified',
    ).toMatchObject([{ holds: false }]);
  });

  test('§15.91 a member who cannot book is not counted for a seat, and moves to the end of the line', async () => {
    const lost = await newWaiters([30, 20]);
    for (const id of lost) {
      await query("update public.orders set status = 'refunded' where user_id = $1", [id]);
    }
    await newWaiters([10, 9, 8]);
    await newSlot(48);
    expect(await tell()).toBe(3);
    await newWaiters([2, 1]);
    expect(await tell(), 'two of the five turns are left').toBe(2);
    expect(await here.count('private.waiting_times where told_at is null')).toBe(0);
  });

  test('§15.91 an email names only the times that the member is waiting for and can book', async () => {
    const { id, pack } = await newBuyer('super-value', aYearAgo(10));
    await wait(id);
    await newSlot(24 * 11.5);
    expect(await tell(), 'the pack ends before the time').toBe(0);
    expect(await mails(id)).toEqual([]);
    const free = () => query('select f.kind, f.times from private.times_for($1) as f', [id]);
    expect(await free()).toEqual([]);
    await newSlot(48);
    await newSlot(48, { kind: 'gd' });
    await newWaiter('gd');
    expect(
      await free(),
      'the GD is not counted, because only another member waits for a GD',
    ).toEqual([{ kind: 'interview', times: 1 }]);
    const { slot, day } = await newSlotOn(72);
    await wait(id, 'interview', [day]);
    await askedBefore(id);
    expect(await free(), 'only the chosen days count').toEqual([{ kind: 'interview', times: 1 }]);
    await wait(id, 'gd');
    await askedBefore(id);
    await book(id, slot, pack);
    const group = await newSlot(96, { kind: 'gd' });
    expect(await free()).toEqual([{ kind: 'gd', times: 2 }]);
    await book(id, group, pack);
    await wait(id, 'gd');
    expect(await free(), 'times that were open before the request do not count').toEqual([]);
    await askedBefore(id);
    expect(await free(), 'the member’s own group does not count').toEqual([
      { kind: 'gd', times: 1 },
    ]);
  });

  test('§15.90 §15.91 a member who is waiting for a school is told only of that school’s times', async () => {
    const farah = await here.newMentor();
    await query("update private.mentors set institute = 'XLRI Jamshedpur' where id = $1", [farah]);
    const { id } = await newBuyer();
    await expectRefusal(wait(id, 'interview', undefined, 'Nowhere'), 'no_such_school');
    await newSlot(48, { mentor: farah });
    await wait(id, 'interview', undefined, 'xlri jamshedpur');
    expect(await waitsOf(id)).toMatchObject([{ school: 'XLRI Jamshedpur' }]);
    await newSlot(48);
    expect(await tell(), 'another school’s time is not news').toBe(0);
    await newSlot(60, { mentor: farah });
    expect(await tell()).toBe(1);
    const { free } = await one<{ free: Row[] }>(
      "select private.late_payload('time_opened', jsonb_build_object('user_id', $1::text))",
      [id],
    );
    expect(free, 'the email lists the new time').toMatchObject([{ kind: 'interview', times: 1 }]);
  });

  test('§15.91 one run emails 500 members, longest waiting first', async () => {
    // The times are on two days, and each day has its own line.
    for (const [nth, mentor] of [await here.newMentor(), await here.newMentor()].entries()) {
      await query(
        `insert into private.slots (kind, mentor_id, starts_at, minutes, seats, minimum)
        select 'interview', $1,
          (private.india_day(now()) + $2::integer)::timestamp at time zone 'Asia/Kolkata'
            + n * interval '15 minutes', 15, 1, 1
        from generate_series(1, 51) as n`,
        [mentor, nth + 3],
      );
    }
    await query(`with people as (
        insert into auth.users (id, email)
        select gen_random_uuid(), 'waits' || n || '@example.com' from generate_series(1, 760) as n
        returning id, email
      ), proven as (
        insert into private.proven_addresses (user_id, address) select id, email from people
      ), granted as (
        insert into private.free_grants (member_id, address_hash, phone_hash)
        select id, md5(email) || md5(email), md5(email) || md5('1' || email) from people
      )
      insert into private.waiting_times (member_id, kind, days, asked_at)
      select id, 'interview', 127,
        now() - interval '1 day' + substring(email from '[0-9]+')::integer * interval '1 minute'
      from people`);
    expect(await tell()).toBe(500);
    expect(
      await here.texts(`select email from auth.users where email like 'waits%' and not exists (
        select from private.outbox where recipient = email) order by email`),
      'the newest requests wait for the next run',
    ).toEqual(Array.from({ length: 260 }, (_, n) => `waits${501 + n}@example.com`));
    expect([await tell(), await tell()]).toEqual([10, 0]);
    expect(
      await here.texts(`select recipient from private.outbox where recipient like 'waits%'
        group by 1 having count(*) > 1`),
    ).toEqual([]);
  });
});

describe('how waiting ends', () => {
  test('§15.92 booking a session of the same kind ends the wait', async () => {
    const { id, pack } = await newWaiter();
    await wait(id, 'gd');
    await newSlotOn(48);
    await tell();
    await book(id, await newSlot(60), pack);
    expect(await waitsOf(id)).toMatchObject([{ kind: 'gd' }]);
    expect(await mails(id)).toMatchObject([{ holds: false }]);
  });

  test('§15.92 the link in an email ends only that member’s wait', async () => {
    const { id } = await newWaiter();
    const other = await newWaiter();
    const end = (token: string, mails: string) =>
      caller.as('anon', 'select public.unsubscribe($1, $2)', [token, mails]);
    const tokenOf = (mails: string) =>
      one<string>('select private.unsubscribe_token($1, $2)', [id, mails]);
    const token = await tokenOf('times');
    await expectRefusal(end(await tokenOf('news'), 'times'), 'link_not_valid');
    await expectRefusal(end(token, 'news'), 'link_not_valid');
    await expectRefusal(end(token.replace(id, other.id), 'times'), 'link_not_valid');
    await end(token, 'times');
    await end(token, 'times');
    expect(await waitsOf(id)).toEqual([]);
    expect(await waitsOf(other.id)).toHaveLength(1);
    expect(await call(id, 'wants_announcements', {})).toBe(true);
  });

  test('§15.92 a wait ends after 60 days, or when the account is closed', async () => {
    const [old, young, gone] = [await newWaiter(), await newWaiter(), await newWaiter()];
    const since = (member: string, days: number) =>
      query(
        "update private.waiting_times set asked_at = now() - $2 * interval '1 day' where member_id = $1",
        [member, days],
      );
    await since(old.id, 60.1);
    await since(young.id, 59.9);
    await query('select public.erase_account($1, true)', [gone.id]);
    await serve('forget_old_sessions');
    expect(await here.texts('select member_id from private.waiting_times')).toEqual([young.id]);
  });
});
