import { atom } from 'nanostores';
import { messages } from '../../domain/messages.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { rememberLogin } from './login-flag.ts';
import { showToast } from '../toasts/toast.ts';

/** True while a logout is under way, and after it succeeded until the page is gone. */
export const $loggingOut = atom(false);

/** True after a logout that did not reach the account service: this device alone can still be left. */
export const $logoutFailed = atom(false);

/**
 * Ends the session and clears what this browser keeps of the member; `isLoggedIn` 'false' stays
 * (§6.17). `everywhere` also ends the sessions of other devices and needs the account service;
 * `here` always works. Resolves to false when the session could not be ended; nothing is cleared then.
 */
async function signOut(scope: 'everywhere' | 'here'): Promise<boolean> {
  // Written first: other tabs learn of the end and its reason at the same moment.
  rememberLogin(false);
  try {
    const { auth } = await loadSupabase();
    const { error } = await auth.signOut({ scope: scope === 'here' ? 'local' : 'global' });
    if (error && scope === 'everywhere') throw error;
  } catch {
    rememberLogin(true);
    return false;
  }
  sessionStorage.clear();
  return true;
}

/**
 * Logs out and goes home, replacing this page in the history (§6.17), or says that it could not.
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
  showToast('error', messages.logoutFailed);
}
