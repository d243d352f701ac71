import { nextPath } from '../../domain/next-path.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { hasStoredSession } from '../../lib/supabase.ts';
import { mailLink } from './mail-link.ts';

/** Leads a member on from /login or /signup: to `next`, or to the dashboard (spec §2). */
export function leave(): void {
  location.replace(nextPath(new URLSearchParams(location.search).get('next')));
}

/**
 * Sends a member away from /login and /signup; not somebody who came to confirm an address. The
 * session is only looked at where one is stored, now or later by another tab.
 */
export function leaveWhenSignedIn(): void {
  if (mailLink()) return;
  let watching = false;
  const look = () => {
    if (watching || !hasStoredSession()) return;
    watching = true;
    import('./leave-once-confirmed.ts').then(
      ({ leaveOnceConfirmed }) => leaveOnceConfirmed(leave),
      // Offline: the next sign of a session tries again.
      () => (watching = false),
    );
  };
  addEventListener('storage', ({ key }) => {
    if (key === storageKeys.session) look();
  });
  addEventListener('pageshow', look);
  look();
}
