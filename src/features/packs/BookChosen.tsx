import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { sayTime } from '../../domain/bookings/say-time.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { $chosenTime, dropTime, type ChosenTime } from '../public-mentors/chosen-time.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';
import type { Booking } from '../bookings/my-sessions-schema.ts';
import { mySessions } from '../bookings/my-sessions-store.ts';

// Loaded late, because otherwise this page would share a chunk with the member pages.
const BookOffer = late(() => import('../bookings/BookOffer.tsx'));
const PaidHere = late(() => import('./PaidHere.tsx'));

/** Whether the pack of this payment is still to be added, as a head script has marked it. */
const isWaiting = () => document.documentElement.dataset['chosen'] === 'waiting';

/** Shows the chosen time ('') or, without one, the page's own link to the picker. */
function setOffer(offer: string | undefined): void {
  const { dataset } = document.documentElement;
  if (offer === undefined) delete dataset['chosen'];
  else dataset['chosen'] = offer;
}

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

type OfferProps = { time: ChosenTime | undefined; onBooked: (booking: Booking) => void };

/** Loads the member's sessions once there is something to book, or a pack to add. */
function Offer({ time, onBooked }: OfferProps) {
  const sessions = useStore(mySessions.$data);
  const [waiting, setWaiting] = useState(isWaiting);
  const add = waiting && (
    <PaidHere
      onAdded={() => {
        setWaiting(false);
        setOffer(time && '');
        // The pressed button has disappeared, and the page's own link to the picker has come back.
        if (!time) document.querySelector<HTMLElement>('.next.for-members')?.focus();
      }}
    />
  );
  return (
    <Suspense fallback={null}>
      {time ? <BookOffer {...{ time, sessions, onBooked }}>{add}</BookOffer> : add}
    </Suspense>
  );
}

function Page() {
  const paid = useIsPaid();
  // Kept from the first render, because booking the time clears the store.
  const [time] = useState(() => (import.meta.env.SSR ? undefined : $chosenTime.get()));
  const [booked, setBooked] = useState<Booking>();
  const [offers] = useState(() => time !== undefined || (!import.meta.env.SSR && isWaiting()));
  const done = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!offers) setOffer(undefined);
  }, [offers]);
  useEffect(() => {
    done.current?.focus();
  }, [booked]);
  if (!paid || !offers) return null;
  const [said] = booked ? sayTime(booked) : [];
  return (
    <section aria-label="Your next step" className="grid justify-items-center gap-3">
      {booked ? (
        <>
          <p ref={done} tabIndex={-1} className="bold text-ink">
            <span>{`Booked: ${said}`}</span>
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

/** On /success: books the time that the member chose before paying (§4.28), or adds the pack (§15.75). */
export const BookChosen = withErrorBoundary(Page);
