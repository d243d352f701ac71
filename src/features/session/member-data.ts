import { nanoquery } from '@nanostores/query';
import { computed } from 'nanostores';
import { sessionOf } from './member.ts';
import { $session } from './session-store.ts';
import { storedUser } from './stored-user.ts';

/**
 * The id that a member's data is asked for with. It is known from the stored session before that is
 * confirmed, so that data and confirmation travel at the same time; the backend decides what the
 * token may see.
 */
export const $memberId = computed($session, (session) => {
  const known = session.status === 'loading' ? sessionOf(storedUser()) : session;
  return known.status === 'authenticated' ? known.member.id : null;
});

/**
 * Stores of what belongs to a member. Their keys end in `$memberId`, so a logout empties them. A
 * failure is shown with a button to try again, and is tried again when the line or the tab is back.
 */
export const [createMemberStore, , memberData] = nanoquery({
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  onErrorRetry: null,
});
