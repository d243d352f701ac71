import { openDatabase } from '../local/postgres/embedded.ts';
import { findPostgres, startPostgres } from '../local/postgres/server.ts';

/** A database for queries, with its name in `description`. */
export type BenchDatabase = {
  description: string;
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
};

/**
 * Starts a real Postgres with durable commits and ten connections, as many as a small hosted project gives its API. If
 * Postgres is not installed, starts PGlite.
 */
export async function startDatabase(): Promise<BenchDatabase> {
  const programs = findPostgres();
  if (!programs) {
    const database = await openDatabase();
    return {
      description: 'PGlite (no Postgres is installed here)',
      query: async (sql, parameters) =>
        (await database.query<Record<string, unknown>>(sql, parameters)).rows,
      stop: () => database.close(),
    };
  }
  const server = await startPostgres(programs, { durable: true });
  const sql = server.connect(10);
  const [version] = await sql<{ server_version: string }[]>`show server_version`;
  return {
    description: `Postgres ${version?.server_version ?? ''}`,
    // The cast is safe, because the library can send every parameter used here.
    query: (text, parameters = []) => sql.unsafe(text, parameters as string[], { prepare: true }),
    async stop() {
      await sql.end();
      await server.stop();
    },
  };
}
