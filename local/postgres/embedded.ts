import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { runScripts, schemaScripts, supabaseScripts } from './schema-scripts.ts';
import { copyOfEmpty } from './copies.ts';

/**
 * Opens an empty Postgres in this process. The first call after an installation creates the database and keeps a copy,
 * because copying takes only a fifth of the time.
 */
async function openEmptyDatabase(): Promise<PGlite> {
  const file = await copyOfEmpty('embedded.tar');
  const copy = await readFile(file).catch(() => undefined);
  if (copy) return PGlite.create({ loadDataDir: new Blob([copy]) });

  const database = await PGlite.create();
  const dump = await database.dumpDataDir('none');
  // Renamed only when complete, because another test file may be creating or reading it.
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, dump.stream());
  await rename(part, file);
  return database;
}

/** The files of a Postgres that looks like a new Supabase project with our schema. */
async function makeFiles(): Promise<Blob> {
  const database = await openEmptyDatabase();
  await runScripts(database, [...supabaseScripts, ...(await schemaScripts())]);
  // Template databases make up half of the files, and we do not need them.
  await database.exec('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await database.exec(`drop database ${name}`);
  const files = await database.dumpDataDir('none');
  await database.close();
  return files;
}

let files: Promise<Blob> | undefined;

/**
 * Opens a Postgres in this process that looks like a new Supabase project with our schema. The first call in a process
 * applies the schema; later calls copy the files, which takes half the time.
 */
export async function openDatabase(): Promise<PGlite> {
  files ??= makeFiles();
  return PGlite.create({ loadDataDir: await files });
}
