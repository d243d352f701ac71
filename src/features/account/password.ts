import type { AuthError, Session, User } from '@supabase/supabase-js';
import { cleanEmail } from '../../domain/words/typed-text.ts';
import { hints } from '../../domain/account/messages.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { nextPath } from '../../domain/account/next-path.ts';
import { captcha } from '../../lib/captcha.ts';
import { loadSupabase, loadTemporaryClient, type Supabase } from '../../lib/supabase.ts';
import { isRetryable, noAnswer, readable } from '../../lib/service-errors.ts';
import { loginOf } from '../../lib/member.ts';
import { keptText } from '../../lib/kept-text.ts';
import { rememberLogin } from '../../lib/login-flag.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { spentLink } from './spent-link.ts';

// Downloaded when a form gets the focus. Every call throws if the account client cannot be downloaded.

// Stored for all tabs, because the link in the email opens in a new one.
const wantedPage = keptText(storageKeys.wantedPage, 'local');

/**
 * Requests the email with the link for setting a new password (§11.9). Resolves to the address, or to the reason why
 * the request failed. Unknown addresses get the same reply as known ones (§6.21, A13).
 */
export async function requestRecovery(typed: string) {
  const email = cleanEmail(typed);
  const { auth } = await loadSupabase();
  const { error } = await auth.resetPasswordForEmail(email, {
    ...(await captcha()),
    redirectTo: `${location.origin}${memberPages.settings}`,
  });
  if (!error) {
    const next = new URLSearchParams(location.search).get('next');
    if (next) wantedPage.keep(next);
    else wantedPage.forget();
    return { sentTo: email };
  }
  const tooSoon = error.status === 429;
  const fallback = tooSoon ? hints.tooManyTries : settingsMessages.mailFailed;
  return { message: readable(error, fallback), tooSoon };
}

/**
 * The outcome of setting a password. `othersEnded` is false if other devices could not be logged out. 'link-expired'
 * means that the email's link has already been used or is too old. After a forgotten password, `next` is the page to
 * open.
 */
export type PasswordResult =
  | { status: 'updated'; othersEnded: boolean; next?: string }
  | { status: 'link-expired' }
  | { status: 'failed'; message: string };

/** Whether the account has no name, neither from the sign-up, which asks for one, nor in the profile. */
async function hasNoName(supabase: Supabase, user: User): Promise<boolean> {
  const login = loginOf(user);
  if (login.status !== 'authenticated' || login.member.firstname !== '') return false;
  const { data } = await supabase.from('profiles').select('firstname').eq('id', user.id).single();
  return data?.firstname === '';
}

const failed = (message: string): PasswordResult => ({ status: 'failed', message });

const refused = (error: AuthError): PasswordResult =>
  failed(
    error.code === 'insufficient_aal'
      ? settingsMessages.authenticator
      : readable(error, 'We could not change your password. Please try again.'),
  );

async function endOtherSessions({ auth }: Supabase): Promise<boolean> {
  const { error } = await auth.signOut({ scope: 'others' });
  return error === null;
}

/** Changes the password of the member who is logged in (§11.10), and logs out the member's other devices (§6.23). */
export async function changePassword(password: string): Promise<PasswordResult> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.updateUser({ password });
  if (error) return refused(error);
  return { status: 'updated', othersEnded: await endOtherSessions(supabase) };
}

/**
 * Returns a function that sets a password with the token from a reset mail (§6.19). The first call uses up the token
 * and passes the account's email address to `onOwner`. The login stays in memory until a password is accepted: leaving
 * the page does not log anyone in (A19), and the member can try another password with the same link (A20).
 */
export function recovery(
  tokenHash: string,
  onOwner: (email: string | undefined) => void,
): (password: string) => Promise<PasswordResult> {
  let client: Supabase | undefined;
  let verified: Session | null = null;

  return async (password) => {
    client ??= await loadTemporaryClient();
    const { auth } = client;
    if (!verified) {
      const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: tokenHash });
      if (error && isRetryable(error)) return failed(noAnswer());
      // After another refusal, such as a rate limit, the link may still work.
      if (!error || error.code === 'otp_expired') spentLink.keep(tokenHash);
      if (error || !data.session) return { status: 'link-expired' };
      verified = data.session;
      onOwner(verified.user.email);
    }
    const { error } = await auth.updateUser({ password });
    if (error) return refused(error);

    const othersEnded = await endOtherSessions(client);
    const supabase = await loadSupabase();
    // `setSession` would compare the token's expiry with this device's clock, and fail if that clock is wrong.
    const signedIn = await supabase.auth.refreshSession(verified);
    if (!signedIn.error) rememberLogin(true);
    const { user } = signedIn.data;
    // Only the dashboard says what was cleared.
    const isCleared = user !== null && (await hasNoName(supabase, user));
    const next = isCleared ? memberPages.main : nextPath(wantedPage.read());
    wantedPage.forget();
    return { status: 'updated', othersEnded, next };
  };
}
