import { atom, computed } from 'nanostores';
import { earlyRpc } from '../../lib/early-answers.ts';
import { keptAnswer } from '../../lib/kept-answers.ts';
import { $member, createMemberStore } from '../../lib/member-store.ts';
import { mySessionsSchema } from './my-sessions-schema.ts';

/** The member's practice as another page of this tab has shown it. */
export const keptPractice = keptAnswer('practice', mySessionsSchema);

/**
 * The member's packs, sessions, free interview, invitations and verified addresses, and whatever else the member has to
 * deal with.
 */
export const mySessions = createMemberStore(
  'practice',
  () => earlyRpc('my_sessions', {}, mySessionsSchema),
  keptPractice,
);

/**
 * The account's email address if it is unverified, and the new address of a pending email change. Undefined if the
 * address is verified, or if we do not know yet.
 */
export const $unproven = computed([$member, mySessions.$data], (member, { data }) => {
  if (!member || !data) return undefined;
  const { email } = member;
  if (data.addresses.includes(email.toLowerCase())) return undefined;
  return { address: email, changingTo: data.changing_to };
});

/** Whether a pack that is paid for is on the page, and the member can add it (§15.75). */
export const $isPackToAdd = atom(false);
