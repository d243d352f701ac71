import * as v from 'valibot';
import type { ApiError } from '../http/api-error.ts';
import { database, unwrap, type DatabaseClient } from '../database/database.ts';
import type { Env } from '../env/env.ts';
import { handle, report, type Handler } from '../http/handle.ts';
import { log, PlainError } from '../http/log.ts';
import { json } from '../http/replies.ts';

/** Milliseconds after which every call ends: the host stops a scheduled function after 30 s. */
const runFor = 25_000;

/** What a job works with. */
export type Run<Environment> = {
  client: DatabaseClient;
  env: Environment;
  /** Ends every call. */
  deadline: AbortSignal;
};

/**
 * The jobs of a run by name. Each call is a transaction of its own. A job resolves to a number, to several with
 * names of their own, or to nothing.
 */
export type Jobs<Environment> = Readonly<
  Record<string, (run: Run<Environment>) => Promise<unknown>>
>;

/** Passes on what a job did, unless that was nothing: then the run is not noted, so that a person is told (R13). */
export function unlessIdle<Done extends Record<string, number>>(done: Done, idle: boolean): Done {
  if (!idle) return done;
  throw new PlainError(`nothing could be done: ${JSON.stringify(done)}`);
}

const outcome = v.nullish(v.union([v.number(), v.record(v.string(), v.number())]));

/**
 * A scheduled function that does its jobs in turn, and answers and logs what it did in numbers (§19.10). A job
 * that fails stops no other, and the run then answers with its error and is not noted. It has no public path, so
 * no visitor can start it (§11.25).
 */
export function handleJobs<Environment extends Pick<Env, 'supabase'>>(
  name: string,
  read: () => Environment,
  jobs: Jobs<Environment>,
): Handler {
  return handle(name, ['POST'], async (_req, { requestId }) => {
    const env = read();
    const deadline = AbortSignal.timeout(runFor);
    const client = database(env, deadline);
    const result: Record<string, number> = {};
    const failures: ApiError[] = [];
    for (const [job, run] of Object.entries(jobs)) {
      try {
        const done = v.parse(outcome, await run({ client, env, deadline })) ?? {};
        Object.assign(result, typeof done === 'number' ? { [job]: done } : done);
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
