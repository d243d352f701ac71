import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Locks a data folder for this process, because two databases in the same folder destroy the data. Throws if a running
 * process holds the lock; takes over the lock of a process that was killed. Resolves to a function that unlocks the
 * folder.
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'backend.pid');
  const holder = Number(await readFile(file, 'utf8').catch(() => ''));
  if (holder > 0 && isAlive(holder)) {
    throw new Error(
      `its data folder is in use by process ${holder}. Stop that process or, if it is another program, delete ${resolve(file)}`,
    );
  }
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process is running, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
