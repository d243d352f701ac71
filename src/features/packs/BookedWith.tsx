import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { sayTime } from '../../domain/bookings/say-time.ts';
import { memberPages } from '../../domain/member-pages.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { Sentence } from '../ui/Sentence.tsx';
import { $orders, orderOfPayment } from './orders-store.ts';

type BookedWithProps = Pick<MySessions, 'upcoming' | 'packs'> & {
  /** True if nothing is left to book. */
  isNothing: boolean;
};

/**
 * On /success: names the next session booked with this payment, or says how to book one (§4.13). Shows nothing until
 * the pack is in this account, nor, if no session is booked, while a refund is open, which CannotBook explains.
 */
export default function BookedWith({ upcoming, packs, isNothing }: BookedWithProps) {
  const { data: orders } = useStore($orders);
  const [reference] = useState(
    () => new URLSearchParams(location.search).get('reference')?.trim() ?? '',
  );
  const paid = orderOfPayment(orders, reference);
  if (!paid) return null;
  const booking = upcoming.find(({ order }) => order === paid.id);
  if (!booking) {
    if (packs.some(({ order, refund }) => order === paid.id && refund)) return null;
    return (
      <p>
        {isNothing
          ? 'Your mentors’ feedback is there too.'
          : 'You choose a mentor and a time, and we email you a calendar entry.'}
      </p>
    );
  }
  return (
    <p className="text-ink">
      <span>Booked: </span>
      <strong>
        <Sentence words={sayTime(booking)} />
      </strong>
      <span>. </span>
      <a className="text-link" href={`${memberPages.sessions}#booking-${booking.id}`}>
        See your session
      </a>
    </p>
  );
}
