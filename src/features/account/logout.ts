import { atom } from 'nanostores';
import { messages } from '../../domain/account/messages.ts';
import { loadSupabase, type Supabase } from '../../lib/supabase.ts';
import { isRefusal } from '../../lib/login-store.ts';
import { isRetryable } from '../../lib/service-errors.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { rememberLogin } from '../../lib/login-flag.ts';
import { carryToast } from '../ui/carried-toast.ts';
import { showToast } from '../ui/toast.ts';

// Everything about a member that this browser stores.
const ofMember = [
  'session',
  'loanDraft',
  'paysInStudy',
  'readingPlace',
  'gdNotes',
  'begunPayments',
  'waitingPack',
  'chosenTime',
  'wantedPage',
] as const;

/** True during a logout, and after a successful one until the next page replaces this one. */
export const $loggingOut = atom(false);

/** True after a failed logout if this browser can still forget the login (§14.31). */
export const $logoutFailed = atom(false);

const scopes = { here: 'local', everywhere: 'global' } as const;

/** Which logins a logout ends. 'anyway' ends only this browser's, without asking the account service. */
type Ends = keyof typeof scopes | 'anyway';

/** Ends the stored login at the account service. Throws if the login may still be valid. */
async function endLogin({ auth }: Supabase, ends: keyof typeof scopes): Promise<void> {
  const { data, error } = await auth.getSession();
  if (error && isRetryable(error)) throw error;
  if (!data.session) return;
  // `auth.signOut` would forget this device's login before asking the service.
  const answer = await auth.admin.signOut(data.session.access_token, scopes[ends]);
  if (answer.error && !isRefusal(answer.error)) throw answer.error;
}

/**
 * Ends the login in this browser or on every device, and clears everything that this browser stores about the member
 * except `isLoggedIn` (§6.17). Resolves to false, with nothing cleared, if the account service did not end the login.
 */
export async function signOut(ends: Ends): Promise<boolean> {
  // Stored before the login ends, so that other tabs know the reason when they notice the end.
  rememberLogin(false);
  try {
    if (ends !== 'anyway') await endLogin(await loadSupabase(), ends);
  } catch {
    rememberLogin(true);
    return false;
  }
  sessionStorage.clear();
  for (const key of ofMember) localStorage.removeItem(storageKeys[key]);
  // Storage is already empty, so this only informs the page's own client and may fail.
  await loadSupabase().then(
    ({ auth }) => auth.signOut({ scope: 'local' }),
    () => undefined,
  );
  return true;
}

/**
 * Logs out here and goes to `/`, which says that the member is logged out and replaces this page in the history (§6.17).
 * If the logout fails, tells the member (§5.30).
 */
export async function logout(ends: Ends = 'here'): Promise<void> {
  if ($loggingOut.get()) return;
  $loggingOut.set(true);
  if (await signOut(ends)) {
    carryToast('You are logged out.');
    location.replace('/');
    return;
  }
  $loggingOut.set(false);
  $logoutFailed.set(true);
  showToast('error', messages.logoutFailed);
}
