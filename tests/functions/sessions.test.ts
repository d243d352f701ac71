import * as v from 'valibot';
import { expect, inject, test } from 'vitest';
import { deadUrl, faultyProxy } from './servers.ts';
import { bookings, newBooking, rowsOf, sql } from './samples.ts';
import { postFile } from './files.ts';
import { captureLog, expectRefusal, loadFunctions, newMember, service } from './support.ts';

const path = '/.netlify/functions/sessions';
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

test('§15.14 §15.45 tends sessions, and says what it did in numbers', async () => {
  const log = captureLog();
  const { sessions } = await loadFunctions();
  const reply = await sessions(path, post);
  const numbers = v.parse(v.record(v.string(), v.number()), await reply.json());
  const count = expect.any(Number);
  expect(numbers).toEqual({
    called_off: count,
    finished: count,
    lapsed: count,
    repaired: count,
    forgotten: count,
  });
  expect(log.map((line): unknown => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'sessions_tended', ...numbers }),
  );
});

test('§15.45 a job that fails stops no other, and the run is refused and not noted', async () => {
  const log = captureLog();
  const asked: string[] = [];
  const broken = await faultyProxy(inject('stack').backendUrl, (called) => {
    asked.push(called.replace(/^.*\//, ''));
    return called.endsWith('/finish_sessions') ? 'lose_request' : 'pass';
  });
  const { sessions } = await loadFunctions({ PUBLIC_SUPABASE_URL: broken });
  await expectRefusal(await sessions(path, post), 503, 'database_unavailable');
  expect(asked).toEqual(
    expect.arrayContaining([
      'call_off_small_gds',
      'lapse_free_interviews',
      'repair_bookings',
      'forget_old_sessions',
    ]),
  );
  expect(asked).not.toContain('note_run');
  const lines = log.map((line): unknown => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'refused', function: 'sessions: finished' }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'sessions_tended', repaired: expect.any(Number) }),
  );
});

test('§18.19 files and feedback go a year after the session, and later sessions keep theirs', async () => {
  captureLog();
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
  expect((await sessions(path, post)).status).toBe(200);
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
  expect(await (await sessions(path, post)).json()).toMatchObject({ forgotten: 0 });
});

test('a run without a database is refused, and the next one takes up where it stopped', async () => {
  captureLog();
  const { sessions } = await loadFunctions({ PUBLIC_SUPABASE_URL: await deadUrl() });
  await expectRefusal(await sessions(path, post), 503, 'database_unavailable');
});
