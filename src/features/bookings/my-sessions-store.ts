import { computed } from 'nanostores';
import { $member, createMemberStore, rpc } from '../../lib/member-data.ts';
import { mySessionsSchema } from './my-sessions-schema.ts';

/** The member's packs, sessions, free interview, invitations, verified addresses, and what waits for them. */
export const mySessions = createMemberStore(
  'practice',
  () => rpc('my_sessions', {}, mySessionsSchema),
  mySessionsSchema,
);

/** The account's address while it is unverified; undefined once it is verified, and until that is known. */
export const $unprovenAddress = computed([$member, mySessions.$data], (member, { data }) => {
  if (!member || !data) return undefined;
  const { email } = member;
  return data.addresses.includes(email.toLowerCase()) ? undefined : email;
});
