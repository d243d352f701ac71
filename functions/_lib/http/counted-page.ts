import { routes } from '../../../src/content/routes.ts';

/**
 * The path under which a page view is counted (§12.27): lower case, without a trailing slash. Query
 * and fragment are dropped because they can identify a person. Null unless the site has this page, and for the desk, where
 * nobody but the owner comes.
 */
export function countedPage(address: string): string | null {
  const [start = ''] = address.split(/[?#]/);
  const page = start.toLowerCase().replace(/(.)\/$/, '$1');
  return Object.hasOwn(routes, page) && page !== '/desk' ? page : null;
}
