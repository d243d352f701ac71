import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The folder in this checkout that `prepareSite` lays out for a port. */
export const folderOfSite = (port: number) => resolve('.netlify', `site-${port}`);

/** The folder of the build that is served on a port. */
export const distOfSite = (port: number) => join(folderOfSite(port), 'dist');

/** Deletes the folder of a port. */
export async function removeSite(port: number): Promise<void> {
  await rm(folderOfSite(port), { force: true, recursive: true });
}
