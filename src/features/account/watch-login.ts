import { leaveLogin } from '../../lib/login-paths.ts';
import { $mailLink } from '../../lib/account-link.ts';
import { whenLoginIsStored } from '../../lib/supabase.ts';

/**
 * Sends members away from /login and /signup once their session is confirmed (§2.18), unless they opened a mail link.
 * The code for it is downloaded only when a session is stored. Returns a function that stops it.
 */
export function watchLogin(): () => void {
  if ($mailLink.get()) return () => undefined;
  let stopWatching: (() => void) | undefined;
  let isStopped = false;
  const stopWaiting = whenLoginIsStored(() => {
    import('../../lib/login-store.ts').then(
      ({ $login }) => {
        if (isStopped) return;
        stopWatching = $login.subscribe(({ status }) => {
          if (status === 'authenticated') leaveLogin();
        });
      },
      // Offline: the form can still be used.
      () => undefined,
    );
  });
  return () => {
    isStopped = true;
    stopWaiting();
    stopWatching?.();
  };
}
