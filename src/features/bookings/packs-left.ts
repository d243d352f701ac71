import { sessionKinds, type SessionKind } from '../../domain/bookings/session-kinds.ts';
import { toAskFree, type FreeInterview } from '../../domain/packs/free-interview.ts';
import { packName } from '../../domain/packs/packs.ts';
import { isUsable } from '../../domain/packs/usable-pack.ts';
import { count } from '../../domain/words/count.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { unbroken } from '../../domain/words/money.ts';
import { isOpen, otherStanding, packStanding } from '../refunds/standing-words.ts';
import type { Words } from '../ui/Sentence.tsx';
import type { SessionPack, MySessions } from './my-sessions-schema.ts';

/**
 * How many of a pack's sessions were refunded. Money returned by hand may be the share of used sessions too, and
 * `given_back` also counts sessions whose refund has only been requested.
 */
function refundedOf({ status, sold, used, booked, given_back, other_refunds }: SessionPack) {
  if (status !== 'partially_refunded') return 0;
  const unused = Math.min(given_back, sold - used - booked);
  return Math.max(unused - other_refunds.filter(isOpen).length, 0);
}

/**
 * The sessions left in a pack and the last day to use them: '3 of 5 sessions left, 1 booked and 1 used, until 22 November
 * 2027' (§15.38). Those that were reported may come back (§15.88). Says which are the other person's (§15.28).
 */
export function leftOf(pack: SessionPack): Words {
  const { sold, used, booked, reported, remaining, valid_until, is_valid, status } = pack;
  const { role, other, theirs } = pack;
  if (status === 'refunded') return 'Refunded, so no sessions are left';
  if (pack.refund) {
    return role === 'buyer' ? packStanding(pack.refund) : otherStanding(pack.refund);
  }
  if (pack.disputed) return 'Disputed at your bank, so you cannot book until that is settled';
  const refunded = refundedOf(pack);
  if (remaining + booked + reported === 0) {
    if (used > 0 && refunded > 0) return `${count(used, 'session')} used and ${refunded} refunded`;
    if (used + refunded < sold) return `0 of ${count(sold, 'session')} left`;
    return `${sold} of ${count(sold, 'session')} ${refunded > 0 ? 'refunded' : 'used'}`;
  }
  // The used ones are named only beside others or the other person's, where the member may add them up.
  const done = booked + reported + refunded + theirs.used > 0 ? used - reported : 0;
  const parts = [
    { said: 'booked', all: booked, others: theirs.booked },
    { said: 'used', all: done, others: theirs.used - theirs.reported },
    { said: 'reported', all: reported, others: theirs.reported },
    { said: 'refunded', all: refunded, others: 0 },
  ].filter(({ all }) => all > 0);
  const words: string[] = [];
  let text = `${remaining} of ${count(sold, 'session')} left`;
  for (const [index, { said, all, others }] of parts.entries()) {
    text += `${index < parts.length - 1 ? ',' : ' and'} ${all} ${said}`;
    if (others > 0) {
      const [opens, closes] = others < all ? [` (${others} by `, ')'] : [' by ', ''];
      if (other !== null) {
        words.push(text + opens, other);
        text = closes;
      } else text += `${opens}the other person${closes}`;
    }
    if (said === 'reported') text += ` (${all > 1 ? 'they' : 'it'} may return to the pack)`;
  }
  const day = valid_until && unbroken(formatDay(valid_until));
  if (day) text += is_valid ? `, until ${day}` : `. It ended on ${day}`;
  return words.length > 0 ? [...words, text] : text;
}

/**
 * Whether one of the pack's sessions can be booked now. This is not possible while a refund or a dispute is open
 * (§17.62).
 */
export function isBookable(pack: SessionPack): boolean {
  return isUsable(pack) && pack.remaining > 0;
}

/**
 * Whether a pack for two may still have a session for the second person. For someone who is named already, booked
 * sessions count, because they can be cancelled.
 */
export function canBeShared(pack: SessionPack): boolean {
  const { remaining, booked, second } = pack;
  return isUsable(pack) && (remaining > 0 || (booked > 0 && second?.state !== 'none'));
}

/** The packs on which the member can book a session; those that expire soonest, or were bought first, come first. */
export function bookablePacks({ packs }: Pick<MySessions, 'packs'>): SessionPack[] {
  // Compared as numbers, because the first locale-aware comparison of strings takes a slow phone 50 ms.
  const end = ({ valid_until: day }: SessionPack) => Date.parse(day ?? '1970-01-01');
  return packs
    .filter(isBookable)
    .toReversed()
    .toSorted((one, other) => end(one) - end(other));
}

/** How many sessions the member can still book with packs. */
export const sessionsLeft = (sessions: Pick<MySessions, 'packs'>) =>
  bookablePacks(sessions).reduce((sum, { remaining }) => sum + remaining, 0);

/**
 * A pack's seats, one for each session, in the order of time: those used, reported, booked and left. None while its
 * refund is open or once it is refunded, because the used ones alone would look like the whole pack.
 */
export function seatsOf({ refund, status, ...pack }: SessionPack): SeatState[] {
  const { sold, used, booked, reported, remaining } = pack;
  if (refund || status === 'refunded') return [];
  const states: SeatState[] = [
    ...Array<SeatState>(used - reported).fill('used'),
    ...Array<SeatState>(reported).fill('reported'),
    ...Array<SeatState>(booked).fill('booked'),
    ...Array<SeatState>(remaining).fill('filled'),
  ];
  return states.slice(0, sold);
}

/** How a seat is drawn. In a pack, a filled seat is a session that the member still has, and a reported one may return. */
export type SeatState = 'filled' | 'used' | 'booked' | 'empty' | 'reported';

/** Something that pays for a session: a pack, whose order is the id, or the free interview (§15.3). */
export type Source = {
  id: string;
  /** The pack's order; undefined for the free interview. */
  order: string | undefined;
  name: string;
  left: string;
  /** The last day of a session with it, if there is one. */
  until?: string | null;
  kinds: readonly SessionKind[];
};

/** The free interview's id among the sources, also in `#book-free`. */
export const freeId = 'free';

/** The last date on which the free interview can be booked (§15.31): 'book it by 21 January 2027'. */
export function freeLeft({ book_until: until }: Pick<FreeInterview, 'book_until'>): string {
  return until ? `book it by ${formatDay(until)}` : 'to be booked';
}

/** Where the member can still get the free interview; undefined if they cannot. */
export const freeInterviewPlace = ({ state, left }: FreeInterview): string | undefined =>
  state === 'none' && left > 0 ? toAskFree : undefined;

/** Whether any of these can book a session of this kind. */
export const canBook = (sources: readonly Source[], { kind }: { kind: SessionKind }) =>
  sources.some(({ kinds }) => kinds.includes(kind));

/** Everything with which the member can book a session now, the free interview first. */
export function sourcesOf(sessions: Pick<MySessions, 'packs' | 'free_interview'>): Source[] {
  const { free_interview: free } = sessions;
  const granted: Source = {
    id: freeId,
    order: undefined,
    name: 'Free mock interview',
    left: freeLeft(free),
    kinds: ['interview'],
  };
  return [
    ...(free.state === 'granted' ? [granted] : []),
    ...bookablePacks(sessions).map((pack) => ({
      id: pack.order,
      order: pack.order,
      name: packName(pack.pack),
      left: `${pack.remaining} of ${pack.sold} left`,
      until: pack.valid_until,
      kinds: sessionKinds,
    })),
  ];
}
