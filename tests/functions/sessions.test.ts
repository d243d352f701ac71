import { expect, test } from 'vitest';
import { bookings, newBooking, rowsOf, sql } from './samples.ts';
import { postFile } from './files.ts';
import { loadFunctions, newMember, service } from './support.ts';

const post = { method: 'POST' };

/** Makes a booking’s session start this many days ago, with feedback on it. */
async function heldWithFeedback(booking: string, daysAgo: number): Promise<void> {
  const slot = await bookings.one<string>('select slot_id from private.bookings where id = $1', [
    booking,
  ]);
  await bookings.startIn(slot, -24 * daysAgo);
  await sql(
    `insert into private.feedback (booking_id, version, mentor_id, attended)
    select bookings.id, 1, slots.mentor_id, false
    from private.bookings join private.slots on slots.id = slot_id where bookings.id = $1`,
    booking,
  );
  await sql('insert into private.exercises (booking_id) values ($1)', booking);
}

test('§18.19 files, feedback and exercises are erased a year after the session, and later sessions keep theirs', async () => {
  const { sessions, file } = await loadFunctions();
  const people = [];
  for (const daysAgo of [366, 364]) {
    const member = await newMember();
    const booking = await newBooking(member.id);
    const added = await postFile(file, member, 'session', { booking, purpose: 'cv' });
    expect(added.status).toBe(200);
    await heldWithFeedback(booking, daysAgo);
    people.push({ ...member, booking });
  }
  expect((await sessions(post)).status).toBe(200);
  const kept = await Promise.all(
    people.map(async ({ id, booking }) => [
      (await service.storage.from('files').list(id)).data?.length,
      (await rowsOf(id)).length,
      await bookings.count('private.feedback where booking_id = $1', booking),
      await bookings.count('private.exercises where booking_id = $1', booking),
    ]),
  );
  expect(kept).toEqual([
    [0, 0, 0, 0],
    [1, 1, 1, 1],
  ]);
  expect(await (await sessions(post)).json()).toMatchObject({ forgotten: 0 });
});

test('§15.88 §15.89 a run stores the meeting service’s address in the database, and returns sessions whose mentor did not join', async () => {
  const pattern = 'https://meet.example.org/{room}';
  const kept = () => sql('select pattern from private.room_service');
  const { sessions } = await loadFunctions({ MEETING_ROOM_URL: pattern });
  const member = await newMember();
  const booking = await newBooking(member.id);
  const slot = await bookings.one<string>('select slot_id from private.bookings where id = $1', [
    booking,
  ]);
  await bookings.startIn(slot, -80);
  await sql(
    "update private.bookings set no_mentor_at = now() - interval '73 hours' where id = $1::uuid",
    booking,
  );
  expect(await (await sessions(post)).json()).toMatchObject({ settled: 1 });
  expect(await kept()).toEqual([{ pattern }]);
  const without = await loadFunctions({ MEETING_ROOM_URL: null });
  expect(await (await without.sessions(post)).json()).toMatchObject({ settled: 0 });
  expect(await kept()).toEqual([]);
});
