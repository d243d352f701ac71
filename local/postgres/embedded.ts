import { PGlite } from '@electric-sql/pglite';
import { migrationScripts, supabaseScripts } from '../../supabase/schema-scripts.ts';

/** Opens a Postgres in this process that looks like a new Supabase project with our migrations. */
export async function openDatabase(): Promise<PGlite> {
  const database = new PGlite();
  for (const { sql } of [...supabaseScripts, ...(await migrationScripts())]) {
    await database.exec(sql);
  }
  return database;
}
