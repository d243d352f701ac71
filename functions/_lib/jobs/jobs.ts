import * as v from 'valibot';
import type { Database } from '../../../src/lib/database.types.ts';
import type { ApiError } from '../http/api-error.ts';
import { database, unwrap, type DatabaseClient } from '../database/database.ts';
import type { Env } from '../env/env.ts';
import { handle, report, type Handler } from '../http/handle.ts';
import { log, PlainError } from '../http/log.ts';
import { json } from '../http/replies.ts';

/** All calls of a run end after this many milliseconds, because the host stops a scheduled function after 30 s. */
const runFor = 25_000;

type Functions = Database['public']['Functions'];

/** The database functions that take no arguments. */
type Routine = {
  [Name in keyof Functions]: Record<PropertyKey, never> extends Functions[Name]['Args']
    ? Name
    : never;
}[keyof Functions];

export type Run<Environment> = {
  client: DatabaseClient;
  env: Environment;
  /** Aborts every call of the run. */
  deadline: AbortSignal;
};

/**
 * A run's jobs, by name. Each database call is its own transaction. A job resolves to a number, to several named
 * numbers, or to nothing.
 */
export type Jobs<Environment> = Readonly<
  Record<string, (run: Run<Environment>) => Promise<unknown>>
>;

/** A job that does nothing but call one database function. */
export const calls =
  (name: Routine) =>
  async ({ client }: Pick<Run<unknown>, 'client'>) =>
    unwrap(await client.rpc(name));

/**
 * Returns `done`, or throws if the job achieved nothing: the run is then not recorded, and the watch alerts the owner
 * (R13).
 */
export function unlessIdle<Done extends Record<string, number>>(done: Done, idle: boolean): Done {
  if (!idle) return done;
  throw new PlainError(`the job achieved nothing: ${JSON.stringify(done)}`);
}

const outcome = v.nullish(v.union([v.number(), v.record(v.string(), v.number())]));

/**
 * A scheduled function that runs its jobs one after the other, and returns and logs their numbers (§19.10). A failing
 * job does not stop the others, but the run then returns its error and is not recorded. While an owner has stopped the
 * jobs, the function does nothing (§20.41). It has no public path, so visitors cannot start it (§11.25).
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
