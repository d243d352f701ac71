import { packName } from '../../domain/packs/packs.ts';
import { namingRefusals } from '../../domain/refusals/bookings.ts';
import { count, inWords } from '../../domain/words/count.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import type { Words } from '../ui/Sentence.tsx';
import type { Invitation, SecondPerson, SessionPack } from './my-sessions-schema.ts';

/** The sentence that tells a buyer why naming a second person failed. */
export const sayNamingFailure = (error: unknown) => sayFailure(error, namingRefusals);

/** Whether the buyer can still name someone else after the next invitation (§15.26). */
export function namingsLeft({ namings_left: left }: Pick<SecondPerson, 'namings_left'>): string {
  if (left === 1) return 'This is your last invitation for this pack.';
  const times = left === 2 ? 'once' : `${inWords(left - 1)} times`;
  return `Later, you can invite someone else instead, ${times} at most, until the second person books a session.`;
}

/** An invitation's heading, which says who shares the pack. */
export function sharedBy({ from }: Pick<Invitation, 'from'>): Words {
  const shares = ' has shared a pack with you';
  return from === null ? `Someone${shares}` : ['', from, shares];
}

/** Who shares the pack with the member, its second person. */
export function sharedWithYou({ from }: Pick<SessionPack, 'from'>): Words {
  return from === null ? 'Shared with you' : ['Shared with you by ', from, ''];
}

/** What a member is told who has accepted an invitation: whose pack it is, and what is left in it. */
export function nowShared({ from, sessions }: Pick<Invitation, 'from' | 'sessions'>): string {
  const whose = from === null ? 'this' : `${from}’s`;
  const left = sessions > 0 ? `: ${count(sessions, 'session')} left for the two of you` : '';
  return `You now share ${whose} pack${left}.`;
}

/** The pack that an invitation offers to share, and how many sessions are left in it. */
export function sharedPack({ pack, sessions }: Pick<Invitation, 'pack' | 'sessions'>): string {
  const name = packName(pack);
  return sessions > 0
    ? `${name}, ${count(sessions, 'session')} left for the two of you`
    : `${name}. You cannot book with this pack now: all its sessions are used or booked, or the buyer has asked for a refund`;
}
