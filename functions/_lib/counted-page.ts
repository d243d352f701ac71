const path = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/;

/**
 * The page a view is counted for: the path alone, lower-case and without a last slash. Query and
 * fragment are cut off, for they can say who somebody is. Null for what no page of ours is called.
 */
export function countedPage(address: string): string | null {
  const [start = ''] = address.split(/[?#]/);
  const page = start.toLowerCase().replace(/(.)\/$/, '$1');
  return page.length <= 200 && path.test(page) ? page : null;
}
