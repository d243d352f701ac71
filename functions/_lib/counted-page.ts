const path = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/;

/**
 * The path under which a page view is counted (§12.27): lower case, without a trailing slash. Query
 * and fragment are dropped because they can identify a person. Null if no page can have this path.
 */
export function countedPage(address: string): string | null {
  const [start = ''] = address.split(/[?#]/);
  const page = start.toLowerCase().replace(/(.)\/$/, '$1');
  return page.length <= 200 && path.test(page) ? page : null;
}
