import { createHash } from 'node:crypto';
import type { PGlite } from '@supabase/lite/pglite';
import {
  runScripts,
  type SchemaScript,
  schemaScripts,
  supabaseScripts,
} from '../postgres/schema-scripts.ts';
import { openTemporaryProject } from './empty-database.ts';

/** A database's comment contains the hash of the scripts that created it. */
const stateQuery = `
  select shobj_description(oid, 'pg_database') as hash, to_regnamespace('private') is null as is_new
  from pg_database where datname = current_database()`;

type State = { hash: string | null; is_new: boolean };

const named = (scripts: readonly SchemaScript[], wanted: string) =>
  scripts.filter(({ name }) => name === wanted);

/**
 * The steps from a database's current schema to the declared schema. Loads pg-delta only here, because most starts do
 * not need it.
 */
async function changesOf(database: PGlite, scripts: readonly SchemaScript[]) {
  const { schemaChanges } = await import('../postgres/schema-changes.ts');
  const declared = await openTemporaryProject(scripts);
  try {
    const { statements, foreignKeys, losses } = await schemaChanges(database, declared.database);
    const step = (sql: string) => ({ name: sql, sql });
    return {
      losses,
      steps: [
        step('set local check_function_bodies = off'),
        ...statements.map(step),
        ...named(scripts, 'grants.sql'),
        ...named(scripts, 'data.sql'),
        ...foreignKeys.map(step),
      ],
    };
  } finally {
    await declared.close();
  }
}

/**
 * Applies the declared schema to a backend's database, in one transaction. A database with an older schema keeps its
 * rows, except in tables and columns that are dropped; for such a database, resolves to the statements that dropped
 * them. Rejects with the statement that failed and Postgres's error.
 */
export async function declareSchema(database: PGlite): Promise<string[] | undefined> {
  const scripts = await schemaScripts();
  const hash = createHash('sha256').update(JSON.stringify(scripts)).digest('hex');
  const { rows } = await database.query<State>(stateQuery);
  if (rows[0]?.hash === hash) return undefined;

  const { losses, steps } = rows[0]?.is_new
    ? { losses: undefined, steps: [...named(supabaseScripts, 'roles'), ...scripts] }
    : await changesOf(database, scripts);
  await database.transaction(async (transaction) => {
    await runScripts(transaction, steps);
    await transaction.exec(`
      do $$ begin execute format('comment on database %I is %L', current_database(), '${hash}'); end $$`);
  });
  return losses;
}
