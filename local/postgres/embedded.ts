import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { migrationScripts, supabaseScripts } from '../../supabase/schema-scripts.ts';

const checkout = new URL('../../', import.meta.url);

/** Where the copy of an empty Postgres is kept: beside the packages that it was made with. */
async function copyOfEmpty(): Promise<string> {
  const lock = createHash('sha256').update(await readFile(new URL('package-lock.json', checkout)));
  const name = `node_modules/.cache/admitcircle/postgres-${lock.digest('hex').slice(0, 16)}.tar`;
  return fileURLToPath(new URL(name, checkout));
}

/**
 * Opens an empty Postgres in this process. The first call after an installation makes it and keeps a copy,
 * because copying takes a fifth of the time.
 */
export async function openEmptyDatabase(): Promise<PGlite> {
  const file = await copyOfEmpty();
  const copy = await readFile(file).catch(() => undefined);
  if (copy) return PGlite.create({ loadDataDir: new Blob([copy]) });

  const database = await PGlite.create();
  const dump = await database.dumpDataDir('none');
  await mkdir(dirname(file), { recursive: true });
  // Renamed once it is whole, because another test file may make or read it now.
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, dump.stream());
  await rename(part, file);
  return database;
}

/** Opens a Postgres in this process that looks like a new Supabase project with our migrations. */
export async function openDatabase(): Promise<PGlite> {
  const database = await openEmptyDatabase();
  for (const { sql } of [...supabaseScripts, ...(await migrationScripts())]) {
    await database.exec(sql);
  }
  return database;
}
