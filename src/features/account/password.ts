import type { AuthError, Session } from '@supabase/supabase-js';
import { hints } from '../../domain/messages.ts';
import { loadSupabase, type Supabase } from '../../lib/supabase.ts';
import { rememberLogin } from '../session/login-flag.ts';
import { isRetryable, noAnswer, readable } from './auth-errors.ts';
import { notLoaded } from './not-loaded.ts';

/**
 * How setting a password ended. `othersEnded` is false when the sessions of other devices could not
 * be ended; 'link-expired' when the link of the mail can no longer be used.
 */
export type PasswordResult =
  | { status: 'updated'; othersEnded: boolean }
  | { status: 'link-expired' }
  | { status: 'failed'; message: string };

function failed(error: AuthError): PasswordResult {
  return { status: 'failed', message: readable(error, hints.passwordFailed) };
}

async function endOtherSessions({ auth }: Supabase): Promise<boolean> {
  const { error } = await auth.signOut({ scope: 'others' });
  return error === null;
}

/** Changes the password of whoever is signed in, and ends the sessions of other devices. Never throws. */
export async function changePassword(password: string): Promise<PasswordResult> {
  try {
    const supabase = await loadSupabase();
    const { error } = await supabase.auth.updateUser({ password });
    if (error) return failed(error);
    return { status: 'updated', othersEnded: await endOtherSessions(supabase) };
  } catch {
    return { status: 'failed', message: notLoaded() };
  }
}

/**
 * Sets a password with the token of a reset mail. The token is spent by the first call; until a
 * password is accepted the session it gives stays in memory, so that leaving the page signs nobody
 * in, and a refused password can be tried again.
 */
export function recovery(tokenHash: string): (password: string) => Promise<PasswordResult> {
  let client: Supabase | undefined;
  let verified: Session | null = null;

  return async (password) => {
    try {
      client ??= (await import('../../lib/supabase-client.ts')).createTemporaryClient();
      if (!verified) {
        const { data, error } = await client.auth.verifyOtp({
          type: 'recovery',
          token_hash: tokenHash,
        });
        if (error && isRetryable(error)) return { status: 'failed', message: noAnswer() };
        if (error || !data.session) return { status: 'link-expired' };
        verified = data.session;
      }
      const { error } = await client.auth.updateUser({ password });
      if (error) return failed(error);

      const supabase = await loadSupabase();
      const { access_token, refresh_token } = verified;
      await supabase.auth.setSession({ access_token, refresh_token });
      rememberLogin(true);
      return { status: 'updated', othersEnded: await endOtherSessions(supabase) };
    } catch {
      return { status: 'failed', message: notLoaded() };
    }
  };
}
