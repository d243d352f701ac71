import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Takes a data folder for this process, because two databases on one folder destroy it. Throws when
 * a living process holds it; takes over from one that was killed. Returns how to let go.
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'backend.pid');
  const holder = Number(await readFile(file, 'utf8').catch(() => ''));
  if (holder > 0 && isAlive(holder)) {
    throw new Error(
      `its data folder is in use by process ${holder}. Stop that one, or, if it is something else, delete ${resolve(file)}`,
    );
  }
  await writeFile(file, String(process.pid));
  return () => rm(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
