import { atom } from 'nanostores';
import { messages } from '../../domain/messages.ts';
import { showToast } from '../toasts/toast.ts';
import { signOut } from './account.ts';

/** True while a logout is under way, and after it succeeded until the page is gone. */
export const $loggingOut = atom(false);

/** True after a logout that did not reach the account service: this device alone can still be left. */
export const $logoutFailed = atom(false);

/**
 * Logs out and goes home, replacing this page in the history (spec §4); says so when it cannot.
 * `here` ends the session of this browser only.
 */
export async function logout(scope: 'everywhere' | 'here' = 'everywhere'): Promise<void> {
  if ($loggingOut.get()) return;
  $loggingOut.set(true);
  if (await signOut(scope)) {
    location.replace('/');
    return;
  }
  $loggingOut.set(false);
  $logoutFailed.set(true);
  void showToast('error', messages.logoutFailed);
}
