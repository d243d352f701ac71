import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { distOfSite } from '../../../../local/site/folder.ts';
import { stack } from '../../support/stack.ts';

/** The folder from which the tested site is served. */
export const builtFolder = distOfSite(Number(new URL(stack.site).port));

/** The address of every built file, such as `/_astro/x.js`, without Netlify’s `_headers` and `_redirects`. */
export const builtFiles: readonly string[] = readdirSync(builtFolder, {
  recursive: true,
  withFileTypes: true,
})
  .filter((entry) => entry.isFile())
  .map((entry) => relative(builtFolder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  .filter((name) => !/^_(?:headers|redirects)$/.test(name))
  .map((name) => `/${name}`)
  .sort();

/** The route of every page, such as `/` or `/dashboard/main`, without the 404 page. */
export const routes: readonly string[] = builtFiles
  .filter((file) => file.endsWith('.html') && file !== '/404.html')
  .map((file) => (file === '/index.html' ? '/' : file.slice(0, -'.html'.length)));

export function builtFile(address: string): Buffer {
  return readFileSync(join(builtFolder, address));
}

export function builtPage(route: string): string {
  return builtFile(route === '/' ? '/index.html' : `${route}.html`).toString('utf8');
}
