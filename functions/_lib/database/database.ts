import { createClient, type PostgrestError, type SupabaseClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import type { ApiErrorCode } from '../../../src/domain/api.ts';
import type { Refusal } from '../../../src/domain/refusals/refusal.ts';
import type { Database } from '../../../src/lib/database.types.ts';
import { ApiError, refused } from '../http/api-error.ts';
import { DatabaseRefusal, DatabaseUnavailable } from './database-error.ts';
import { readEnv, type Env } from '../env/env.ts';

/** Time limit in milliseconds for one call to the database or the account service. */
const callTimeout = 4000;

/** Time limit in milliseconds for moving a file of 4 MB to or from the storage service. */
const fileTimeout = 8000;

export type DatabaseClient = SupabaseClient<Database>;

const brokenConnection = v.object({
  cause: v.object({ code: v.picklist(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']) }),
});

/**
 * Fetches within the time limit, and retries once if the connection broke: the host freezes this process between
 * requests, and the other side may close an open connection while it is frozen. Every call through this client must be
 * safe to repeat. `deadline` aborts calls early.
 */
function timedFetch(deadline?: AbortSignal): typeof fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const limit = address.includes('/storage/v1/object/') ? fileTimeout : callTimeout;
    const ends = [AbortSignal.timeout(limit), deadline, init?.signal];
    const signal = AbortSignal.any(ends.filter((end) => end instanceof AbortSignal));
    try {
      return await fetch(input, { ...init, signal });
    } catch (error) {
      if (!v.is(brokenConnection, error)) throw error;
      return fetch(input, { ...init, signal });
    }
  };
}

function connect({ supabase }: Pick<Env, 'supabase'>, deadline?: AbortSignal): DatabaseClient {
  return createClient<Database>(supabase.url, supabase.secretKey, {
    auth: { autoRefreshToken: false, detectSessionInUrl: false, persistSession: false },
    db: { retry: false },
    global: { fetch: timedFetch(deadline) },
  });
}

let client: DatabaseClient | undefined;

/**
 * This process's client, with the rights of the service role. The library's own retries are off, because a handler has
 * little time and must answer 503 in an outage. With a `deadline`, returns a new client that aborts all its calls at
 * that time.
 */
export function database(env: Pick<Env, 'supabase'>, deadline?: AbortSignal): DatabaseClient {
  if (deadline) return connect(env, deadline);
  client ??= connect(env);
  return client;
}

/**
 * The environment of most functions, and a client of the database. Throws ConfigurationError if a variable is missing
 * or wrong.
 */
export function openDatabase(deadline?: AbortSignal) {
  const env = readEnv();
  return { env, client: database(env, deadline) };
}

/** A client with the rights of the account that owns this access token. */
export function asCaller({ supabase }: Pick<Env, 'supabase'>, token: string): DatabaseClient {
  return createClient<Database>(supabase.url, supabase.secretKey, {
    accessToken: () => Promise.resolve(token),
    db: { retry: false },
    global: { fetch: timedFetch() },
  });
}

// SQLSTATE classes of an outage: connection exceptions (08), insufficient resources (53) and operator intervention
// (57), including cancelled statements.
const outageCode = /^(?:08|53|57)...$/;

/** A reply from the REST API. */
export type Reply<T = unknown> = { data: T; error: PostgrestError | null; status: number };

/** Returns a reply's data. Throws DatabaseUnavailable in an outage, DatabaseRefusal for other errors. */
export function unwrap<T>({ data, error, status }: Reply<T>): T {
  if (error === null) return data;
  const advice: Record<number, string> = {
    0: ': PUBLIC_SUPABASE_URL cannot be reached',
    401: ': SUPABASE_SECRET_KEY does not belong to this project',
  };
  const detail = `status ${status}, code ${error.code || 'none'}${advice[status] ?? ''}`;
  // Status 0 is a failed connection; anything above 500 comes from a gateway in front of the database.
  const outage = status === 0 || status > 500 || outageCode.test(error.code);
  throw outage ? new DatabaseUnavailable(detail) : new DatabaseRefusal(detail);
}

/**
 * Like `unwrap`, but for a database function that may refuse: looks up the function's word in `table` and throws that
 * refusal, followed by the sentence that `more` makes from the detail. Throws 400 for values that Postgres cannot hold,
 * such as NUL or 31 February (SQLSTATE class 22).
 */
export function unwrapRefused<Word extends ApiErrorCode, T>(
  reply: Reply<T>,
  table: Readonly<Record<Word, Refusal>>,
  more: (word: Word, detail: string) => string = () => '',
): T {
  const { code, message = '', details = '' } = reply.error ?? {};
  const isWord = (word: string): word is Word => Object.hasOwn(table, word);
  if (code === 'P0001' && isWord(message)) {
    throw refused<Word>(table, message, more(message, details));
  }
  if (/^22...$/.test(code ?? '')) {
    throw new ApiError(
      400,
      'invalid_request',
      'Something in this call is invalid, so we cannot save it.',
    );
  }
  return unwrap(reply);
}
