/** Sessions on a real Postgres, where members act at the same time. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Booking, bookingsOn } from '../samples/bookings.ts';
import { onServer } from '../samples/caller.ts';
import type { Order } from '../samples/orders.ts';
import { describeRaces, outcomes, tally, times, whileOpenOn } from './support/races.ts';

const MEMBERS = 50;

describeRaces('concurrent members on a real Postgres', (sql) => {
  const whileOpen = whileOpenOn(sql);
  const caller = onServer(sql);
  const here = bookingsOn(caller);
  const { query, one, newMember, newSlot, book, move, cancel, taken, balance } = here;
  const { operate, serve } = here;

  const buyers = (count: number) => Promise.all(times(count, () => here.newBuyer()));

  test('§15.8 when fifty members book the last seat at once, one gets the seat and 49 are told that it is gone', async () => {
    const slot = await newSlot(48);
    const people = await buyers(MEMBERS);
    expect(await outcomes(people.map(({ id, pack }) => book(id, slot, pack)))).toEqual({
      done: 1,
      slot_full: MEMBERS - 1,
    });
    expect(await taken(slot)).toBe(1);
  });

  test('§15.8 only one of fifty simultaneous bookings gets a pack’s last session', async () => {
    const { id, pack } = await here.newBuyer('single');
    const slots = await Promise.all(times(MEMBERS, (index) => newSlot(48 + index)));
    expect(await outcomes(slots.map((slot) => book(id, slot, pack)))).toEqual({
      done: 1,
      nothing_left: MEMBERS - 1,
    });
    expect(await balance(id, pack)).toMatchObject({ booked: 1, remaining: 0 });
  });

  test('§15.12 when twenty members move to the last seat at once, one moves and the others keep their seats', async () => {
    const held = await Promise.all(times(20, () => here.newBooked(48)));
    const last = await newSlot(60);
    expect(await outcomes(held.map(({ id, booking }) => move(id, booking, last)))).toEqual({
      done: 1,
      slot_full: 19,
    });
    const seats = await Promise.all(held.map(({ booking }) => taken(booking.slot)));
    expect(seats.filter((seat) => seat === 1)).toHaveLength(19);
    expect(await taken(last)).toBe(1);
  });

  test('§15.86 a weekly pattern that a mentor submits ten times simultaneously opens each slot only once', async () => {
    const mentor = await here.newMentor();
    const link = [mentor, 1, Math.floor(Date.now() / 1000)];
    const asked = {
      ...{ act: 'open', kind: 'interview', weekdays: ['mon', 'wed', 'sat'], at: '18:30' },
      ...{ minutes: 45, from_day: await here.day(2), to_day: await here.day(8) },
    };
    const opened = await Promise.all(
      times(10, () => serve<number>('act_by_mentor', ...link, asked)),
    );
    expect(opened.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
  });

  test('§15.8 members who swap times simultaneously do not deadlock', async () => {
    const people = await buyers(10);
    const first = await newSlot(48, { kind: 'gd' });
    const second = await newSlot(60, { kind: 'gd' });
    const held = await Promise.all(
      people.map(async ({ id, pack }, index) => ({
        id,
        booking: await book(id, index % 2 ? first : second, pack),
      })),
    );
    expect(
      await outcomes(
        held.map(({ id, booking }) => move(id, booking, booking.slot === first ? second : first)),
      ),
    ).toEqual({ done: 10 });
    expect([await taken(first), await taken(second)]).toEqual([5, 5]);
  });

  test('§15.8 a member who tries to book ten times in the same hour at once gets only one', async () => {
    const { id, pack } = await here.newBuyer();
    const slots = await Promise.all(times(10, () => newSlot(48)));
    expect(await outcomes(slots.map((slot) => book(id, slot, pack)))).toEqual({
      done: 1,
      overlaps: 9,
    });
  });

  test('§15.9 the last seat, the last session and an hour can be booked only once, even through SQL', async () => {
    const insert = ({ id, pack }: { id: string; pack: Pick<Order, 'order'> }, slot: string) =>
      here.insertBooking(id, slot, pack);
    const [people, seat] = [await buyers(10), await newSlot(48)];
    const seats = await outcomes(people.map((person) => insert(person, seat)));
    expect(seats).toEqual({ done: 1, slot_full: 9 });

    // Two people share the pack's five sessions.
    const { id, pack } = await here.newBuyer();
    const second = { id: (await here.newSecond(id, pack)).id, pack };
    const slots = await Promise.all(times(10, (index) => newSlot(48 + index)));
    const sessions = await outcomes(
      slots.map((slot, index) => insert(index % 2 ? second : { id, pack }, slot)),
    );
    expect(sessions).toEqual({ done: 5, nothing_left: 5 });

    const other = await here.newBuyer();
    const packs = [other.pack, await here.newPack(other.id)];
    const hour = await Promise.all(times(10, () => newSlot(48)));
    const hours = await outcomes(
      hour.map((slot, index) => insert({ ...other, pack: packs[index % 2] ?? pack }, slot)),
    );
    expect(hours).toEqual({ done: 1, overlaps: 9 });
  });

  test('§15.9 no session is lost when a time is cancelled while members book and cancel', async () => {
    const slot = await newSlot(48, { kind: 'gd' });
    const people = await buyers(16);
    const early = await Promise.all(
      people.slice(0, 6).map(async ({ id, pack }) => ({ id, booking: await book(id, slot, pack) })),
    );
    const done = await outcomes([
      ...people.slice(6).map(({ id, pack }) => book(id, slot, pack)),
      ...early.map(({ id, booking }: { id: string; booking: Booking }) => cancel(id, booking)),
      operate('cancel_slot', slot),
    ]);
    expect(Object.keys(done).filter((name) => name.includes('deadlock'))).toEqual([]);
    expect(await taken(slot)).toBe(0);
    for (const { id, pack } of people) {
      expect(await balance(id, pack)).toMatchObject({ used: 0, booked: 0, remaining: 5 });
    }
  });

  test('§15.10 a refund made while the member is booking leaves nothing booked', async () => {
    const { id, pack } = await here.newBuyer();
    const slots = await Promise.all([48, 50, 52, 54, 56].map((hours) => newSlot(hours)));
    await outcomes([
      ...slots.map((slot) => book(id, slot, pack)),
      here.report(pack, { refunded: pack.amount }),
      here.tend(),
    ]);
    await here.tend();
    expect(await balance(id, pack)).toMatchObject({ booked: 0 });
    expect(await one('select status from public.orders where id = $1', [pack.order])).toBe(
      'refunded',
    );
  });

  test('§15.8 an operator can return a session while a job ends that session, without a deadlock', async () => {
    const { booking } = await here.newBooked(2.5);
    await here.pass(4.5);
    const { given } = await sql.begin(async (transaction) => {
      // finish_sessions takes the same lock first.
      await transaction`select from private.slots where id = ${booking.slot} for no key update`;
      const outcome = outcomes([operate('give_session_back', booking.id)]);
      await expect
        .poll(() =>
          query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%give_session_back%'",
          ),
        )
        .toHaveLength(1);
      await transaction`update private.bookings set state = 'held' where id = ${booking.id}`;
      return { given: outcome };
    });
    expect(await given).toEqual({ done: 1 });
  });

  test('§15.31 only one of two members who ask at once gets the 1000th free interview', async () => {
    await query(
      `insert into private.free_grants (granted_at, address_hash, phone_hash)
      select now() - interval '2 days',
        encode(sha256(n::text::bytea), 'hex'), encode(sha256(n::text::bytea), 'hex')
      from generate_series(1, 999) as n`,
    );
    const [first, second] = [await newMember({ proven: true }), await newMember({ proven: true })];
    const hashes = ['a'.repeat(64), 'b'.repeat(64)];
    const outcome = await whileOpen(
      {
        call: 'public.grant_free_interview($1, $2, $3, $4, $5)',
        parameters: [first.id, first.email, '9876543210', ...hashes],
      },
      () => here.askFree(second),
    );
    expect(outcome).toBe('free_gone');
    expect(await serve('free_interviews_left')).toBe(0);
  });

  test('A36 §15.82 when 25 members from one domain ask at once, ten get a free interview', async () => {
    await query('delete from private.free_grants');
    const domain = randomUUID();
    const members = await Promise.all(times(25, () => newMember({ proven: true })));
    const answers = await Promise.all(members.map((member) => here.askFree(member, { domain })));
    const states = tally(answers.map(({ state }) => String(state)));
    expect(states).toEqual({ granted: 10, waiting: 15 });
  });

  test('§15.31 a free interview does not lapse while the member is booking just before the deadline', async () => {
    const { id } = await newMember({ proven: true });
    const grant = await here.grantFree(id);
    const slot = await newSlot(48);
    await sql.begin(async (booking) => {
      await booking`select set_config('request.jwt.claim.sub', ${id}, true)`;
      // The booking's transaction began before the free interview lapsed.
      await query('update private.free_grants set lapses_at = now() where id = $1', [grant]);
      await booking`select public.book_slot(${slot}, null, null)`;
      expect(await serve('lapse_free_interviews')).toBe(0);
    });
    expect((await here.sessions(id)).free_interview.state).toBe('booked');
  });

  test('§15.91 when 200 members wait for one seat, five get one email each, and one member gets the seat', async () => {
    // No other time may be free.
    await query(
      "update private.slots set state = 'called_off', called_off_by = 'us' where state = 'open'",
    );
    const people = await buyers(200);
    await Promise.all(people.map(({ id }) => here.wait(id)));
    const slot = await newSlot(48);
    const told = await Promise.all(times(5, () => serve<number>('tell_waiting')));
    expect(told.reduce((sum, count) => sum + count)).toBe(5);
    const mailsThatHold = () =>
      query(`select count(distinct recipient)::integer as members, count(*)::integer as mails,
        count(*) filter (where private.mail_still_holds(kind, payload))::integer as holding
      from private.outbox where kind = 'time_opened'`);
    expect(await mailsThatHold()).toEqual([{ members: 5, mails: 5, holding: 5 }]);
    expect(
      await outcomes([
        ...people.map(({ id, pack }) => book(id, slot, pack)),
        ...times(3, () => serve('tell_waiting')),
      ]),
    ).toEqual({ done: 4, slot_full: 199 });
    expect(await taken(slot)).toBe(1);
    expect(await mailsThatHold()).toEqual([{ members: 5, mails: 5, holding: 0 }]);
    expect(await one('select count(*)::integer from private.waiting_times')).toBe(199);
  });

  test('the time picker’s query uses its index when there are many times', async () => {
    const mentor = await here.newMentor();
    await query('alter table private.slots disable trigger user');
    await query('alter table private.bookings disable trigger user');
    await query(
      `insert into private.slots (kind, mentor_id, starts_at, minutes, ends_at, seats, minimum)
      select 'interview', $1::integer, starts_at, 15, starts_at + interval '15 minutes', 1, 1
      from generate_series(now() + interval '100 days', now() + interval '200 days', interval '15 minutes') as starts_at`,
      [mentor],
    );
    await query('alter table private.slots enable trigger user');
    await query('alter table private.bookings enable trigger user');
    await query('analyze private.slots');
    const plan = await query(
      `explain select id from private.slots where state = 'open' and kind = 'interview'
      and starts_at >= now() + interval '110 days' and starts_at < now() + interval '111 days' and taken < seats`,
    );
    expect(JSON.stringify(plan)).toContain('slots_open');
  });

  test('§15.102 mentors take turns in the time picker’s 500 times, which load within 100 ms even if there are 50,000', async () => {
    // A hundred mentors have 500 times each, and three mentors have one time each, later than all of those.
    const crowd = await Promise.all(times(100, () => here.newMentor()));
    const few = await Promise.all(times(3, () => here.newMentor()));
    await query('alter table private.slots disable trigger user');
    await query(
      `insert into private.slots (kind, mentor_id, starts_at, minutes, ends_at, seats, minimum)
      select 'gd', mentor, starts_at, 15, starts_at + interval '15 minutes', 10, 4
      from (
        select mentor, now() + interval '1 day' + nth * interval '20 minutes' as starts_at
        from unnest($1::integer[]) as mentor cross join generate_series(1, 500) as nth
        union all
        select mentor, now() + interval '50 days' from unnest($2::integer[]) as mentor
      ) as opened`,
      [crowd, few],
    );
    await query('alter table private.slots enable trigger user');
    await query('analyze private.slots');
    const { id } = await newMember();
    const shown = await caller.as({ member: id }, "select id from public.open_slots('gd')");
    const counted = await query(
      'select mentor_id, count(*) as shown from private.slots where id = any ($1) group by mentor_id',
      [shown.map((row) => row['id'])],
    );
    const shownOf = (mentors: number[]) =>
      tally(
        mentors.map((own) => String(counted.find((row) => row['mentor_id'] === own)?.['shown'])),
      );
    expect(shownOf(few)).toEqual({ 1: 3 });
    expect(Object.keys(shownOf(crowd))).toEqual(['4', '5']);
    const plan = () =>
      caller.as({ member: id }, "explain (analyze) select * from public.open_slots('gd')");
    const took = [await plan(), await plan(), await plan()].map((lines) =>
      Number(/Execution Time: ([\d.]+)/.exec(JSON.stringify(lines))?.[1]),
    );
    expect(Math.min(...took), 'milliseconds').toBeLessThan(100);
  });
});
