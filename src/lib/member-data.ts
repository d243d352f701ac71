import { computed } from 'nanostores';
import * as v from 'valibot';
import { learnTime } from './clock.ts';
import type { Database } from './database.types.ts';
import { createFetchedStore } from './fetched-store.ts';
import { loginOf } from './member.ts';
import { $login } from './login-store.ts';
import { storedUser } from './stored-user.ts';
import { loadSupabase } from './supabase.ts';

/** The functions of the database that members may call. */
export type Functions = Database['public']['Functions'];

/**
 * Calls a function of the database as the member, parses its answer, and learns the server's time where it has it. Throws
 * if the database refuses.
 */
export async function rpc<Name extends keyof Functions, Schema extends v.GenericSchema>(
  name: Name,
  args: Functions[Name]['Args'],
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const supabase = await loadSupabase();
  const asked = performance.now();
  const { data } = await supabase.rpc(name, args).throwOnError();
  const answer = v.parse(schema, data);
  learnTime(asked, answer);
  return answer;
}

/**
 * The id with which a member's data is fetched. It comes from the stored login, even before that is confirmed, so
 * that both requests run in parallel; the backend decides what the token may see.
 */
export const $memberId = computed($login, (login) => {
  const known = login.status === 'loading' ? loginOf(storedUser()) : login;
  return known.status === 'authenticated' ? known.member.id : null;
});

const refreshes = new Map<string, () => void>();

/** Fetches the data of the store `name` again, if the page has it; the current data stays meanwhile. */
export const refreshMemberData = (name: string) => refreshes.get(name)?.();

/** Creates a store of the member's data (fetched-store.ts), which a logout empties. `name` names it on its page. */
export function createMemberStore<T>(name: string, fetch: (memberId: string) => Promise<T>) {
  const store = createFetchedStore($memberId, fetch, { revisits: true });
  refreshes.set(name, store.refresh);
  return store;
}
