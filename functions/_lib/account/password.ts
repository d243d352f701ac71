import { closingRefusals } from '../../../src/domain/refusals/closing.ts';
import { refused } from '../http/api-error.ts';
import { database, unwrap, type DatabaseClient } from '../database/database.ts';
import type { Env } from '../env/env.ts';
import { requireService } from './signed-in.ts';

/** Milliseconds the account service may take for a password. */
const checkFor = 8000;

/**
 * Throws 403 unless this is the password of the account, and 429 after ten tries in an hour. The session that the
 * account service opens for the check ends with it.
 */
export async function requirePassword(
  env: Pick<Env, 'supabase'>,
  client: DatabaseClient,
  { id, email, password }: { id: string; email: string; password: string },
): Promise<void> {
  if (!unwrap(await client.rpc('may_try_password', { p_user_id: id }))) {
    throw refused(closingRefusals, 'too_many_requests');
  }
  // A separate client: the shared one would act for this member afterwards.
  const { auth } = database(env, AbortSignal.timeout(checkFor));
  const { data, error } = await auth.signInWithPassword({ email, password });
  requireService(error);
  if (error || data.user.id !== id) throw refused(closingRefusals, 'wrong_password');
  await auth.signOut({ scope: 'local' });
}
