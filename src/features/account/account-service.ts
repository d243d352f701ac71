import type { AuthError } from '@supabase/supabase-js';
import {
  cleanEmail,
  cleanText,
  maximumLength,
  referralCodeToSend,
} from '../../domain/account-rules.ts';
import { hints, messages } from '../../domain/messages.ts';
import { createTemporaryClient, supabase } from '../../lib/supabase-client.ts';
import { rememberLogin } from '../session/login-flag.ts';
import { sessionOf } from '../session/member.ts';
import { setSessionUser } from '../session/session-store.ts';
import { carryToast } from '../toasts/carried-toast.ts';
import { isRetryable, noAnswer, readable } from './auth-errors.ts';
import type { MailLink } from './mail-link.ts';

// What `account.ts` promises, by means of the account client. Only `account.ts` imports this, so that
// no page downloads it before somebody touches a form.

export type SignUpFields = {
  firstname: string;
  lastname: string;
  email: string;
  phonenumber: string;
  referralcode: string;
  password: string;
};

/** How a sign-up ended: signed in, a mail to confirm first, or refused with the service's message. */
export type SignUpResult =
  | { status: 'signed-in' }
  | { status: 'confirm-email'; email: string }
  | { status: 'failed'; message: string };

/** How a login ended; `hint` says more than the one message of spec §8 where the cause is known. */
export type SignInResult =
  { status: 'signed-in' } | { status: 'failed'; hint: LoginHint | undefined };
export type LoginHint =
  | 'offline'
  | 'tooManyTries'
  | 'emailNotConfirmed'
  | 'accountServiceDown'
  | 'pageOutOfDate'
  | 'storageBlocked';

/** How asking for a reset mail ended. An unknown address gets the same answer as a known one (A13). */
export type RecoveryRequest =
  { status: 'sent' } | { status: 'failed'; message: string; tooSoon: boolean };

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

export async function signUp(fields: SignUpFields): Promise<SignUpResult> {
  const data = metadataOf(fields);
  const { data: answer, error } = await supabase.auth.signUp({
    email: data.email,
    password: fields.password,
    options: { data },
  });
  if (error) return { status: 'failed', message: readable(error, hints.signUpFailed) };
  if (!answer.session) return { status: 'confirm-email', email: data.email };
  rememberLogin(true);
  carryToast(messages.signedUp);
  setSessionUser(answer.user);
  return { status: 'signed-in' };
}

export async function resendConfirmation(email: string): Promise<string> {
  const { error } = await supabase.auth.resend({ type: 'signup', email: cleanEmail(email) });
  return error ? readable(error, hints.mailFailed) : messages.recoverySent;
}

function loginHint(error: AuthError): LoginHint | undefined {
  if (error.code === 'email_not_confirmed') return 'emailNotConfirmed';
  if (error.status === 429) return 'tooManyTries';
  // A wrong password is a 400; a 401 says that the service does not take the site's own key.
  if (!isRetryable(error) && error.status !== 401) return undefined;
  return navigator.onLine ? 'accountServiceDown' : 'offline';
}

export async function signIn(email: string, password: string): Promise<SignInResult> {
  const { data, error } = await supabase.auth.signInWithPassword({
    email: cleanEmail(email),
    password,
  });
  if (error) return { status: 'failed', hint: loginHint(error) };
  if (sessionOf(data.user).status !== 'authenticated') {
    await supabase.auth.signOut({ scope: 'local' });
    return { status: 'failed', hint: undefined };
  }
  rememberLogin(true);
  setSessionUser(data.user);
  return { status: 'signed-in' };
}

export async function requestRecovery(email: string): Promise<RecoveryRequest> {
  const { error } = await supabase.auth.resetPasswordForEmail(cleanEmail(email), {
    redirectTo: `${location.origin}/dashboard/settings`,
  });
  if (!error) return { status: 'sent' };
  const tooSoon = error.status === 429;
  const fallback = tooSoon ? hints.tooManyTries : hints.mailFailed;
  return { status: 'failed', message: readable(error, fallback), tooSoon };
}

export async function confirmEmail({ type, tokenHash }: MailLink): Promise<Confirmation> {
  const { auth } = createTemporaryClient();
  const { error } = await auth.verifyOtp({ type, token_hash: tokenHash });
  if (error) return isRetryable(error) ? { message: noAnswer() } : 'expired';
  await auth.signOut({ scope: 'local' });
  return 'confirmed';
}
