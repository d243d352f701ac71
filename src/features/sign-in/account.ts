import type { AuthError } from '@supabase/supabase-js';
import {
  cleanEmail,
  cleanText,
  maximumLength,
  referralCodeToSend,
} from '../../domain/account-rules.ts';
import { hints, messages } from '../../domain/messages.ts';
import { canStoreSession, loadTemporaryClient } from '../../lib/supabase.ts';
import {
  callAccounts,
  isRetryable,
  noAnswer,
  notLoaded,
  readable,
} from '../session/auth-errors.ts';
import { rememberLogin } from '../session/login-flag.ts';
import type { MailLink } from '../session/mail-link.ts';
import { sessionOf } from '../session/member.ts';
import { setSessionUser } from '../session/session-store.ts';
import { carryToast } from '../toasts/carried-toast.ts';

export type SignUpFields = {
  firstname: string;
  lastname: string;
  email: string;
  phonenumber: string;
  referralcode: string;
  password: string;
};

/** How a sign-up ended: signed in, a mail to confirm first, or refused with the service's message. */
type SignUpResult =
  | { status: 'signed-in' }
  | { status: 'confirm-email'; email: string }
  | { status: 'failed'; message: string };

/** Why a login failed, where the cause is known: it says more than the one message of §5.40. */
export type LoginHint =
  | 'offline'
  | 'tooManyTries'
  | 'emailNotConfirmed'
  | 'accountServiceDown'
  | 'pageOutOfDate'
  | 'storageBlocked';

type SignInResult = { status: 'signed-in' } | { status: 'failed'; hint: LoginHint | undefined };

/** How spending the token of a confirmation mail ended. */
export type Confirmation = 'confirmed' | 'expired' | { message: string };

function metadataOf(fields: SignUpFields) {
  const field = (name: Exclude<keyof SignUpFields, 'password' | 'email'>, value: string) =>
    cleanText(value).slice(0, maximumLength[name]);
  return {
    firstname: field('firstname', fields.firstname),
    lastname: field('lastname', fields.lastname),
    phonenumber: field('phonenumber', fields.phonenumber),
    referralcode: field('referralcode', referralCodeToSend(fields.referralcode)),
    email: cleanEmail(fields.email),
  };
}

/** Creates an account (§11.1). Never throws: a service that cannot be reached is a failed sign-up. */
export async function signUp(fields: SignUpFields): Promise<SignUpResult> {
  const failed = (message: string): SignUpResult => ({ status: 'failed', message });
  if (!canStoreSession()) return failed(hints.storageBlocked);
  return callAccounts(async ({ auth }) => {
    const { email, ...data } = metadataOf(fields);
    const { data: answer, error } = await auth.signUp({
      email,
      password: fields.password,
      options: { data: { ...data, email } },
    });
    if (error) return failed(readable(error, hints.signUpFailed));
    if (!answer.session) return { status: 'confirm-email', email };
    rememberLogin(true);
    carryToast(messages.signedUp);
    setSessionUser(answer.user);
    return { status: 'signed-in' };
  }, failed);
}

/** Sends the confirmation mail again; resolves to a message for the person who asked. */
export function resendConfirmation(email: string): Promise<string> {
  return callAccounts(
    async ({ auth }) => {
      const { error } = await auth.resend({ type: 'signup', email: cleanEmail(email) });
      return error ? readable(error, hints.mailFailed) : messages.recoverySent;
    },
    (message) => message,
  );
}

function loginHint(error: AuthError): LoginHint | undefined {
  if (error.code === 'email_not_confirmed') return 'emailNotConfirmed';
  if (error.status === 429) return 'tooManyTries';
  // A wrong password is a 400; a 401 means that the service refuses the site's own key.
  if (!isRetryable(error) && error.status !== 401) return undefined;
  return navigator.onLine ? 'accountServiceDown' : 'offline';
}

/** Signs in with e-mail and password (§11.2). Never throws. */
export async function signIn(email: string, password: string): Promise<SignInResult> {
  const failed = (hint?: LoginHint): SignInResult => ({ status: 'failed', hint });
  if (!canStoreSession()) return failed('storageBlocked');
  return callAccounts(
    async ({ auth }) => {
      const { data, error } = await auth.signInWithPassword({ email: cleanEmail(email), password });
      if (error) return failed(loginHint(error));
      if (sessionOf(data.user).status !== 'authenticated') {
        await auth.signOut({ scope: 'local' });
        return failed();
      }
      rememberLogin(true);
      setSessionUser(data.user);
      return { status: 'signed-in' };
    },
    () => failed(navigator.onLine ? 'pageOutOfDate' : 'offline'),
  );
}

/**
 * Confirms an address with the link from a mail. Nobody is signed in by it: a link that somebody
 * else sent must not put a visitor into that person's account.
 */
export async function confirmEmail({ type, tokenHash }: MailLink): Promise<Confirmation> {
  try {
    const { auth } = await loadTemporaryClient();
    const { error } = await auth.verifyOtp({ type, token_hash: tokenHash });
    if (error) return isRetryable(error) ? { message: noAnswer() } : 'expired';
    await auth.signOut({ scope: 'local' });
    return 'confirmed';
  } catch {
    return { message: notLoaded() };
  }
}
