import { randomUUID } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPgliteConnection, type PGlite } from '@supabase/lite/pglite';
import { copyOfEmpty } from '../postgres/copies.ts';
import { runScripts, type SchemaScript, supabaseScripts } from '../postgres/schema-scripts.ts';

/**
 * Puts the files of an empty Postgres into this folder, which must not exist yet. The first call after an installation
 * creates the files, which takes 3 s, and keeps a copy; copying takes 0.1 s.
 */
export async function createEmptyDatabase(folder: string): Promise<void> {
  const copy = await copyOfEmpty('backend');
  if (!existsSync(copy)) {
    const part = `${copy}.${randomUUID()}`;
    const database = await createPgliteConnection({ url: part });
    // lite opens the database only with the first statement.
    await database.exec('select 1');
    await database.close();
    // Renamed only when complete. If another process was faster, this one uses the other's copy.
    await rename(part, copy).catch(() => rm(part, { recursive: true }));
  }
  await rm(`${folder}.part`, { recursive: true, force: true });
  cpSync(copy, `${folder}.part`, { recursive: true });
  await rename(`${folder}.part`, folder);
}

/**
 * Opens a new project on the backend's Postgres and runs these scripts in it. Postgres's major version is the same as
 * the hosted project's, so what we find out here is true there. Closing the project deletes it.
 */
export async function openTemporaryProject(
  scripts: readonly SchemaScript[],
): Promise<{ database: PGlite; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'admitcircle-project-'));
  await createEmptyDatabase(join(folder, 'postgres'));
  const connection = await createPgliteConnection({ url: join(folder, 'postgres') });
  const close = async () => {
    await connection.close();
    await rm(folder, { recursive: true });
  };
  try {
    await runScripts(connection.driver, [...supabaseScripts, ...scripts]);
  } catch (error) {
    await close();
    throw error;
  }
  return { database: connection.driver, close };
}
