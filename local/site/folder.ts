import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The folder in this checkout that `prepareSite` fills for a given port. */
export const folderOfSite = (port: number) => resolve('.netlify', `site-${port}`);

/** The folder with the build that is served on a given port. */
export const distOfSite = (port: number) => join(folderOfSite(port), 'dist');

/** Deletes a port's folder. */
export async function removeSite(port: number): Promise<void> {
  await rm(folderOfSite(port), { force: true, recursive: true });
}
