import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import type { ApiError } from './_lib/api-error.ts';
import { database, unwrap, type DatabaseClient } from './_lib/database.ts';
import { readEnv } from './_lib/env.ts';
import { handle, report } from './_lib/handle.ts';
import { log } from './_lib/log.ts';
import { json } from './_lib/replies.ts';
import { forgetOldSessions } from './_lib/session-files.ts';

/** Milliseconds after which every call ends: the host stops a scheduled function after 30 s. */
const runFor = 25_000;

/** What a run does, by the name of its number. Each call is a transaction of its own. */
const jobs: Readonly<Record<string, (client: DatabaseClient) => Promise<unknown>>> = {
  called_off: async (client) => unwrap(await client.rpc('call_off_small_gds')),
  finished: async (client) => unwrap(await client.rpc('finish_sessions')),
  lapsed: async (client) => unwrap(await client.rpc('lapse_free_interviews')),
  repaired: async (client) => unwrap(await client.rpc('repair_bookings')),
  forgotten: forgetOldSessions,
};

/**
 * Runs every five minutes: calls off discussions with too few people (§15.14) and bookings that nothing
 * pays any more (§15.45), passes on free interviews that nobody booked (§15.31), and forgets what is older
 * than a year (§18.19). A job that fails stops no other, and the run then answers with its error. It has no
 * public path. Extra runs do no harm.
 */
export default handle('sessions', ['POST'], async (_req, { requestId }) => {
  const client = database(readEnv(), AbortSignal.timeout(runFor));
  const result: Record<string, number> = {};
  const failures: ApiError[] = [];
  for (const [name, job] of Object.entries(jobs)) {
    try {
      result[name] = v.parse(v.number(), await job(client));
    } catch (error) {
      failures.push(report(`sessions: ${name}`, requestId, error));
    }
  }
  log('info', 'sessions_tended', result);
  if (failures[0]) throw failures[0];
  unwrap(await client.rpc('note_run', { p_job: 'sessions' }));
  return json(result);
});

export const config: Config = { schedule: '*/5 * * * *', region: 'sin' };
