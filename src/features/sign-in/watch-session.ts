import { whenSessionIsStored } from '../../lib/supabase.ts';
import { mailLink } from '../session/mail-link.ts';

/**
 * Sends members away from /login and /signup, unless they came to confirm an address. What that needs is
 * downloaded only where a session is stored. Returns what stops waiting for one.
 */
export function watchSession(): () => void {
  if (mailLink()) return () => undefined;
  return whenSessionIsStored(() => {
    import('../session/leave-when-signed-in.ts').then(
      ({ leaveWhenSignedIn }) => leaveWhenSignedIn(),
      // Offline: the form can still be used.
      () => undefined,
    );
  });
}
