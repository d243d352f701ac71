import { packName } from '../../domain/packs/packs.ts';
import { namings } from '../../domain/periods.ts';
import { namingRefusals } from '../../domain/refusals/bookings.ts';
import { count, inWords } from '../../domain/words/count.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import type { Words } from '../ui/Sentence.tsx';
import type { Invitation, SecondPerson } from './my-sessions-schema.ts';

/** The sentence that tells a buyer why naming a second person failed. */
export const sayNamingFailure = (error: unknown) => sayFailure(error, namingRefusals);

/** How many more times the buyer can name someone (§15.26). */
export function namingsLeft({ namings_left: left }: Pick<SecondPerson, 'namings_left'>): string {
  if (left === 1) return 'This is the last time you can name someone.';
  const times = left === namings ? 'times' : 'more times';
  return `You can name someone ${inWords(left)} ${times}, until the second person books a session.`;
}

/** An invitation's heading, which says who shares the pack. */
export function sharedBy({ from }: Pick<Invitation, 'from'>): Words {
  const shares = ' has shared a pack with you';
  return from === null ? `Someone${shares}` : ['', from, shares];
}

/** The pack that an invitation offers to share, and how many sessions are left in it. */
export function sharedPack({ pack, sessions }: Pick<Invitation, 'pack' | 'sessions'>): string {
  const name = packName(pack);
  return sessions > 0
    ? `${name}, ${count(sessions, 'session')} left for the two of you`
    : `${name}. You cannot book with this pack now: all its sessions are used or booked, or the buyer has asked for a refund`;
}
