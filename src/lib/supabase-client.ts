import { createClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { PUBLIC_SUPABASE_PUBLISHABLE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import type { Database } from './database.types.ts';
import { storageKeys } from './storage-keys.ts';

// ms. A picture of 200 KB needs this long on the slowest lines; all other requests are small.
const timeouts = { upload: 60_000, other: 10_000 };

/** `fetch` with a timeout, so that no spinner turns without end. */
const fetchWithTimeout: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const isUpload = init?.method === 'POST' && url.includes('/storage/v1/object/');
  const timeout = AbortSignal.timeout(isUpload ? timeouts.upload : timeouts.other);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return fetch(input, { ...init, signal });
};

const options = {
  global: { fetch: fetchWithTimeout },
  auth: {
    // Tokens in the address are ignored, because a link could sign a visitor in as somebody else (A1).
    detectSessionInUrl: false,
    flowType: 'implicit',
  },
} satisfies SupabaseClientOptions<'public'>;

/** The client of the backend. Use `loadSupabase`, so that pages that do not need it never download it. */
export const supabase = createClient<Database>(
  PUBLIC_SUPABASE_URL,
  PUBLIC_SUPABASE_PUBLISHABLE_KEY,
  {
    ...options,
    auth: {
      ...options.auth,
      storageKey: storageKeys.session,
      persistSession: true,
      autoRefreshToken: true,
    },
  },
);

/**
 * A second client that keeps its session in memory: the session ends with the page, and no other tab
 * learns of it. Use `loadTemporaryClient`.
 */
export function createTemporaryClient(): typeof supabase {
  return createClient<Database>(PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_PUBLISHABLE_KEY, {
    ...options,
    auth: {
      ...options.auth,
      storageKey: 'temporary',
      persistSession: false,
      autoRefreshToken: false,
    },
  });
}
