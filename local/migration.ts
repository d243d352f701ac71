import { createHash } from 'node:crypto';
import { formatSqlStatements } from '@supabase/pg-delta/sql-format';
import { openTemporaryProject } from './backend/empty-database.ts';
import { schemaChanges, summary } from './postgres/schema-changes.ts';
import type { SchemaScript } from './postgres/schema-scripts.ts';

type Migration = {
  sql: string;
  /** The statements that drop a table, a column or anything else that contains data. */
  losses: string[];
  /** Declared objects that the migration does not create, because pg-delta cannot express them. */
  missing: string[];
};

/**
 * The migration from the schema that the existing migrations produce to the declared schema; undefined if the two are
 * equal. Includes all of grants.sql, and also data.sql unless the last copy included is the same.
 */
export async function nextMigration(
  existing: readonly SchemaScript[],
  declared: readonly SchemaScript[],
): Promise<Migration | undefined> {
  const [made, wanted] = [
    await openTemporaryProject(existing),
    await openTemporaryProject(declared),
  ];
  try {
    const changes = await schemaChanges(made.database, wanted.database);
    const copy = (file: string) =>
      declared
        .filter(({ name }) => name === file)
        .map(({ sql }) => `-- supabase/${file === 'data.sql' ? '' : 'schemas/'}${file}\n${sql}`);
    const rows = copy('data.sql').filter(
      (text) =>
        !existing.findLast(({ sql }) => sql.includes('-- supabase/data.sql\n'))?.sql.includes(text),
    );
    const summed = summary(changes.names);
    if (summed.length + rows.length === 0) return undefined;

    const format = (statements: string[]) =>
      formatSqlStatements(statements, { keywordCase: 'lower', maxWidth: 110 }).map((sql) =>
        sql.replace(/;?$/, ';'),
      );
    const parts = [
      ['-- Generated from supabase/schemas by npm run migration.', ...summed].join('\n-- '),
      'set check_function_bodies = off;',
      ...format(changes.statements),
      ...(summed.length > 0 ? copy('grants.sql') : []),
      ...rows,
      ...format(changes.foreignKeys),
    ];
    const sql = `${parts.map((part) => part.trim()).join('\n\n')}\n`;
    await made.database.exec(sql);
    const left = await schemaChanges(made.database, wanted.database);
    return { sql, losses: changes.losses, missing: summary(left.names) };
  } finally {
    await made.close();
    await wanted.close();
  }
}

/** Throws if a migration drops data, unless `mayDrop` is true. */
export function refuseLosses({ losses }: Migration, mayDrop = false): void {
  if (losses.length === 0 || mayDrop) return;
  throw new Error(`This drops data. If it should, repeat with --drop:\n${losses.join('\n')}`);
}

/** The lines of supabase/released.txt that list these migrations, as `sha256sum` prints them. */
export function hashLines(migrations: readonly SchemaScript[]): string[] {
  return migrations.map(
    ({ name, sql }) => `${createHash('sha256').update(sql).digest('hex')}  ${name}`,
  );
}

/** The lines in the list of released migrations that do not match these migrations. */
export function untrueLines(list: string, migrations: readonly SchemaScript[]): string[] {
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.filter((line) => !hashLines(migrations).includes(line));
}
