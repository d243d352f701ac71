import { packName } from '../../domain/packs/packs.ts';
import { isUsable } from '../../domain/packs/usable-pack.ts';
import { count } from '../../domain/words/count.ts';
import type { Words } from '../ui/Sentence.tsx';
import type { Invitation, SessionPack } from './my-sessions-schema.ts';

/** An invitation's heading, which says who shares the pack. */
export function sharedBy({ from }: Pick<Invitation, 'from'>): Words {
  const shares = ' has shared a pack with you';
  return from === null ? `Someone${shares}` : ['', from, shares];
}

/** Who shares the pack with the member, its second person. */
export function sharedWithYou({ other }: Pick<SessionPack, 'other'>): Words {
  return other === null ? 'Shared with you' : ['Shared with you by ', other, ''];
}

/** A pack's id on the sessions page. A link to it opens the form that invites someone (§15.24). */
export const invitePlace = ({ order }: Pick<SessionPack, 'order'>) => `invite-${order}`;

/** Tells the buyer of a pack for two when they can name someone, if until then all its sessions are booked (§15.24). */
export function inviteLater(pack: SessionPack): string | undefined {
  const { second, remaining, booked } = pack;
  const isFull = second?.state === 'none' && isUsable(pack) && remaining === 0 && booked > 0;
  return isFull
    ? 'This pack is for two. Cancel a session in time, and you can invite someone.'
    : undefined;
}

/** The pack that an invitation offers to share, and how many sessions are left in it. */
export function sharedPack({ pack, sessions }: Pick<Invitation, 'pack' | 'sessions'>): string {
  const name = packName(pack);
  return sessions > 0
    ? `${name}, ${count(sessions, 'session')} left for the two of you`
    : `${name}. You cannot book with this pack now: it has no sessions left, or the buyer wants a refund`;
}
