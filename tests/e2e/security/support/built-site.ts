import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { distOfSite } from '../../../../local/site/folder.ts';
import { stack } from '../../support/stack.ts';

/** The folder the tested site is served from. */
export const builtFolder = distOfSite(Number(new URL(stack.site).port));

/** Every file of the build by its address, e.g. `/_astro/x.js`; Netlify's own `_headers` is none. */
export const builtFiles: readonly string[] = readdirSync(builtFolder, {
  recursive: true,
  withFileTypes: true,
})
  .filter((entry) => entry.isFile())
  .map((entry) => relative(builtFolder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  .filter((name) => !/^_(?:headers|redirects)$/.test(name))
  .map((name) => `/${name}`)
  .sort();

/** Every page by its route: `/`, `/buy`, `/dashboard/main`; the 404 page is none. */
export const routes: readonly string[] = builtFiles
  .filter((file) => file.endsWith('.html') && file !== '/404.html')
  .map((file) => (file === '/index.html' ? '/' : file.slice(0, -'.html'.length)));

/** The content of a built file. */
export function builtFile(address: string): Buffer {
  return readFileSync(join(builtFolder, address));
}

/** The HTML of a page as it was built. */
export function builtPage(route: string): string {
  return builtFile(route === '/' ? '/index.html' : `${route}.html`).toString('utf8');
}
