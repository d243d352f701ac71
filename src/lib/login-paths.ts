import { nextPath } from '../domain/account/next-path.ts';

/** Parameter of the login's address that says that a session ended without a logout. */
export const sessionEnded = 'ended';

/** The address of the login that leads back to this page. The head script `guard` makes the same one. */
export function loginAddress({ ended }: { ended: boolean }): string {
  const query = new URLSearchParams({ next: location.pathname + location.search });
  if (ended) query.set(sessionEnded, '1');
  return `/login?${query}`;
}

/** Redirects a member from /login or /signup to `next` or to the dashboard (§6.11). */
export function leaveLogin(): void {
  location.replace(nextPath(new URLSearchParams(location.search).get('next')));
}
