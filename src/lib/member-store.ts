import { computed } from 'nanostores';
import { createFetchedStore, type Kept } from './fetched-store.ts';
import { forgetAnswers } from './forget-answers.ts';
import { loginOf } from './member.ts';
import { keepRefresh } from './member-data.ts';
import { $login } from './login-store.ts';
import { storedUser } from './stored-user.ts';

/**
 * The member in the stored login, even if it is not confirmed yet, so that both requests run in parallel; the backend
 * decides what the token may see. Undefined for a visitor.
 */
export const $member = computed($login, (login) => {
  const known = login.status === 'loading' ? loginOf(storedUser()) : login;
  return known.status === 'authenticated' ? known.member : undefined;
});

/** The id under which the member's data is fetched. */
export const $memberId = computed($member, (member) => member?.id ?? null);

/**
 * Creates a store for the member's data (fetched-store.ts), which a logout empties. `name` identifies the store on its
 * page. The next page starts with what `kept` has stored (kept-answers.ts, §12.58).
 */
export function createMemberStore<T>(
  name: string,
  fetch: (memberId: string) => Promise<T>,
  kept?: Kept<T>,
) {
  const store = createFetchedStore($memberId, fetch, { revisits: true, kept });
  keepRefresh(name, store.refresh);
  // A change may make any kept reply out of date, so all of them are forgotten.
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

/** A store for a member's data, as made by `createMemberStore`. */
export type MemberStore<T> = ReturnType<typeof createMemberStore<T>>;
