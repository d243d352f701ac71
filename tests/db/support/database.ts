import type { PGlite, Transaction } from '@electric-sql/pglite';

/** Who runs a statement: a visitor, our functions, or the member with this id. */
export type Actor = 'anon' | 'service_role' | { member: string };

/** Runs statements in one transaction as the REST API runs them for this actor. */
export function as<T>(
  database: PGlite,
  actor: Actor,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const role = typeof actor === 'string' ? actor : 'authenticated';
  const user = typeof actor === 'string' ? '' : actor.member;
  return database.transaction(async (transaction) => {
    await transaction.query(
      "select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true)",
      [role, user],
    );
    return work(transaction);
  });
}

/** The first column of every row, as text. */
export async function texts(
  database: Pick<PGlite, 'query'>,
  sql: string,
  parameters: unknown[] = [],
): Promise<string[]> {
  const { rows } = await database.query<unknown[]>(sql, parameters, { rowMode: 'array' });
  return rows.map(([value]) => String(value));
}
