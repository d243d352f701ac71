import { expect, test } from 'vitest';
import { heldWithFeedback, feedbackOn, newBooking, rowsOf } from './sessions.ts';
import { postFile } from './files.ts';
import { loadFunctions, newMember, service } from './support.ts';

const post = { method: 'POST' };

test('§18.19 files and feedback go a year after the session, and later sessions keep theirs', async () => {
  const { sessions, file } = await loadFunctions();
  const people = [];
  for (const daysAgo of [366, 364]) {
    const member = await newMember();
    const booking = await newBooking(member);
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
      await feedbackOn(booking),
    ]),
  );
  expect(kept).toEqual([
    [0, 0, 0],
    [1, 1, 1],
  ]);
  expect(await (await sessions(post)).json()).toMatchObject({ forgotten: 0 });
});
