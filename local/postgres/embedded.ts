import { PGlite } from '@electric-sql/pglite';
import { migrationScripts, supabaseScripts } from '../../supabase/schema-scripts.ts';

/** A Postgres inside this process with our migrations, as on a new Supabase project. */
export async function openDatabase(): Promise<PGlite> {
  const database = new PGlite();
  for (const { sql } of [...supabaseScripts, ...(await migrationScripts())]) {
    await database.exec(sql);
  }
  return database;
}
