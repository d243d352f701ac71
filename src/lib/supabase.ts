import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types.ts';
import { inTime } from '../domain/in-time.ts';
import { keptText } from './kept-text.ts';
import { storageKeys } from './storage-keys.ts';

/** The backend's client. */
export type Supabase = SupabaseClient<Database>;

let loading: Promise<Supabase> | undefined;

/**
 * Resolves to the backend's client, which the first call downloads: anonymous visitors of public pages never download
 * it (§6.4). Rejects if the download fails or takes longer than 10 s; the next call tries again.
 */
export function loadSupabase(): Promise<Supabase> {
  loading ??= inTime(import('./supabase-client.ts')).then(
    ({ supabase }) => supabase,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Resolves to a new client whose login stays in memory: the login ends with the page, and other tabs do not see it. */
export async function loadTemporaryClient(): Promise<Supabase> {
  return (await inTime(import('./supabase-client.ts'))).createTemporaryClient();
}

/** True if this browser has a stored login. It may have expired, so only the backend can decide whether it is valid. */
export function hasStoredLogin(): boolean {
  return keptText(storageKeys.session, 'local').read() !== undefined;
}

/**
 * Calls back once, as soon as this browser has a stored login: right away, through another tab, or when this page
 * returns from the back/forward cache. Returns a function that stops waiting.
 */
export function whenLoginIsStored(callback: () => void): () => void {
  const waiting = new AbortController();
  const look = () => {
    if (waiting.signal.aborted || !hasStoredLogin()) return;
    waiting.abort();
    callback();
  };
  addEventListener('storage', look, { signal: waiting.signal });
  addEventListener('pageshow', look, { signal: waiting.signal });
  look();
  return () => waiting.abort();
}

/** True if this browser can store a login. Private windows and full disks may prevent that. */
export function canStoreLogin(): boolean {
  const probe = keptText(storageKeys.probe, 'local');
  // About as long as a stored login with its two tokens.
  const stores = probe.keep('x'.repeat(4096));
  probe.forget();
  return stores;
}
