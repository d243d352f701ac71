import { PUBLIC_SUPABASE_PUBLISHABLE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import * as v from 'valibot';
import { learnTime } from './clock.ts';

// In milliseconds.
const timeout = 8000;

const headers = { apikey: PUBLIC_SUPABASE_PUBLISHABLE_KEY };

/** The database's reply to a call that it has refused. */
const refusal = v.looseObject({ code: v.string(), message: v.string() });

/** Calls a database function that visitors may call, without supabase-js. Throws the database's refusal. */
export async function callPublic(name: string, args: Record<string, string>): Promise<void> {
  const response = await fetch(`${PUBLIC_SUPABASE_URL}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(args),
    signal: AbortSignal.timeout(timeout),
  });
  if (response.ok) return;
  const { code, message } = v.parse(refusal, await response.json());
  throw Object.assign(new Error(message), { code });
}

/**
 * Reads public data without supabase-js, and derives the server's time if the reply, or its first row, includes it.
 * Throws unless a valid reply arrives within 8 s.
 */
export async function readPublic<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const asked = performance.now();
  const response = await fetch(`${PUBLIC_SUPABASE_URL}/rest/v1/${path}`, {
    headers,
    signal: AbortSignal.timeout(timeout),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  const answer = v.parse(schema, await response.json());
  learnTime(asked, Array.isArray(answer) ? answer[0] : answer);
  return answer;
}
