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

/** Fetches the data of the store `name` again, if the page has it; the current data stays meanwhile. */
export function refreshMemberData(name: string): void {
  cache.revalidateKeys((key) => key.startsWith(`${name}/`));
}

/** The state of a member's data on a page: the newest data, and the error of the last request if it failed. */
export type MemberData<T> = { data?: T; loading: boolean; error?: unknown };

/**
 * Creates a store of the member's data, which a logout empties. A failed fetch is repeated when the connection or the
 * tab comes back; until the answer arrives, data and error stay as they are.
 *
 * - `refresh` fetches again.
 * - `show` replaces a member's data without a request.
 * - `showFresh` fetches again and resolves once the page shows the result.
 * - `change` runs a change and resolves to its answer once the page shows the fresh data, also after a refusal.
 * - `replace` runs a change whose answer is the new data.
 */
export function createMemberStore<T>(name: string, fetch: (memberId: string) => Promise<T>) {
  // The library forgets data and error when it fetches again after a failure.
  let newest: { id: string; data?: T; error?: unknown } | undefined;
  const keep = (id: string, data: T) => {
    newest = { id, data };
    return data;
  };
  const fetchAndKeep = async (id: string) => {
    try {
      return keep(id, await fetch(id));
    } catch (error) {
      newest = { ...(newest?.id === id && newest), id, error };
      throw error;
    }
  };
  const $fetched = createFetchedStore<T, unknown>([`${name}/`, $memberId], {
    fetcher: (_name, id) => fetchAndKeep(String(id)),
  });
  const $kept = computed([$fetched, $memberId], ({ data, loading, error }, id): MemberData<T> => {
    const kept = newest?.id === id ? newest : undefined;
    return { data: data ?? kept?.data, loading, error: error ?? kept?.error };
  });
  // A computed store has no first state for the build to render.
  const $data = atom<MemberData<T>>({ loading: true });
  onMount($data, () => $kept.subscribe((value) => $data.set(value)));
  const refresh = () => refreshMemberData(name);
  const show = (id: string, data: T) => cache.mutateCache(`${name}/${id}`, keep(id, data));
  const showFresh = async () => {
    const id = $memberId.get();
    if (!id) return;
    try {
      const fresh = await fetch(id);
      if (id === $memberId.get()) show(id, fresh);
    } catch {
      // The change itself was answered; the data is fetched again when the connection is back.
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
    try {
      const changed = await run();
      if (id && id === $memberId.get()) show(id, changed);
    } catch (error) {
      await showFresh();
      throw error;
    }
  };
  return { $data, refresh, show, showFresh, change, replace };
}
