import type { AuthError } from '@supabase/supabase-js';
import {
  cleanEmail,
  cleanText,
  maximumLength,
  referralCodeToSend,
} from '../../domain/account-rules.ts';
import { hints, messages } from '../../domain/messages.ts';
import { canStoreSession, loadSupabase, loadTemporaryClient } from '../../lib/supabase.ts';
import { rememberLogin } from '../session/login-flag.ts';
import { sessionOf } from '../session/member.ts';
import { setSessionUser } from '../session/session-store.ts';
import { carryToast } from '../toasts/carried-toast.ts';
import { isRetryable, noAnswer, notLoaded, readable } from './auth-errors.ts';
import type { MailLink } from './mail-link.ts';

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

/** Creates an account (spec §7). Never throws: a service that cannot be reached is a failed sign-up. */
export async function signUp(fields: SignUpFields): Promise<SignUpResult> {
  if (!canStoreSession()) return { status: 'failed', message: hints.storageBlocked };
  const data = metadataOf(fields);
  try {
    const supabase = await loadSupabase();
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
  } catch {
    return { status: 'failed', message: notLoaded() };
  }
}

/** Sends the confirmation mail again; resolves to a message for the person who asked. */
export async function resendConfirmation(email: string): Promise<string> {
  try {
    const supabase = await loadSupabase();
    const { error } = await supabase.auth.resend({ type: 'signup', email: cleanEmail(email) });
    return error ? readable(error, hints.mailFailed) : messages.recoverySent;
  } catch {
    return notLoaded();
  }
}

function loginHint(error: AuthError): LoginHint | undefined {
  if (error.code === 'email_not_confirmed') return 'emailNotConfirmed';
  if (error.status === 429) return 'tooManyTries';
  if (!isRetryable(error)) return undefined;
  return navigator.onLine ? 'accountServiceDown' : 'offline';
}

/** Signs in with e-mail and password (spec §7). Never throws. */
export async function signIn(email: string, password: string): Promise<SignInResult> {
  if (!canStoreSession()) return { status: 'failed', hint: 'storageBlocked' };
  try {
    const supabase = await loadSupabase();
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
  } catch {
    return { status: 'failed', hint: navigator.onLine ? 'pageOutOfDate' : 'offline' };
  }
}

/** How asking for a reset mail ended. An unknown address gets the same answer as a known one (A13). */
export type RecoveryRequest =
  { status: 'sent' } | { status: 'failed'; message: string; tooSoon: boolean };

/** Sends the mail with the link to a new password (spec §7). Never throws. */
export async function requestRecovery(email: string): Promise<RecoveryRequest> {
  try {
    const supabase = await loadSupabase();
    const { error } = await supabase.auth.resetPasswordForEmail(cleanEmail(email), {
      redirectTo: `${location.origin}/dashboard/settings`,
    });
    if (!error) return { status: 'sent' };
    const tooSoon = error.status === 429;
    const fallback = tooSoon ? hints.tooManyTries : hints.mailFailed;
    return { status: 'failed', message: readable(error, fallback), tooSoon };
  } catch {
    return { status: 'failed', message: notLoaded(), tooSoon: false };
  }
}

/** How spending the token of a confirmation mail ended. */
export type Confirmation = 'confirmed' | 'expired' | { message: string };

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

/**
 * Ends the session and clears what this browser keeps of the member; `isLoggedIn` 'false' stays
 * (spec §4). `everywhere` ends the sessions of the other devices too and needs the account service;
 * `here` always works. Resolves to false when the session could not be ended; nothing is cleared then.
 */
export async function signOut(scope: 'everywhere' | 'here'): Promise<boolean> {
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
