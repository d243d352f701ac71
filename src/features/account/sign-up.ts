import type { AuthError } from '@supabase/supabase-js';
import {
  profileFieldNames,
  profileFields,
  type ProfileField,
} from '../../domain/account/profile-fields.ts';
import { hints, messages } from '../../domain/account/messages.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { profileTextToSend } from '../../domain/account/profile-text.ts';
import { cleanEmail } from '../../domain/words/typed-text.ts';
import { captcha } from '../../lib/captcha.ts';
import { canStoreLogin, loadSupabase } from '../../lib/supabase.ts';
import { readable } from '../../lib/service-errors.ts';
import { rememberLogin } from '../../lib/login-flag.ts';
import { setLogin } from '../../lib/login-store.ts';
import { carryToast } from '../ui/carried-toast.ts';

// Not in account.ts, because the login's budget has no room for it (bench/intents.ts).

type SignUpFields = Partial<Record<ProfileField, string>> & { email: string; password: string };

/**
 * The outcome of a sign-up: logged in, confirmation of an address needed first, or refused with a message. `exists` is
 * true if the address already has an account.
 */
type SignUpResult =
  | { status: 'signed-in' }
  | { status: 'confirm-email'; email: string }
  | { status: 'failed'; message: string; exists: boolean };

function textsOf(fields: SignUpFields) {
  const texts: Partial<Record<ProfileField, string>> = {};
  for (const name of profileFieldNames) {
    const text = fields[name];
    if (text === undefined) continue;
    texts[name] = profileTextToSend(name, text).slice(0, profileFields[name].maxLength);
  }
  return texts;
}

function isTaken({ code }: AuthError): boolean {
  return code === 'user_already_exists' || code === 'email_exists';
}

/**
 * Creates an account (§6.8, §11.3). `terms` is the version of the terms that the member accepted, `YYYY-MM-DD`
 * (§18.45).
 */
export async function signUp(fields: SignUpFields, terms: string): Promise<SignUpResult> {
  const failed = (message: string, exists = false) =>
    ({ status: 'failed', message, exists }) as const;
  if (!canStoreLogin()) return failed(hints.storageBlocked);
  const email = cleanEmail(fields.email);
  const { auth } = await loadSupabase();
  const { data: answer, error } = await auth.signUp({
    email,
    password: fields.password,
    options: { ...(await captcha()), data: { ...textsOf(fields), email, terms } },
  });
  if (error) return failed(readable(error, settingsMessages.signUpFailed), isTaken(error));
  if (!answer.session) return { status: 'confirm-email', email };
  rememberLogin(true);
  carryToast(messages.signedUp, { welcome: true });
  setLogin(answer.user);
  return { status: 'signed-in' };
}
