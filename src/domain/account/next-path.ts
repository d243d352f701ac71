/** Where a sign-in leads without a `next` (§6.11). */
export const memberHome = '/dashboard/main';

// Any origin works: a path that resolves to another one is not a path of this site.
const anyOrigin = 'https://site.invalid';

/**
 * The page to open after a login. Only a path of this site is accepted; anything else (another host, a
 * scheme, backslashes, control characters) becomes the dashboard (§6.12).
 */
export function nextPath(next: string | null | undefined): string {
  if (!next?.startsWith('/') || /[\\\p{Cc}]|^\/\//u.test(next)) return memberHome;
  if (!URL.canParse(next, anyOrigin)) return memberHome;
  const url = new URL(next, anyOrigin);
  if (url.origin !== anyOrigin || url.pathname.startsWith('//')) return memberHome;
  return url.pathname + url.search + url.hash;
}
