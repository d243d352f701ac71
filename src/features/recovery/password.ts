import type { AuthError, Session } from '@supabase/supabase-js';
import { cleanEmail } from '../../domain/account-rules.ts';
import { hints } from '../../domain/messages.ts';
import { loadSupabase, loadTemporaryClient, type Supabase } from '../../lib/supabase.ts';
import {
  callAccounts,
  isRetryable,
  noAnswer,
  notLoaded,
  readable,
} from '../session/auth-errors.ts';
import { rememberLogin } from '../session/login-flag.ts';

/** How asking for a reset mail ended. Unknown addresses get the same answer as known ones (A13). */
type RecoveryRequest = { status: 'sent' } | { status: 'failed'; message: string; tooSoon: boolean };

/** Sends the mail with the link to a new password (§11.6). Never throws. */
export function requestRecovery(email: string): Promise<RecoveryRequest> {
  const failed = (message: string, tooSoon = false): RecoveryRequest => ({
    status: 'failed',
    message,
    tooSoon,
  });
  return callAccounts(async ({ auth }) => {
    const { error } = await auth.resetPasswordForEmail(cleanEmail(email), {
      redirectTo: `${location.origin}/dashboard/settings`,
    });
    if (!error) return { status: 'sent' };
    const tooSoon = error.status === 429;
    return failed(readable(error, tooSoon ? hints.tooManyTries : hints.mailFailed), tooSoon);
  }, failed);
}

/**
 * How setting a password ended. `othersEnded` is false when the sessions of other devices could not
 * be ended; 'link-expired' means that the link of the mail can no longer be used.
 */
export type PasswordResult =
  | { status: 'updated'; othersEnded: boolean }
  | { status: 'link-expired' }
  | { status: 'failed'; message: string };

const failed = (message: string): PasswordResult => ({ status: 'failed', message });

const refused = (error: AuthError): PasswordResult => failed(readable(error, hints.passwordFailed));

async function endOtherSessions({ auth }: Supabase): Promise<boolean> {
  const { error } = await auth.signOut({ scope: 'others' });
  return error === null;
}

/** Changes the password of the signed-in member and ends the sessions of other devices. Never throws. */
export function changePassword(password: string): Promise<PasswordResult> {
  return callAccounts(async (supabase) => {
    const { error } = await supabase.auth.updateUser({ password });
    if (error) return refused(error);
    return { status: 'updated', othersEnded: await endOtherSessions(supabase) };
  }, failed);
}

/**
 * Sets a password with the token of a reset mail. The first call spends the token; until a password is
 * accepted the session it gave stays in memory, so that leaving the page signs nobody in, and a refused
 * password can be tried again.
 */
export function recovery(tokenHash: string): (password: string) => Promise<PasswordResult> {
  let client: Supabase | undefined;
  let verified: Session | null = null;

  return async (password) => {
    try {
      client ??= await loadTemporaryClient();
      if (!verified) {
        const { data, error } = await client.auth.verifyOtp({
          type: 'recovery',
          token_hash: tokenHash,
        });
        if (error && isRetryable(error)) return failed(noAnswer());
        if (error || !data.session) return { status: 'link-expired' };
        verified = data.session;
      }
      const { error } = await client.auth.updateUser({ password });
      if (error) return refused(error);

      const supabase = await loadSupabase();
      const { access_token, refresh_token } = verified;
      await supabase.auth.setSession({ access_token, refresh_token });
      rememberLogin(true);
      return { status: 'updated', othersEnded: await endOtherSessions(supabase) };
    } catch {
      return failed(notLoaded());
    }
  };
}
