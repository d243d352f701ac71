import { memberPages } from '../member-pages.ts';

/** Where a sign-in leads without a `next` (§6.11). */
export const memberHome: string = memberPages.main;

// Any origin works: what passes the first check is a path of it.
const anyOrigin = 'https://site.invalid';

/**
 * The page to open after a login. Only a path of this site is accepted; anything else (another host, a
 * scheme, backslashes, control characters) becomes the dashboard (§6.12).
 */
export function nextPath(next: string | null | undefined): string {
  if (!next?.startsWith('/') || /[\\\p{Cc}]|^\/\//u.test(next)) return memberHome;
  const { pathname, search, hash } = new URL(next, anyOrigin);
  // Such as '/.//', which a browser would take for the start of a host.
  return pathname.startsWith('//') ? memberHome : pathname + search + hash;
}
