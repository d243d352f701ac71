import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Adds the floor to a build: a static page with one picture and no script, which every other page is
 * compared with. The same server serves it, with the same headers. Resolves to its path.
 */
export async function addFloor(dist: string): Promise<string> {
  for (const name of ['floor.html', 'floor.avif']) {
    await copyFile(new URL(name, import.meta.url), join(dist, name));
  }
  return '/floor';
}
