import { PUBLIC_SUPABASE_PUBLISHABLE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import * as v from 'valibot';

// ms
const timeout = 8000;

/** Reads what every visitor may read, without supabase-js. Throws if there is no answer of this shape in time. */
export async function readPublic<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const response = await fetch(`${PUBLIC_SUPABASE_URL}/rest/v1/${path}`, {
    headers: { apikey: PUBLIC_SUPABASE_PUBLISHABLE_KEY },
    signal: AbortSignal.timeout(timeout),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return v.parse(schema, await response.json());
}
