import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types.ts';
import { storageKeys } from './storage-keys.ts';

export type Supabase = SupabaseClient<Database>;

let loading: Promise<Supabase> | undefined;

/**
 * The one client of the backend, downloaded when it is first asked for: an anonymous visitor of a
 * public page never gets it. A download that failed is tried again by the next call.
 */
export function loadSupabase(): Promise<Supabase> {
  loading ??= import('./supabase-client.ts').then(
    ({ supabase }) => supabase,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * A client that keeps its session in memory: what it signs in ends with the page, and no other tab
 * hears of it.
 */
export async function loadTemporaryClient(): Promise<Supabase> {
  return (await import('./supabase-client.ts')).createTemporaryClient();
}

/** True when a session is kept in this browser. It may have expired: the backend decides. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(storageKeys.session) !== null;
  } catch {
    return false;
  }
}

/**
 * Calls back once, as soon as a session is stored in this browser: now, by another tab, or while this page
 * was in the back/forward cache. Returns what stops waiting.
 */
export function whenSessionIsStored(callback: () => void): () => void {
  const waiting = new AbortController();
  const look = () => {
    if (waiting.signal.aborted || !hasStoredSession()) return;
    waiting.abort();
    callback();
  };
  addEventListener('storage', look, { signal: waiting.signal });
  addEventListener('pageshow', look, { signal: waiting.signal });
  look();
  return () => waiting.abort();
}

/** True when this browser keeps what a session needs; private windows and full disks may not. */
export function canStoreSession(): boolean {
  try {
    // A session with its two tokens is about this long.
    localStorage.setItem(storageKeys.probe, 'x'.repeat(4096));
    localStorage.removeItem(storageKeys.probe);
    return true;
  } catch {
    return false;
  }
}
