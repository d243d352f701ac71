import { memberPages } from '../member-pages.ts';

/** Where a login without a `next` leads (§6.11). */
export const memberHome: string = memberPages.main;

// Any origin will do, because a value that passes the first check is a path.
const anyOrigin = 'https://site.invalid';

/**
 * The page to open after a login. Accepts only a path on this site; anything else (another host, a scheme, backslashes,
 * control characters) is replaced by the dashboard (§6.12).
 */
export function nextPath(next: string | null | undefined): string {
  if (!next?.startsWith('/') || /[\\\p{Cc}]|^\/\//u.test(next)) return memberHome;
  const { pathname, search, hash } = new URL(next, anyOrigin);
  // A browser reads '//' at the start as the start of a host name, and '/.//' becomes '//'.
  return pathname.startsWith('//') ? memberHome : pathname + search + hash;
}
