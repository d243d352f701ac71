/** 'Tell me when a time opens' (§15.90 to §15.92). */
import { expect, test } from 'vitest';
import { bookingsOn } from '../samples/bookings.ts';
import { onEmbedded } from '../samples/caller.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const here = bookingsOn(onEmbedded(await testDatabase()));
const { query, one, call, newMember, newPack, newSlot, book, serve, mailsOf, edit } = here;

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const tell = () => serve<number>('tell_waiting');
const mails = (member: string) => mailsOf('time_opened', 'user_id', member);

/** A member who waits, since an hour ago. */
async function newWaiting(kind = 'interview', weekdays = everyDay) {
  const { id } = await newMember();
  await call(id, 'wait_for_time', { p_kind: kind, p_weekdays: weekdays });
  await edit(
    "private.waiting_times set since = now() - interval '1 hour' where member_id = $1",
    id,
  );
  return id;
}

const dayOf = (slot: string) =>
  one<string>('select private.weekday_of(starts_at) from private.slots where id = $1', [slot]);

/** So that the times of one test are not those of the next. */
const closeAll = () =>
  edit("private.slots set state = 'called_off', called_off_by = 'us' where state = 'open'");

test('§15.91 a time that opens is told to those who wait for its kind and day, once an hour', async () => {
  await closeAll();
  const [waiting, forGd] = [await newWaiting(), await newWaiting('gd')];
  expect(await tell(), 'nothing is open').toBe(0);
  const slot = await newSlot(60);
  const other = everyDay.find((day) => day !== 'mon') ?? 'tue';
  const day = await dayOf(slot);
  const elsewhere = await newWaiting('interview', [day === 'mon' ? other : 'mon']);
  expect(await tell()).toBe(1);
  expect(await mails(waiting)).toMatchObject([{ holds: true, payload: { kind: 'interview' } }]);
  for (const member of [forGd, elsewhere]) expect(await mails(member)).toEqual([]);

  await newSlot(64);
  expect(await tell(), 'within the hour').toBe(0);
  await edit(
    "private.waiting_times set told_at = now() - interval '61 minutes' where member_id = $1",
    waiting,
  );
  expect(await tell(), 'another one since').toBe(1);
  expect(await mails(waiting)).toHaveLength(2);
});

test('§15.91 a seat that becomes free is a time that opens, and one that is gone is not told', async () => {
  await closeAll();
  const slot = await newSlot(70);
  const { id } = await newMember();
  const pack = await newPack(id);
  const booking = await book(id, slot, pack);
  await edit("private.slots set free_since = now() - interval '3 hours' where id = $1", slot);
  const waiting = await newWaiting();
  expect(await tell()).toBe(0);
  await call(id, 'cancel_booking', { p_booking: booking.id, p_returns: true });
  expect(await tell()).toBe(1);
  expect(await mails(waiting)).toMatchObject([{ holds: true }]);
  await book(id, slot, pack);
  expect(await mails(waiting)).toMatchObject([{ holds: false }]);
});

test('§15.92 it ends with a booking of that kind, by the member, and after 60 days', async () => {
  await closeAll();
  const member = await newWaiting();
  const kinds = async (id: string) => {
    const { waiting_times } = await call<{ waiting_times: { kind: string }[] }>(id, 'my_sessions');
    return waiting_times.map(({ kind }) => kind);
  };
  await call(member, 'wait_for_time', { p_kind: 'gd', p_weekdays: ['sat'] });
  expect(await kinds(member)).toEqual(['gd', 'interview']);
  const slot = await newSlot(80);
  await call(member, 'book_slot', { p_slot: slot, p_order: (await newPack(member)).order });
  expect(await kinds(member)).toEqual(['gd']);
  await call(member, 'stop_waiting', { p_kind: 'gd' });
  expect(await kinds(member)).toEqual([]);

  const old = await newWaiting('gd');
  await edit(
    "private.waiting_times set since = now() - interval '61 days' where member_id = $1",
    old,
  );
  await tell();
  expect(await kinds(old)).toEqual([]);
});

test('§15.90 days that are none are refused, and nobody else sees who waits', async () => {
  const { id } = await newMember();
  for (const p_weekdays of [[], ['someday'], [...everyDay, 'mon']]) {
    await expectRefusal(
      call(id, 'wait_for_time', { p_kind: 'interview', p_weekdays }),
      'waiting_times_weekdays_check',
    );
  }
  const waiting = await newWaiting('gd', ['sun']);
  const { waiting_times } = await call<{ waiting_times: unknown[] }>(id, 'my_sessions');
  expect(waiting_times).toEqual([]);
  expect(
    await query(
      "select members from operations.waiting_members where kind = 'gd' and weekday = 'sun'",
    ),
  ).toMatchObject([{ members: expect.any(Number) }]);
  await query('select public.erase_member($1)', [waiting]);
  expect(await here.count('private.waiting_times where member_id = $1', waiting)).toBe(0);
});
