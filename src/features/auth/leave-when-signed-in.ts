import { leaveLogin } from '../../lib/login-paths.ts';
import { $session } from '../../lib/session-store.ts';

/** Sends a member away from /login or /signup once the stored session is confirmed (§2.18). */
export function leaveWhenSignedIn(): void {
  $session.subscribe(({ status }) => {
    if (status === 'authenticated') leaveLogin();
  });
}
