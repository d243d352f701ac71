import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The folder of this checkout that `prepareSite` lays out for a port. */
export const folderOfSite = (port: number) => resolve('.netlify', `site-${port}`);

/** Where the build lies that is served on this port. */
export const distOfSite = (port: number) => join(folderOfSite(port), 'dist');

/** Deletes what was laid out for a port. */
export async function removeSite(port: number): Promise<void> {
  await rm(folderOfSite(port), { force: true, recursive: true });
}
