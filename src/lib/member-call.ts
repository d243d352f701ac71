import type * as v from 'valibot';
import {
  callFunction,
  fetchFunction,
  FunctionError,
  parseReply,
  requireOk,
  type Call,
} from './function-call.ts';
import { forgetAnswers } from './forget-answers.ts';
import { isRetryable } from './service-errors.ts';
import { hasStoredLogin, loadSupabase } from './supabase.ts';

async function accessToken({ refreshed }: { refreshed: boolean }): Promise<string> {
  const client = await loadSupabase().catch(() => {
    throw new FunctionError('network');
  });
  const { auth } = client;
  const { data, error } = refreshed ? await auth.refreshSession() : await auth.getSession();
  if (data.session) return data.session.access_token;
  // Without an answer that can be read, nothing is known about the session.
  const isUnknown = error && (isRetryable(error) || !error.status);
  throw new FunctionError(isUnknown ? 'network' : 'session_expired');
}

/**
 * Calls a function of this site as the signed-in member, with one retry after a refused token is renewed. Throws
 * FunctionError unless the call succeeds.
 */
export async function fetchAsMember(path: string, { headers, ...call }: Call): Promise<Response> {
  // What a page showed may no longer be true afterwards.
  forgetAnswers();
  const send = async (token: string) =>
    fetchFunction(path, { ...call, headers: { ...headers, authorization: `Bearer ${token}` } });
  let response = await send(await accessToken({ refreshed: false }));
  if (response.status === 401) response = await send(await accessToken({ refreshed: true }));
  return requireOk(response);
}

/** As `fetchAsMember`, and parses the answer. */
export async function callAsMember<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  call: Call,
): Promise<v.InferOutput<Schema>> {
  return parseReply(await fetchAsMember(path, call), schema);
}

/** As `callAsMember` while a session is stored, even one that has ended; otherwise as a visitor. */
export const callAsAnybody: typeof callAsMember = (path, schema, call) =>
  (hasStoredLogin() ? callAsMember : callFunction)(path, schema, call);
