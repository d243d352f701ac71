import { nextPath } from '../domain/account/next-path.ts';
import { placeOf } from '../domain/links.ts';

/** The query parameter that tells the login page that a login ended without a logout. */
export const loginEnded = 'ended';

/**
 * The address of the login page, which returns the member to the current page afterwards. The head script `guard`
 * builds the same address.
 */
export function loginAddress({ ended }: { ended: boolean }): string {
  const query = new URLSearchParams({ next: placeOf(location) });
  if (ended) query.set(loginEnded, '1');
  return `/login?${query}`;
}

/** Redirects a member from /login or /signup to `next` or to the dashboard (§6.11). */
export function leaveLogin(): void {
  location.replace(nextPath(new URLSearchParams(location.search).get('next')));
}
