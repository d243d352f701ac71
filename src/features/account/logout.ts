import { atom } from 'nanostores';
import { messages } from '../../domain/account/messages.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { rememberLogin } from '../../lib/login-flag.ts';
import { showToast } from '../ui/toast.ts';

/** True during a logout, and after a successful one until the page is gone. */
export const $loggingOut = atom(false);

/** True after a logout failed: a logout on this device only is still possible (§14.31). */
export const $logoutFailed = atom(false);

/**
 * Ends the session and clears what this browser stores about the member, apart from `isLoggedIn` (§6.17).
 * `everywhere` also ends the sessions of other devices and needs the account service; `here` does not.
 * Resolves to false, with nothing cleared, when the session could not be ended.
 */
export async function signOut(scope: 'everywhere' | 'here'): Promise<boolean> {
  // Written first, so that other tabs that see the session end already know the reason.
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
  localStorage.removeItem(storageKeys.loanDraft);
  localStorage.removeItem(storageKeys.paysInStudy);
  localStorage.removeItem(storageKeys.readingPlace);
  localStorage.removeItem(storageKeys.gdNotes);
  localStorage.removeItem(storageKeys.begunPayments);
  return true;
}

/**
 * Logs out and goes to `/`, replacing this page in the history (§6.17), or says that it failed (§5.30).
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
