import { hints } from '../../domain/messages.ts';
import { canStoreSession } from '../../lib/supabase.ts';
import { warmUp } from '../form/warm-up.ts';
import type {
  Confirmation,
  RecoveryRequest,
  SignInResult,
  SignUpFields,
  SignUpResult,
} from './account-service.ts';
import type { MailLink } from './mail-link.ts';
import { notLoaded } from './not-loaded.ts';

/** What these calls need of the account service, with its client. */
const load = () => import('./account-service.ts');

/** Downloads all that while somebody is still typing, as `warmUp` of any form does. */
export function warmUpAccount(): void {
  load().catch(() => undefined);
  warmUp();
}

/** Creates an account (spec §7). Never throws: a service that cannot be reached is a failed sign-up. */
export async function signUp(fields: SignUpFields): Promise<SignUpResult> {
  if (!canStoreSession()) return { status: 'failed', message: hints.storageBlocked };
  try {
    return await (await load()).signUp(fields);
  } catch {
    return { status: 'failed', message: notLoaded() };
  }
}

/** Sends the confirmation mail again; resolves to a message for the person who asked. */
export async function resendConfirmation(email: string): Promise<string> {
  try {
    return await (await load()).resendConfirmation(email);
  } catch {
    return notLoaded();
  }
}

/** Signs in with e-mail and password (spec §7). Never throws. */
export async function signIn(email: string, password: string): Promise<SignInResult> {
  if (!canStoreSession()) return { status: 'failed', hint: 'storageBlocked' };
  try {
    return await (await load()).signIn(email, password);
  } catch {
    return { status: 'failed', hint: navigator.onLine ? 'pageOutOfDate' : 'offline' };
  }
}

/** Sends the mail with the link to a new password (spec §7). Never throws. */
export async function requestRecovery(email: string): Promise<RecoveryRequest> {
  try {
    return await (await load()).requestRecovery(email);
  } catch {
    return { status: 'failed', message: notLoaded(), tooSoon: false };
  }
}

/**
 * Confirms an address with the link from a mail. Nobody is signed in by it: a link that somebody
 * else sent must not put a visitor into that person's account.
 */
export async function confirmEmail(link: MailLink): Promise<Confirmation> {
  try {
    return await (await load()).confirmEmail(link);
  } catch {
    return { message: notLoaded() };
  }
}
