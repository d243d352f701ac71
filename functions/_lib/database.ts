import { createClient, type PostgrestError, type SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { Database } from '../../src/lib/database.types.ts';
import { DatabaseRefusal, DatabaseUnavailable } from './database-error.ts';
import type { Env } from './env.ts';

/** Milliseconds one call of the database or the account service may take. */
const callTimeout = 4000;

export type DatabaseClient = SupabaseClient<Database>;

const brokenConnection = v.object({
  cause: v.object({ code: v.picklist(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']) }),
});

/**
 * Calls within the time, and once more on a new connection when the one it took was broken: the host
 * freezes this process between two requests, and what it kept open may be closed when it wakes up.
 * Whatever is called here may be repeated.
 */
const timedFetch: typeof fetch = async (input, init) => {
  const timeout = AbortSignal.timeout(callTimeout);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    return await fetch(input, { ...init, signal });
  } catch (error) {
    if (!v.is(brokenConnection, error)) throw error;
    return fetch(input, { ...init, signal });
  }
};

let client: DatabaseClient | undefined;

/**
 * The one client of this process, which acts as the service and never as a user. A database that is
 * down is not asked again: a handler has little time and says 503 instead.
 */
export function database({ supabase }: Env): DatabaseClient {
  client ??= createClient<Database>(supabase.url, supabase.secretKey, {
    auth: { autoRefreshToken: false, detectSessionInUrl: false, persistSession: false },
    db: { retry: false },
    global: { fetch: timedFetch },
  });
  return client;
}

// SQLSTATE classes of a database that is out of reach or out of strength: connection exceptions,
// insufficient resources, operator intervention (which includes a cancelled statement).
const outageCode = /^(?:08|53|57)...$/;

type Reply<T> = { data: T; error: PostgrestError | null; status: number };

/** The data of a database reply. Throws DatabaseUnavailable for an outage, else DatabaseRefusal. */
export function unwrap<T>({ data, error, status }: Reply<T>): T {
  if (error === null) return data;
  const advice: Record<number, string> = {
    0: ': PUBLIC_SUPABASE_URL cannot be reached',
    401: ': SUPABASE_SECRET_KEY is not one of this project',
  };
  const detail = `status ${status}, code ${error.code || 'none'}${advice[status] ?? ''}`;
  // Status 0 is a failed connection; above 500 stand the gateways before the database.
  const outage = status === 0 || status > 500 || outageCode.test(error.code);
  throw outage ? new DatabaseUnavailable(detail) : new DatabaseRefusal(detail);
}
