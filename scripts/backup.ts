/**
 * `npm run backup -- make <folder>` copies the database and the files into one encrypted file in the folder. `npm run
 * backup -- open <file> <folder>` unpacks such a file, and `npm run backup -- restore <folder>` puts the unpacked copy
 * into an empty project (docs/hosting.md, 'Backups' and 'Restoring'). Variables: DATABASE_URL, PUBLIC_SUPABASE_URL and
 * SUPABASE_SECRET_KEY; BACKUP_RECIPIENT to make, BACKUP_IDENTITY to open.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../local/run.ts';
import { readVariable, serviceClient } from './service.ts';
import {
  dumpRows,
  restoreFiles,
  restoreRows,
  saveFiles,
  seal,
  storedObjects,
  unseal,
} from './site-copy.ts';

async function make(folder: string): Promise<string> {
  const recipient = readVariable('BACKUP_RECIPIENT');
  const unpacked = await mkdtemp(join(tmpdir(), 'admitcircle-backup-'));
  try {
    // The rows come first, because a row without its file would be broken, but a file without a row does no harm.
    const database = readVariable('DATABASE_URL');
    await dumpRows(database, unpacked);
    const objects = await storedObjects(database);
    const gone = await saveFiles(serviceClient(), objects, unpacked);
    await mkdir(folder, { recursive: true });
    const made = join(
      folder,
      `admitcircle-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar.age`,
    );
    await seal(unpacked, recipient, made);
    return [
      `${made} has the database and ${objects.length - gone.length} files.`,
      ...gone.map((path) => `${path} was deleted meanwhile, and is not in it.`),
    ].join('\n');
  } finally {
    await rm(unpacked, { recursive: true });
  }
}

async function restore(folder: string): Promise<string> {
  await restoreRows(readVariable('DATABASE_URL'), folder);
  const files = await restoreFiles(serviceClient(), folder);
  return `The database and ${files} files are restored. Jobs and sales stand still: go on with 'Restoring' in docs/hosting.md.`;
}

async function open(file: string, folder: string): Promise<string> {
  await unseal(file, readVariable('BACKUP_IDENTITY'), folder);
  return `${folder} has database.sql and the files.`;
}

run(async () => {
  const [verb, first, second] = process.argv.slice(2);
  const done =
    verb === 'make' && first
      ? make(first)
      : verb === 'restore' && first
        ? restore(first)
        : verb === 'open' && first && second && open(first, second);
  if (!done) {
    throw new Error(
      'Usage: npm run backup -- make <folder>, open <file> <folder>, or restore <folder>',
    );
  }
  console.log(await done);
});
