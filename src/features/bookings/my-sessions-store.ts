import { computed } from 'nanostores';
import { createMemberStore, rpc } from '../../lib/member-data.ts';
import { $login } from '../../lib/login-store.ts';
import { mySessionsSchema } from './my-sessions-schema.ts';

/** The member's packs, sessions, free interview, invitations, verified addresses, and what waits for them. */
export const mySessions = createMemberStore('practice', () =>
  rpc('my_sessions', {}, mySessionsSchema),
);

/** The account's address while it is unverified; undefined once it is verified, and until that is known. */
export const $unprovenAddress = computed([$login, mySessions.$data], (login, { data }) => {
  if (login.status !== 'authenticated' || !data) return undefined;
  const { email } = login.member;
  return data.addresses.includes(email.toLowerCase()) ? undefined : email;
});
