import { routeOf } from '../src/content/routes.ts';

/** True for a page URL that search engines may list (§13.13). */
export function listedInSitemap(page: string): boolean {
  return routeOf(new URL(page).pathname).listed;
}
