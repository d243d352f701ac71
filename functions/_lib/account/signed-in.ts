import { isAuthRetryableFetchError, type AuthError } from '@supabase/supabase-js';
import { ApiError } from '../http/api-error.ts';
import type { DatabaseClient } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/database-error.ts';

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;

function sessionExpired(): ApiError {
  const message = 'Your session has expired. Please log in again.';
  return new ApiError(401, 'session_expired', message);
}

/** The request's access token. Throws 401 if there is none. */
export function bearerOf(req: Request): string {
  const token = bearer.exec(req.headers.get('authorization') ?? '')?.[1];
  if (token === undefined) throw sessionExpired();
  return token;
}

/** Throws DatabaseUnavailable if this error means that the account service is down or busy. */
export function requireService(error: AuthError | null): void {
  const status = error?.status ?? 0;
  if (isAuthRetryableFetchError(error) || status === 429 || status >= 500) {
    throw new DatabaseUnavailable(`account service, status ${status}`);
  }
}

/**
 * The id of the account whose access token the request carries (§8.9), or null without a token. Asks the account
 * service, the only one that knows which logins are still valid. Throws 401 for a bad token (§11.17) and
 * DatabaseUnavailable if the service is down.
 */
export async function signedInUser(req: Request, client: DatabaseClient): Promise<string | null> {
  if (req.headers.get('authorization') === null) return null;
  const { data, error } = await client.auth.getUser(bearerOf(req));
  requireService(error);
  if (error || data.user.role !== 'authenticated') throw sessionExpired();
  return data.user.id;
}

/** Like `signedInUser`, but for members only: also throws 401 if there is no token. */
export async function requireMember(req: Request, client: DatabaseClient): Promise<string> {
  const id = await signedInUser(req, client);
  if (id === null) throw sessionExpired();
  return id;
}
