import { leaveLogin } from '../../lib/login-paths.ts';
import { $mailLink } from '../../lib/account-link.ts';
import { whenLoginIsStored } from '../../lib/supabase.ts';

/**
 * Redirects members from /login and /signup once their login is confirmed (§2.18), unless they opened a link from a
 * mail. Downloads its code only if a login is stored. Returns a function that stops watching.
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
      // Members who are offline can still use the form.
      () => undefined,
    );
  });
  return () => {
    isStopped = true;
    stopWaiting();
    stopWatching?.();
  };
}
