import { pages } from '../src/content/pages.ts';

const unlisted = Object.entries(pages)
  .filter(([, { index }]) => !index)
  .map(([path]) => path);

/** True for a page URL that search engines may list; those with `index: false` stay out (§13.13). */
export function listedInSitemap(page: string): boolean {
  return !unlisted.includes(new URL(page).pathname);
}
