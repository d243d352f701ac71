import * as v from 'valibot';
import type { Database } from '../../../src/lib/database.types.ts';
import type { ApiError } from '../http/api-error.ts';
import { database, unwrap, type DatabaseClient } from '../database/database.ts';
import type { Env } from '../env/env.ts';
import { handle, report, type Handler } from '../http/handle.ts';
import { log, PlainError } from '../http/log.ts';
import { json } from '../http/replies.ts';

/**
 * All of a run's calls are aborted after this many milliseconds, because the host stops a scheduled function after 30
 * s.
 */
const runFor = 25_000;

type Functions = Database['public']['Functions'];

/** The database functions that need no arguments. */
type Routine = {
  [Name in keyof Functions]: Record<PropertyKey, never> extends Functions[Name]['Args']
    ? Name
    : never;
}[keyof Functions];

export type Run<Environment> = {
  client: DatabaseClient;
  env: Environment;
  /** Aborts every call that the run makes. */
  deadline: AbortSignal;
};

/**
 * A run's jobs, by name. Each database call is its own transaction. A job resolves to one count, to several named
 * counts, or to undefined.
 */
export type Jobs<Environment> = Readonly<
  Record<string, (run: Run<Environment>) => Promise<unknown>>
>;

/** A job that only calls one database function. */
export const calls =
  (name: Routine) =>
  async ({ client }: Pick<Run<unknown>, 'client'>) =>
    unwrap(await client.rpc(name));

/**
 * Returns `done`, or throws if the job achieved nothing. The run is then not recorded, so the watch alerts the owner
 * (R13).
 */
export function unlessIdle<Done extends Record<string, number>>(done: Done, idle: boolean): Done {
  if (!idle) return done;
  throw new PlainError(`the job achieved nothing: ${JSON.stringify(done)}`);
}

const outcome = v.nullish(v.union([v.number(), v.record(v.string(), v.number())]));

/**
 * A scheduled function that runs its jobs one after the other, then returns and logs their counts (§19.10). If a job
 * fails, the others still run, but the run returns the error and is not recorded. While the owner has stopped all jobs,
 * the function does nothing (§20.41). Visitors cannot start it, because it has no public path (§11.25).
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
    if (!unwrap(await client.rpc('may_run', { p_job: name }))) {
      log('warn', `${name}_stopped`);
      return json({});
    }
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
