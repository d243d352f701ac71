import { routeOf } from '../src/content/routes.ts';

/** Whether search engines may list a page URL (§13.13). */
export function listedInSitemap(page: string): boolean {
  return routeOf(new URL(page).pathname).listed;
}
