import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { memberPages } from '../../domain/member-pages.ts';
import { $chosenTime, dropTime, sayStart, type ChosenTime } from '../public-mentors/chosen-time.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';
import type { Booking } from './my-sessions-schema.ts';
import { mySessions } from './my-sessions-store.ts';

// Loaded late, because otherwise this page would share a chunk with the member pages.
const BookOffer = late(() => import('./BookOffer.tsx'));

/** True once the page knows that the payment is confirmed. */
function useIsPaid(): boolean {
  const [paid, setPaid] = useState(false);
  useEffect(() => {
    const page = document.documentElement;
    const look = () => setPaid(page.dataset['purchase'] === 'paid');
    look();
    const observer = new MutationObserver(look);
    observer.observe(page, { attributeFilter: ['data-purchase'] });
    return () => observer.disconnect();
  }, []);
  return paid;
}

/** Loads the member's sessions once there is something to book. */
function Offer(props: { time: ChosenTime; onBooked: (booking: Booking) => void }) {
  const sessions = useStore(mySessions.$data);
  return (
    <Suspense fallback={null}>
      <BookOffer {...props} sessions={sessions} />
    </Suspense>
  );
}

function Page() {
  const paid = useIsPaid();
  // Kept from the first render, because booking the time clears the store.
  const [time] = useState(() => (import.meta.env.SSR ? undefined : $chosenTime.get()));
  const [booked, setBooked] = useState<Booking>();
  const done = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Without a chosen time, the page shows its own link to the picker instead.
    if (!time) delete document.documentElement.dataset['chosen'];
  }, [time]);
  useEffect(() => {
    done.current?.focus();
  }, [booked]);
  if (!time || !paid) return null;
  return (
    <section aria-label="The time you chose" className="grid justify-items-center gap-3">
      {booked ? (
        <>
          <p ref={done} tabIndex={-1} className="bold text-ink">
            <span>{`Booked: ${sayStart(booked.starts_at)}, with `}</span>
            <bdi translate="no">{booked.mentor.name}</bdi>.
          </p>
          <a className="button" href={`${memberPages.sessions}#booking-${booked.id}`}>
            See your session
          </a>
        </>
      ) : (
        <Offer
          time={time}
          onBooked={(booking) => {
            setBooked(booking);
            dropTime();
          }}
        />
      )}
    </section>
  );
}

/** On /success: books the time that the member chose before paying (§4.28). */
export const BookChosen = withErrorBoundary(Page);
