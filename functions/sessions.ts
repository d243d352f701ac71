import type { Config } from '@netlify/functions';
import type { ApiError } from './_lib/api-error.ts';
import { database, unwrap } from './_lib/database.ts';
import { readEnv } from './_lib/env.ts';
import { handle, report } from './_lib/handle.ts';
import { log } from './_lib/log.ts';
import { json } from './_lib/replies.ts';

/** Milliseconds after which every call ends: the host stops a scheduled function after 30 s. */
const runFor = 25_000;

/** The function of the database that does each job. */
const jobs = {
  called_off: 'call_off_small_gds',
  finished: 'finish_sessions',
  lapsed: 'lapse_free_interviews',
  repaired: 'repair_bookings',
} as const;

/**
 * Runs every five minutes: calls off discussions with too few people (§15.14) and bookings that nothing
 * pays any more (§15.45), and passes on free interviews that nobody booked (§15.31). A job that fails stops
 * no other, and the run then answers with its error. It has no public path. Extra runs do no harm.
 */
export default handle('sessions', ['POST'], async (_req, { requestId }) => {
  const client = database(readEnv(), AbortSignal.timeout(runFor));
  const result: Record<string, number> = {};
  const failures: ApiError[] = [];
  for (const [count, job] of Object.entries(jobs)) {
    try {
      result[count] = unwrap(await client.rpc(job));
    } catch (error) {
      failures.push(report(job, requestId, error));
    }
  }
  log('info', 'sessions_tended', result);
  if (failures[0]) throw failures[0];
  unwrap(await client.rpc('note_run', { p_job: 'sessions' }));
  return json(result);
});

export const config: Config = { schedule: '*/5 * * * *', region: 'sin' };
