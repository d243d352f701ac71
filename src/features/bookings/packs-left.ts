import { sessionKinds, type SessionKind } from '../../domain/bookings/session-kinds.ts';
import type { FreeInterview } from '../../domain/packs/free-interview.ts';
import { packName } from '../../domain/packs/packs.ts';
import { count } from '../../domain/words/count.ts';
import { formatDay } from '../../domain/words/dates.ts';
import type { SessionPack, MySessions } from './my-sessions-schema.ts';

/** The sessions left in a pack and their last day: '3 of 5 sessions left, until 22 November 2027' (§15.38). */
export function leftOf(pack: SessionPack): string {
  const { sold, remaining, valid_until, is_valid, status } = pack;
  if (status === 'refunded') return 'Refunded, so no session is left';
  if (pack.refund) return 'A refund was requested, so nothing can be booked';
  if (pack.disputed) return 'Disputed at the bank, so nothing can be booked until that is settled';
  const left = `${remaining} of ${count(sold, 'session')} left`;
  if (!valid_until) return left;
  const day = formatDay(valid_until);
  return is_valid ? `${left}, until ${day}` : `${left}. It ended on ${day}`;
}

const isUsable = ({ is_valid, refund, disputed }: SessionPack) => is_valid && !refund && !disputed;

/** Whether a session of the pack can be booked now; not while a refund or a dispute is open (§17.62). */
export function isBookable(pack: SessionPack): boolean {
  return isUsable(pack) && pack.remaining > 0;
}

/** Whether a pack for two may still have a session for the second person: a booked one can be cancelled. */
export function canBeShared(pack: SessionPack): boolean {
  return isUsable(pack) && pack.remaining + pack.booked > 0;
}

/** The packs that a session can be booked on, soonest end first. */
export function bookablePacks({ packs }: Pick<MySessions, 'packs'>): SessionPack[] {
  return packs
    .filter(isBookable)
    .toSorted((one, other) => (one.valid_until ?? '').localeCompare(other.valid_until ?? ''));
}

/** A pack's seats, one per session: used ones first, then booked ones, then those left. */
export function seatsOf({ sold, used, booked, remaining }: SessionPack): SeatState[] {
  const states: SeatState[] = [
    ...Array<SeatState>(used).fill('used'),
    ...Array<SeatState>(booked).fill('booked'),
    ...Array<SeatState>(remaining).fill('left'),
  ];
  return states.slice(0, sold);
}

/** Whether a seat is taken: by a session that was held, or by one that is booked. */
export type SeatState = 'used' | 'booked' | 'left';

/** Something to book a session on: a pack, whose id is its order, or the free interview (§15.3). */
export type Source = {
  id: string;
  /** The order of the pack; the free interview has none. */
  order: string | undefined;
  name: string;
  left: string;
  kinds: readonly SessionKind[];
};

/** The last day to book the free interview (§15.31): 'book it by 21 January 2027'. */
export function freeLeft({ book_until: until }: Pick<FreeInterview, 'book_until'>): string {
  return until ? `book it by ${formatDay(until)}` : 'to be booked';
}

/** Everything a session can be booked on now, the free interview first. */
export function sourcesOf(sessions: Pick<MySessions, 'packs' | 'free_interview'>): Source[] {
  const { free_interview: free } = sessions;
  const granted: Source = {
    id: 'free',
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
      kinds: sessionKinds,
    })),
  ];
}
