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
  // Without a readable reply, we do not know whether the login is still valid.
  const isUnknown = error && (isRetryable(error) || !error.status);
  throw new FunctionError(isUnknown ? 'network' : 'session_expired');
}

/**
 * Calls a function on this site as the member who is logged in. If the token is refused, renews it and tries once more.
 * Throws FunctionError unless the call succeeds.
 */
export async function fetchAsMember(path: string, { headers, ...call }: Call): Promise<Response> {
  // After this call, data shown earlier may be out of date.
  forgetAnswers();
  const send = async (token: string) =>
    fetchFunction(path, { ...call, headers: { ...headers, authorization: `Bearer ${token}` } });
  let response = await send(await accessToken({ refreshed: false }));
  if (response.status === 401) response = await send(await accessToken({ refreshed: true }));
  return requireOk(response);
}

/** Like `fetchAsMember`, but parses the reply. */
export async function callAsMember<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  call: Call,
): Promise<v.InferOutput<Schema>> {
  return parseReply(await fetchAsMember(path, call), schema);
}

/** Like `callAsMember` if a login is stored, even an expired one; otherwise calls as a visitor. */
export const callAsAnybody: typeof callAsMember = (path, schema, call) =>
  (hasStoredLogin() ? callAsMember : callFunction)(path, schema, call);
