import { atom } from 'nanostores';
import { messages } from '../../domain/account/messages.ts';
import { loadSupabase, type Supabase } from '../../lib/supabase.ts';
import { isRefusal } from '../../lib/login-store.ts';
import { isRetryable } from '../../lib/service-errors.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { rememberLogin } from '../../lib/login-flag.ts';
import { showToast } from '../ui/toast.ts';

// What this browser stores about a member.
const ofMember = [
  'session',
  'loanDraft',
  'paysInStudy',
  'readingPlace',
  'gdNotes',
  'begunPayments',
  'chosenTime',
  'wantedPage',
] as const;

/** True during a logout, and after a successful one until the page is gone. */
export const $loggingOut = atom(false);

/** True after a logout failed: this browser can still forget the login (§14.31). */
export const $logoutFailed = atom(false);

const scopes = { here: 'local', everywhere: 'global' } as const;

/** How much a logout ends: `anyway` needs no account service, but leaves the login valid there. */
type Ends = keyof typeof scopes | 'anyway';

/** Ends the stored login at the account service. Throws unless it is over. */
async function endLogin({ auth }: Supabase, ends: keyof typeof scopes): Promise<void> {
  const { data, error } = await auth.getSession();
  if (error && isRetryable(error)) throw error;
  if (!data.session) return;
  // `auth.signOut` would forget the login of this device before it asks the service.
  const answer = await auth.admin.signOut(data.session.access_token, scopes[ends]);
  if (answer.error && !isRefusal(answer.error)) throw answer.error;
}

/**
 * Ends the login of this browser, or of every device, and clears what this browser stores about the member, apart from
 * `isLoggedIn` (§6.17). Resolves to false, with nothing cleared, if the account service did not end it.
 */
export async function signOut(ends: Ends): Promise<boolean> {
  // Written first, so that other tabs that see the session end already know the reason.
  rememberLogin(false);
  try {
    if (ends !== 'anyway') await endLogin(await loadSupabase(), ends);
  } catch {
    rememberLogin(true);
    return false;
  }
  sessionStorage.clear();
  for (const key of ofMember) localStorage.removeItem(storageKeys[key]);
  // With nothing stored it only tells this page, which can do without.
  await loadSupabase().then(
    ({ auth }) => auth.signOut({ scope: 'local' }),
    () => undefined,
  );
  return true;
}

/** Logs out here and goes to `/`, replacing this page in the history (§6.17), or says that it failed (§5.30). */
export async function logout(ends: Ends = 'here'): Promise<void> {
  if ($loggingOut.get()) return;
  $loggingOut.set(true);
  if (await signOut(ends)) {
    location.replace('/');
    return;
  }
  $loggingOut.set(false);
  $logoutFailed.set(true);
  showToast('error', messages.logoutFailed);
}
