import type { PGlite } from '@electric-sql/pglite';
import { afterAll, expect } from 'vitest';
import { openDatabase } from '../../../local/postgres/embedded.ts';

/** A database with our schema for the tests of one file. */
export async function testDatabase(): Promise<PGlite> {
  const database = await openDatabase();
  afterAll(() => database.close());
  return database;
}

/** Expects that the database refuses with these words. */
export const expectRefusal = (request: Promise<unknown>, words: string | RegExp, what?: string) =>
  expect(request, what).rejects.toThrow(words);

/** The first column of every row, as text. */
export async function texts(
  database: Pick<PGlite, 'query'>,
  sql: string,
  parameters: unknown[] = [],
): Promise<string[]> {
  const { rows } = await database.query<unknown[]>(sql, parameters, { rowMode: 'array' });
  return rows.map(([value]) => String(value));
}
