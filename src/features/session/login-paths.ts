import { nextPath } from '../../domain/next-path.ts';

/** Set in the login's address when a session ended by itself, so that the page can say so. */
export const sessionEnded = 'ended';

/** The login, leading back to this page. The head script `guard` writes the same address. */
export function loginAddress({ ended }: { ended: boolean }): string {
  const query = new URLSearchParams({ next: location.pathname + location.search });
  if (ended) query.set(sessionEnded, '1');
  return `/login?${query}`;
}

/** Leads a member on from /login or /signup: to `next`, or to the dashboard (§6.11). */
export function leaveLogin(): void {
  location.replace(nextPath(new URLSearchParams(location.search).get('next')));
}
