import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Lays the page every other one is compared with beside the pages of a build: static, one picture, no
 * script. The same server answers for both, with the headers of the whole site. Resolves to its path.
 */
export async function addFloor(dist: string): Promise<string> {
  for (const name of ['floor.html', 'floor.avif']) {
    await copyFile(new URL(name, import.meta.url), join(dist, name));
  }
  return '/floor';
}
