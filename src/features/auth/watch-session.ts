import { whenSessionIsStored } from '../../lib/supabase.ts';
import { $mailLink } from '../../lib/mail-link.ts';

/**
 * Sends members away from /login and /signup (§2.18), unless they opened a mail link. The code for it is
 * downloaded only when a session is stored. Returns a function that stops waiting for one.
 */
export function watchSession(): () => void {
  if ($mailLink.get()) return () => undefined;
  return whenSessionIsStored(() => {
    import('./leave-when-signed-in.ts').then(
      ({ leaveWhenSignedIn }) => leaveWhenSignedIn(),
      // Offline: the form can still be used.
      () => undefined,
    );
  });
}
