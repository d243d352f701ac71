import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { database, unwrap } from './_lib/database.ts';
import { readEnv } from './_lib/env.ts';
import { handle } from './_lib/handle.ts';
import { log } from './_lib/log.ts';
import { json } from './_lib/replies.ts';

/** Milliseconds after which every call ends: the host stops a scheduled function after 30 s. */
const runFor = 25_000;

const numbers = v.object({
  called_off: v.number(),
  finished: v.number(),
  lapsed: v.number(),
  repaired: v.number(),
});

/**
 * Runs every five minutes: calls off discussions with too few people (§15.14) and bookings that nothing
 * pays any more (§15.45), and passes on free interviews that nobody booked (§15.31). It has no public
 * path. Extra runs do no harm.
 */
export default handle('sessions', ['POST'], async () => {
  const client = database(readEnv(), AbortSignal.timeout(runFor));
  const result = v.parse(numbers, unwrap(await client.rpc('tend_sessions')));
  log('info', 'sessions_tended', result);
  unwrap(await client.rpc('note_run', { p_job: 'sessions' }));
  return json(result);
});

export const config: Config = { schedule: '*/5 * * * *', region: 'sin' };
