import { computed } from 'nanostores';
import { createFetchedStore, type Kept } from './fetched-store.ts';
import { forgetAnswers } from './forget-answers.ts';
import { loginOf } from './member.ts';
import { keepRefresh } from './member-data.ts';
import { $login } from './login-store.ts';
import { storedUser } from './stored-user.ts';

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

/**
 * Creates a store of the member's data (fetched-store.ts), which a logout empties. `name` names it on its page. What is
 * `kept` of it (kept-answers.ts) is what the next page begins with (§12.58).
 */
export function createMemberStore<T>(
  name: string,
  fetch: (memberId: string) => Promise<T>,
  kept?: Kept<T>,
) {
  const store = createFetchedStore($memberId, fetch, { revisits: true, kept });
  keepRefresh(name, store.refresh);
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
