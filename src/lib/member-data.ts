import { computed } from 'nanostores';
import * as v from 'valibot';
import { learnTime } from './clock.ts';
import type { Database } from './database.types.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { createFetchedStore } from './fetched-store.ts';
import { forgetAnswers } from './forget-answers.ts';
import { keptAnswer } from './kept-answers.ts';
import { loginOf } from './member.ts';
import { $login } from './login-store.ts';
import { storedUser } from './stored-user.ts';
import { loadSupabase, type Supabase } from './supabase.ts';

/** The functions of the database that members may call. */
export type Functions = Database['public']['Functions'];

async function answerTo(ask: (supabase: Supabase) => PromiseLike<{ data: unknown }>) {
  const supabase = await loadSupabase();
  const asked = performance.now();
  const { data } = await ask(supabase);
  return { data, asked, answered: performance.now() };
}

/**
 * Reads a member's data and parses it, and learns the server's time where the answer has it. If the head script made this
 * `call`, its answer counts (§12.57); otherwise `ask` makes it. Throws if the backend refuses.
 */
export async function read<Schema extends v.GenericSchema>(
  call: string,
  schema: Schema,
  ask: (supabase: Supabase) => PromiseLike<{ data: unknown }>,
): Promise<v.InferOutput<Schema>> {
  const { data, asked, answered } = (await takeEarlyAnswer(call)) ?? (await answerTo(ask));
  const answer = v.parse(schema, data);
  learnTime(asked, answer, answered);
  return answer;
}

/** How `firstCalls` writes a call of a function. */
const firstCallOf = (name: string, args: object) =>
  `rpc/${name}${Object.keys(args).length > 0 ? `#${JSON.stringify(args)}` : ''}`;

/** Calls a function of the database as the member, as `read` does. Throws if the database refuses. */
export const rpc = <Name extends keyof Functions, Schema extends v.GenericSchema>(
  name: Name,
  args: Functions[Name]['Args'],
  schema: Schema,
): Promise<v.InferOutput<Schema>> =>
  read(firstCallOf(name, args), schema, (supabase) => supabase.rpc(name, args).throwOnError());

/**
 * The member of the stored login, even before that is confirmed, so that both requests run in parallel; the backend
 * decides what the token may see. Undefined for a visitor.
 */
export const $member = computed($login, (login) => {
  const known = login.status === 'loading' ? loginOf(storedUser()) : login;
  return known.status === 'authenticated' ? known.member : undefined;
});

/** The id with which that member's data is fetched. */
export const $memberId = computed($member, (member) => member?.id ?? null);

const refreshes = new Map<string, () => void>();

/** Fetches the data of the store `name` again, if the page has it; the current data stays meanwhile. */
export const refreshMemberData = (name: string) => refreshes.get(name)?.();

/**
 * Creates a store of the member's data (fetched-store.ts), which a logout empties. `name` names it on its page. With the
 * schema of its data, the next page shows the newest first (§12.58).
 */
export function createMemberStore<T>(
  name: string,
  fetch: (memberId: string) => Promise<T>,
  schema?: v.GenericSchema<unknown, T>,
) {
  const store = createFetchedStore($memberId, fetch, {
    revisits: true,
    kept: schema && keptAnswer(name, schema),
  });
  refreshes.set(name, store.refresh);
  // Which of the kept answers a change makes untrue is not known.
  return {
    ...store,
    change: <Answer>(run: () => Promise<Answer>) => {
      forgetAnswers();
      return store.change(run);
    },
    replace: (run: () => Promise<T>) => {
      forgetAnswers();
      return store.replace(run);
    },
  };
}
