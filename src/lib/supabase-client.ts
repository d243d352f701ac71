import { createClient } from '@supabase/supabase-js';
import { PUBLIC_SUPABASE_PUBLISHABLE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import type { Database } from './database.types.ts';
import { storageKeys } from './storage-keys.ts';

// In milliseconds. A picture of 200 KB takes up to a minute on the slowest connections; all other requests are small.
const timeouts = { upload: 60_000, other: 10_000 };

const givesTokens = /\/auth\/v1\/(?:token|signup|verify)\b/;

/**
 * `fetch` with a timeout, so that no spinner turns forever. A call with its own signal does not get another timeout.
 *
 * We remove the server's `expires_at` from replies with tokens, because supabase-js would compare it with this device's
 * clock, which may be wrong. Without it, supabase-js counts `expires_in` from the time on that same clock (§12.50).
 */
const fetchForClient: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const isUpload = init?.method === 'POST' && url.includes('/storage/v1/object/');
  const signal = init?.signal ?? AbortSignal.timeout(isUpload ? timeouts.upload : timeouts.other);
  const answer = await fetch(input, { ...init, signal });
  if (!answer.ok || !givesTokens.test(url)) return answer;
  const tokens: unknown = JSON.parse(await answer.text(), (key, value: unknown) =>
    key === 'expires_at' ? undefined : value,
  );
  return new Response(JSON.stringify(tokens), answer);
};

const create = (storageKey: string, { isStored }: { isStored: boolean }) =>
  createClient<Database>(PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_PUBLISHABLE_KEY, {
    global: { fetch: fetchForClient },
    auth: {
      storageKey,
      persistSession: isStored,
      autoRefreshToken: isStored,
      // We ignore tokens in the address, because a link could otherwise log a visitor in as someone else (A1).
      detectSessionInUrl: false,
      flowType: 'implicit',
    },
  });

/** The backend's client. Use `loadSupabase` instead, so that pages that do not need the client never download it. */
export const supabase = create(storageKeys.session, { isStored: true });

/** Creates a client whose login stays in memory. Use `loadTemporaryClient`. */
export const createTemporaryClient = () => create('temporary', { isStored: false });
