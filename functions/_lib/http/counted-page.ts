import { routes } from '../../../src/content/routes.ts';

/**
 * The path under which a page view is counted (§12.27): in lower case, without a trailing slash, query or fragment,
 * because the last two can identify a person. Null for paths that are not our pages, and for the desk, which only
 * operators visit.
 */
export function countedPage(address: string): string | null {
  const [start = ''] = address.split(/[?#]/);
  const page = start.toLowerCase().replace(/(.)\/$/, '$1');
  return Object.hasOwn(routes, page) && page !== '/desk' ? page : null;
}
