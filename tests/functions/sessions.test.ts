import { expect, test } from 'vitest';
import { bookings, newBooking, rowsOf, sql } from './samples.ts';
import { postFile } from './files.ts';
import { loadFunctions, newMember, service } from './support.ts';

const post = { method: 'POST' };

/** Lets the session of a booking begin this many days ago, with feedback on it. */
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
}

const feedbackOn = (booking: string) =>
  sql('select version from private.feedback where booking_id = $1', booking);

test('§18.19 files and feedback go a year after the session, and later sessions keep theirs', async () => {
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
      (await feedbackOn(booking)).length,
    ]),
  );
  expect(kept).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
  expect(await (await sessions(post)).json()).toMatchObject({ forgotten: 0 });
});
