import { nanoquery } from '@nanostores/query';
import { atom, computed, onMount } from 'nanostores';
import * as v from 'valibot';
import type { Database } from './database.types.ts';
import { sessionOf } from './member.ts';
import { $session } from './session-store.ts';
import { storedUser } from './stored-user.ts';
import { loadSupabase } from './supabase.ts';

type Functions = Database['public']['Functions'];

/** Calls a function of the database as the member and parses its answer. Throws if the database refuses. */
export async function rpc<Name extends keyof Functions, Schema extends v.GenericSchema>(
  name: Name,
  args: Functions[Name]['Args'],
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const supabase = await loadSupabase();
  const { data } = await supabase.rpc(name, args).throwOnError();
  return v.parse(schema, data);
}

/**
 * The id with which a member's data is fetched. It comes from the stored session, even before that is confirmed, so
 * that both requests run in parallel; the backend decides what the token may see.
 */
export const $memberId = computed($session, (session) => {
  const known = session.status === 'loading' ? sessionOf(storedUser()) : session;
  return known.status === 'authenticated' ? known.member.id : null;
});

const [createFetchedStore, , cache] = nanoquery({
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  onErrorRetry: null,
});

// The stores to be fetched again. The library drops what is asked for while a request of the store runs.
const toRefresh = new Set<string>();

/**
 * Fetches the data of the store `name` again, if the page has it; the current data stays meanwhile. A request that runs
 * may have been answered too early: it is followed by another.
 */
export function refreshMemberData(name: string): void {
  toRefresh.add(name);
  cache.revalidateKeys((key) => key.startsWith(`${name}/`));
}

/** The state of a member's data on a page: the newest data, and the error of the last request if it failed. */
export type MemberData<T> = { data?: T; loading: boolean; error?: unknown };

/**
 * Creates a store of the member's data, which a logout empties. A failed fetch is repeated when the connection or the
 * tab comes back; until the answer arrives, data and error stay as they are. Of several answers the page shows the one
 * that was asked for last, in whatever order they arrive.
 *
 * - `refresh` fetches again.
 * - `show` replaces a member's data without a request.
 * - `showFresh` fetches again and resolves once the page shows the result. If that fails, as offline, it resolves at
 *   once: the page keeps its data and fetches again by itself.
 * - `change` runs a change and resolves to its answer after `showFresh`, also after a refusal.
 * - `replace` runs a change whose answer is the new data.
 */
export function createMemberStore<T>(name: string, fetch: (memberId: string) => Promise<T>) {
  // The library forgets data and error when it fetches again after a failure.
  let newest: { id: string; shown?: { began: number; data: T }; error?: unknown } | undefined;
  let begun = 0;
  const begin = () => {
    begun += 1;
    return begun;
  };
  const newestOf = (id: string | null) => (newest?.id === id ? newest : undefined);
  /** What the page shows, if that was asked for later. */
  const newerThan = (id: string, began: number) => {
    const shown = newestOf(id)?.shown;
    return shown && shown.began > began ? shown : undefined;
  };
  const keep = (id: string, began: number, data: T) => {
    const shown = newerThan(id, began) ?? { began, data };
    newest = { id, shown };
    return shown.data;
  };
  const fetchOnce = async (id: string) => {
    const began = begin();
    try {
      return keep(id, began, await fetch(id));
    } catch (error) {
      const newer = newerThan(id, began);
      if (newer) return newer.data;
      newest = { ...newestOf(id), id, error };
      throw error;
    }
  };
  const fetchAndKeep = async (id: string): Promise<T> => {
    toRefresh.delete(name);
    const fetched = fetchOnce(id);
    await Promise.allSettled([fetched]);
    return toRefresh.has(name) && id === $memberId.get() ? fetchAndKeep(id) : fetched;
  };
  const $fetched = createFetchedStore<T, unknown>([`${name}/`, $memberId], {
    fetcher: (_name, id) => fetchAndKeep(String(id)),
  });
  const $kept = computed([$fetched, $memberId], ({ data, loading, error }, id): MemberData<T> => {
    const kept = newestOf(id);
    return { data: data ?? kept?.shown?.data, loading, error: error ?? kept?.error };
  });
  // A computed store has no first state for the build to render.
  const $data = atom<MemberData<T>>({ loading: true });
  onMount($data, () => $kept.subscribe((value) => $data.set(value)));
  const refresh = () => refreshMemberData(name);
  const showSince = (id: string, began: number, data: T) => {
    cache.mutateCache(`${name}/${id}`, keep(id, began, data));
  };
  const show = (id: string, data: T) => showSince(id, begin(), data);
  const showFresh = async () => {
    const id = $memberId.get();
    if (!id) return;
    const began = begin();
    try {
      const fresh = await fetch(id);
      if (id === $memberId.get()) showSince(id, began, fresh);
    } catch {
      // A change before this was answered already.
      refresh();
    }
  };
  const change = async <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await run();
    } finally {
      await showFresh();
    }
  };
  const replace = async (run: () => Promise<T>): Promise<void> => {
    const id = $memberId.get();
    const began = begin();
    try {
      const changed = await run();
      if (!id || id !== $memberId.get()) return;
      // Either of two answers may lack the change of the other.
      if (begun > began) await showFresh();
      else showSince(id, began, changed);
    } catch (error) {
      await showFresh();
      throw error;
    }
  };
  return { $data, refresh, show, showFresh, change, replace };
}
