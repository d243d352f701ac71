import type postgres from 'postgres';
import { afterAll, describe, expect } from 'vitest';
import {
  findPostgres,
  startPostgres,
  type PostgresServer,
} from '../../../local/postgres/server.ts';

/** Describes concurrent actions on a real Postgres, because the embedded one has a single connection. */
export function describeRaces(
  name: string,
  tests: (sql: postgres.Sql, server: PostgresServer) => void | Promise<void>,
) {
  const programs = findPostgres();
  if (!programs) console.log(`skipped: '${name}' needs initdb and postgres; this machine has none`);
  describe.skipIf(!programs)(name, async () => {
    if (!programs) return;
    const server = await startPostgres(programs);
    const sql = server.connect(20);
    afterAll(async () => {
      await sql.end();
      await server.stop();
    });
    await tests(sql, server);
  });
}

export function tally(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** How often each refusal came, and how many requests succeeded. */
export async function outcomes(requests: Promise<unknown>[]): Promise<Record<string, number>> {
  const settled = await Promise.allSettled(requests);
  return tally(
    settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as Error).message)),
  );
}

export const times = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Array.from({ length: count }, (_, index) => make(index));

/** Starts the second call while the first has not committed, and commits once the second waits for it. */
export const whileOpenOn =
  (sql: postgres.Sql) =>
  async (
    first: { member?: string; call: string; parameters: string[] },
    second: () => Promise<unknown>,
  ): Promise<string> => {
    const { started } = await sql.begin(async (transaction) => {
      if (first.member) {
        await transaction`select set_config('request.jwt.claim.sub', ${first.member}, true)`;
      }
      await transaction.unsafe(`select ${first.call}`, first.parameters);
      const outcome = outcomes([second()]);
      const waiting = () => sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1);
      return { started: outcome };
    });
    return Object.keys(await started).join();
  };
