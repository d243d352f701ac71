import { closingRefusals } from '../../../src/domain/refusals/closing.ts';
import { refused } from '../http/api-error.ts';
import { database, unwrap, type DatabaseClient } from '../database/database.ts';
import type { Env } from '../env/env.ts';
import { requireService } from './signed-in.ts';

/** The account service may take this long, in milliseconds, to check a password. */
const checkFor = 8000;

/**
 * Throws 403 if the password is wrong, and 429 after ten attempts in an hour. To check a password, this function has to
 * log in, so it logs out again.
 */
export async function requirePassword(
  env: Pick<Env, 'supabase'>,
  client: DatabaseClient,
  { id, email, password }: { id: string; email: string; password: string },
): Promise<void> {
  if (!unwrap(await client.rpc('may_try_password', { p_user_id: id }))) {
    throw refused(closingRefusals, 'too_many_requests');
  }
  // A separate client, because logging in with the shared one would make it act for this member.
  const { auth } = database(env, AbortSignal.timeout(checkFor));
  const { data, error } = await auth.signInWithPassword({ email, password });
  requireService(error);
  if (error || data.user.id !== id) throw refused(closingRefusals, 'wrong_password');
  await auth.signOut({ scope: 'local' });
}
