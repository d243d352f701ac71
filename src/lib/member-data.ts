import * as v from 'valibot';
import { learnTime } from './clock.ts';
import type { Database } from './database.types.ts';
import { loadSupabase } from './supabase.ts';

/** The database functions that members may call. */
export type Functions = Database['public']['Functions'];

/**
 * Calls a database function as the member, parses its reply, and derives the server's time if the reply includes it.
 * Throws if the database refuses.
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

const refreshes = new Map<string, () => void>();

/** Lets `refreshMemberData` fetch this store's data again (member-store.ts). */
export const keepRefresh = (name: string, refresh: () => void) => refreshes.set(name, refresh);

/**
 * Fetches the data of the store `name` again, if the page uses that store. Until then, the page keeps the current data.
 */
export const refreshMemberData = (name: string) => refreshes.get(name)?.();
