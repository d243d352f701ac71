import { computed } from 'nanostores';
import { createMemberStore, rpc } from '../../lib/member-data.ts';
import { $session } from '../../lib/session-store.ts';
import { sessionsSchema } from './practice-schema.ts';

const practice = createMemberStore('practice', () => rpc('my_sessions', {}, sessionsSchema));

/** The member's packs, sessions, free interview, invitations, verified addresses, and what waits for them. */
export const $practice = practice.$data;

/** Fetches it all again; the page keeps the current data meanwhile. */
export const refreshPractice = practice.refresh;

/** Runs a change; resolves to its answer once the page shows the result, even if the change was refused. */
export const changePractice = practice.change;

/** The account's address while it is unverified; undefined once it is verified, and until that is known. */
export const $unprovenAddress = computed([$session, $practice], (session, { data }) => {
  if (session.status !== 'authenticated' || !data) return undefined;
  const { email } = session.member;
  return data.addresses.includes(email.toLowerCase()) ? undefined : email;
});
