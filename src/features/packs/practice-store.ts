import { computed } from 'nanostores';
import { createMemberStore, rpc } from '../../lib/member-data.ts';
import { $session } from '../../lib/session-store.ts';
import { sessionsSchema } from './practice-schema.ts';

const practice = createMemberStore('practice', () => rpc('my_sessions', {}, sessionsSchema));

/** What a member has: packs, sessions, the free interview, invitations, addresses and offers. */
export const $practice = practice.$data;

/** Fetches the sessions again; the page keeps the current ones meanwhile. */
export const refreshPractice = practice.refresh;

/** Resolves once the page has what the database knows now, also after a change that was refused. */
export const showFreshPractice = practice.showFresh;

/** The address of the account while the member has not verified it; undefined otherwise or as long as nobody knows. */
export const $unprovenAddress = computed([$session, $practice], (session, { data }) => {
  if (session.status !== 'authenticated' || !data) return undefined;
  const { email } = session.member;
  return data.addresses.includes(email.toLowerCase()) ? undefined : email;
});
