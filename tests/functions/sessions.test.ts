import * as v from 'valibot';
import { expect, test } from 'vitest';
import { deadUrl } from './servers.ts';
import { captureLog, expectRefusal, loadFunctions } from './support.ts';

const path = '/.netlify/functions/sessions';
const post = { method: 'POST' };

test('§15.14 §15.45 tends sessions, and says what it did in numbers', async () => {
  const log = captureLog();
  const { sessions } = await loadFunctions();
  const reply = await sessions(path, post);
  const numbers = v.parse(v.record(v.string(), v.number()), await reply.json());
  const count = expect.any(Number);
  expect(numbers).toEqual({ called_off: count, finished: count, lapsed: count, repaired: count });
  expect(log.map((line): unknown => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'sessions_tended', ...numbers }),
  );
});

test('a run without a database is refused, and the next one takes up where it stopped', async () => {
  captureLog();
  const { sessions } = await loadFunctions({ PUBLIC_SUPABASE_URL: await deadUrl() });
  await expectRefusal(await sessions(path, post), 503, 'database_unavailable');
});
