import { nanoquery } from '@nanostores/query';
import { computed } from 'nanostores';
import { sessionOf } from './member.ts';
import { $session } from './session-store.ts';
import { storedUser } from './stored-user.ts';

/**
 * The id with which a member's data is fetched. It is taken from the stored session before that is
 * confirmed, so that both requests run in parallel; the backend decides what the token may see.
 */
export const $memberId = computed($session, (session) => {
  const known = session.status === 'loading' ? sessionOf(storedUser()) : session;
  return known.status === 'authenticated' ? known.member.id : null;
});

/**
 * Creates stores of a member's data. Their keys end in `$memberId`, so a logout empties them. A failed
 * fetch is repeated when the connection or the tab comes back; pages offer a button to try again.
 */
export const [createMemberStore, , memberData] = nanoquery({
  revalidateOnFocus: true,
  revalidateOnReconnect: true,
  onErrorRetry: null,
});
