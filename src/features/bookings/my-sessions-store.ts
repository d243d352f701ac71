import { computed } from 'nanostores';
import { earlyRpc } from '../../lib/early-answers.ts';
import { keptAnswer } from '../../lib/kept-answers.ts';
import { $member, createMemberStore } from '../../lib/member-store.ts';
import { mySessionsSchema } from './my-sessions-schema.ts';

/** The member's packs, sessions, free interview, invitations, verified addresses, and what waits for them. */
export const mySessions = createMemberStore(
  'practice',
  () => earlyRpc('my_sessions', {}, mySessionsSchema),
  keptAnswer('practice', mySessionsSchema),
);

/** The account's address while it is unverified; undefined once it is verified, and until that is known. */
export const $unprovenAddress = computed([$member, mySessions.$data], (member, { data }) => {
  if (!member || !data) return undefined;
  const { email } = member;
  return data.addresses.includes(email.toLowerCase()) ? undefined : email;
});
