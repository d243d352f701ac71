import { createClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { PUBLIC_SUPABASE_PUBLISHABLE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import type { Database } from './database.types.ts';
import { storageKeys } from './storage-keys.ts';

// A picture of 200 KB takes this long on the slowest lines; everything else is a few hundred bytes.
const patience = { upload: 60_000, other: 10_000 };

/** `fetch` that gives up, so that nobody looks at a spinner for ever. */
const fetchWithPatience: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const isUpload = init?.method === 'POST' && url.includes('/storage/v1/object/');
  const timeout = AbortSignal.timeout(isUpload ? patience.upload : patience.other);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return fetch(input, { ...init, signal });
};

const options = {
  global: { fetch: fetchWithPatience },
  auth: {
    // Tokens are never taken from an address: a link could sign a visitor in as somebody else.
    detectSessionInUrl: false,
    flowType: 'implicit',
  },
} satisfies SupabaseClientOptions<'public'>;

/** Import through `loadSupabase`, or from a module that is itself loaded by `import()`: not every page needs it. */
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
 * A client of its own that keeps its session in memory: what it signs in is gone with the page, and
 * no other tab hears of it. Import it as `supabase` above.
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
