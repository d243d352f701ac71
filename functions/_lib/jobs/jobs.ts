import * as v from 'valibot';
import type { ApiError } from '../http/api-error.ts';
import { database, unwrap, type DatabaseClient } from '../database/database.ts';
import { readEnv } from '../env/env.ts';
import { handle, report, type Handler } from '../http/handle.ts';
import { log } from '../http/log.ts';
import { json } from '../http/replies.ts';

/** Milliseconds after which every call ends: the host stops a scheduled function after 30 s. */
const runFor = 25_000;

/** What a run does, by the name of its number. Each call is a transaction of its own. */
export type Jobs = Readonly<Record<string, (client: DatabaseClient) => Promise<unknown>>>;

/**
 * A scheduled function that does its jobs in turn, and says what it did in numbers (§19.10). A job that
 * fails stops no other, and the run then answers with its error and is not noted. It has no public path.
 */
export function handleJobs(name: string, jobs: Jobs): Handler {
  return handle(name, ['POST'], async (_req, { requestId }) => {
    const client = database(readEnv(), AbortSignal.timeout(runFor));
    const result: Record<string, number> = {};
    const failures: ApiError[] = [];
    for (const [job, run] of Object.entries(jobs)) {
      try {
        result[job] = v.parse(v.number(), await run(client));
      } catch (error) {
        failures.push(report(`${name}: ${job}`, requestId, error));
      }
    }
    log('info', `${name}_tended`, result);
    if (failures[0]) throw failures[0];
    unwrap(await client.rpc('note_run', { p_job: name }));
    return json(result);
  });
}
