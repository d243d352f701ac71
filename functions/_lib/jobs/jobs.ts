import * as v from 'valibot';
import type { Database } from '../../../src/lib/database.types.ts';
import type { ApiError } from '../http/api-error.ts';
import { database, unwrap, type DatabaseClient } from '../database/database.ts';
import type { Env } from '../env/env.ts';
import { handle, report, type Handler } from '../http/handle.ts';
import { log, PlainError } from '../http/log.ts';
import { json } from '../http/replies.ts';

/** Milliseconds after which every call ends: the host stops a scheduled function after 30 s. */
const runFor = 25_000;

type Functions = Database['public']['Functions'];

/** The functions of the database that need no arguments. */
type Routine = {
  [Name in keyof Functions]: Record<PropertyKey, never> extends Functions[Name]['Args']
    ? Name
    : never;
}[keyof Functions];

/** What a job receives. */
export type Run<Environment> = {
  client: DatabaseClient;
  env: Environment;
  /** Ends every call. */
  deadline: AbortSignal;
};

/**
 * The jobs of a run by name. Each database call is its own transaction. A job resolves to a number, to several named
 * numbers, or to nothing.
 */
export type Jobs<Environment> = Readonly<
  Record<string, (run: Run<Environment>) => Promise<unknown>>
>;

/** A job that calls one function of the database. */
export const calls =
  (name: Routine) =>
  async ({ client }: Pick<Run<unknown>, 'client'>) =>
    unwrap(await client.rpc(name));

/** Returns `done`, or throws if the job was idle: the run is then not recorded, so that a person is told (R13). */
export function unlessIdle<Done extends Record<string, number>>(done: Done, idle: boolean): Done {
  if (!idle) return done;
  throw new PlainError(`nothing could be done: ${JSON.stringify(done)}`);
}

const outcome = v.nullish(v.union([v.number(), v.record(v.string(), v.number())]));

/**
 * A scheduled function that runs its jobs in turn, and answers and logs their numbers (§19.10). A failing job stops no
 * other; the run then answers with its error and is not recorded. It does nothing while an owner has stopped the jobs
 * (§20.41). It has no public path, so no visitor can start it (§11.25).
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
