/** Where a member lands after signing in when nothing else was asked for (§6.11). */
export const memberHome = '/dashboard/main';

// Any origin will do: a path that resolves outside it is not a path of this site.
const anyOrigin = 'https://site.invalid';

/**
 * The page to go to after login. Only paths of this site are taken from `next`; anything else
 * (another host, a scheme, backslashes, control characters) becomes the dashboard (§6.12).
 */
export function nextPath(next: string | null | undefined): string {
  if (!next?.startsWith('/') || /[\\\p{Cc}]|^\/\//u.test(next)) return memberHome;
  if (!URL.canParse(next, anyOrigin)) return memberHome;
  const url = new URL(next, anyOrigin);
  if (url.origin !== anyOrigin || url.pathname.startsWith('//')) return memberHome;
  return url.pathname + url.search + url.hash;
}
