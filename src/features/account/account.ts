import type { AuthError } from '@supabase/supabase-js';
import { hints, messages } from '../../domain/account/messages.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { cleanEmail } from '../../domain/words/typed-text.ts';
import { captcha } from '../../lib/captcha.ts';
import { canStoreLogin, loadSupabase, loadTemporaryClient } from '../../lib/supabase.ts';
import { isRetryable, noAnswer, readable } from '../../lib/service-errors.ts';
import { rememberLogin } from '../../lib/login-flag.ts';
import type { MailLink } from '../../lib/account-link.ts';
import { loginOf } from '../../lib/member.ts';
import { setLogin } from '../../lib/login-store.ts';

// Downloaded when a form gets the focus. Every call throws if the account client cannot be downloaded.

/** The outcome of confirming an email address. If it is a `message`, the visitor can try again. */
export type Confirmation = 'confirmed' | 'expired' | { message: string };

/** Sends the confirmation mail again. Resolves to the message to show. */
export async function resendConfirmation(email: string): Promise<string> {
  const { auth } = await loadSupabase();
  const { error } = await auth.resend({
    type: 'signup',
    email: cleanEmail(email),
    options: await captcha(),
  });
  return error ? readable(error, settingsMessages.mailFailed) : messages.recoverySent;
}

function loginHint(error: AuthError): keyof typeof hints {
  if (error.code === 'email_not_confirmed') return 'emailNotConfirmed';
  if (error.status === 429) return 'tooManyTries';
  if (error.code === 'captcha_failed') return 'pageOutOfDate';
  // A wrong password gets a 400. A 401 means that the service refuses the site's own key.
  if (!isRetryable(error) && error.status !== 401) return 'loginRefused';
  return navigator.onLine ? 'accountServiceDown' : 'offlineLogin';
}

/** Logs in with email and password (§11.4). Resolves to the hint that explains a failure (§5.43), or to undefined. */
export async function signIn(
  email: string,
  password: string,
): Promise<keyof typeof hints | undefined> {
  if (!canStoreLogin()) return 'storageBlocked';
  const { auth } = await loadSupabase();
  const { data, error } = await auth.signInWithPassword({
    email: cleanEmail(email),
    password,
    options: await captcha(),
  });
  if (error) return loginHint(error);
  if (loginOf(data.user).status !== 'authenticated') {
    await auth.signOut({ scope: 'local' });
    return 'loginRefused';
  }
  rememberLogin(true);
  setLogin(data.user);
  return undefined;
}

/**
 * Confirms an email address with the link from an email (§6.22). This does not log anyone in: otherwise, someone could
 * send a visitor a link to the sender's own account, and so log the visitor in to that account.
 */
export async function confirmEmail({ type, tokenHash }: MailLink): Promise<Confirmation> {
  const { auth } = await loadTemporaryClient();
  const { error } = await auth.verifyOtp({ type, token_hash: tokenHash });
  if (error) return isRetryable(error) ? { message: noAnswer() } : 'expired';
  await auth.signOut({ scope: 'local' });
  return 'confirmed';
}
