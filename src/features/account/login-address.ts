/** Set on the login's address when a session ended by itself, so that the page can say so. */
export const sessionEnded = 'ended';

/** The login, which leads back to this page. The head script (`earlyScripts.guard`) writes the same. */
export function loginAddress({ ended }: { ended: boolean }): string {
  const query = new URLSearchParams({ next: location.pathname + location.search });
  if (ended) query.set(sessionEnded, '1');
  return `/login?${query}`;
}
