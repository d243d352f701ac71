import { routes } from '../../../src/content/routes.ts';

/**
 * The path under which a page view is counted (§12.27): lower case, without a trailing slash. Leaves out the query and
 * the fragment, because they can identify a person. Null for addresses that are not pages of ours, and for the desk,
 * which only operators visit.
 */
export function countedPage(address: string): string | null {
  const [start = ''] = address.split(/[?#]/);
  const page = start.toLowerCase().replace(/(.)\/$/, '$1');
  return Object.hasOwn(routes, page) && page !== '/desk' ? page : null;
}
