import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { sayTime } from '../../domain/bookings/say-time.ts';
import { longTime } from '../../domain/words/dates.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { $now } from '../../lib/now.ts';
import { isFree } from '../bookings/booking-states.ts';
import { sourcesOf } from '../bookings/packs-left.ts';
import { $chosenTime, dropTime, type ChosenTime } from '../public-mentors/chosen-time.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';
import type { Booking } from '../bookings/my-sessions-schema.ts';
import { mySessions } from '../bookings/my-sessions-store.ts';

// Loaded late, because otherwise this page would share a chunk with the member pages.
const BookOffer = late(() => import('../bookings/BookOffer.tsx'));
const PaidHere = late(() => import('./PaidHere.tsx'));
const BookedWith = late(() => import('./BookedWith.tsx'));
const CannotBook = late(() => import('./CannotBook.tsx'));

/** In the address, the session booked on this page, so that a reload still names it. `purchase.ts` looks for it too. */
const bookedParameter = 'booked';

/** Whether the pack of this payment is still to be added, as a head script or the server's reply has marked it. */
const isWaiting = () => document.documentElement.dataset['chosen'] === 'waiting';

/** Shows the chosen time ('') or, without one, the page's own link to the picker. */
function setOffer(offer: string | undefined): void {
  const { dataset } = document.documentElement;
  if (offer === undefined) delete dataset['chosen'];
  else dataset['chosen'] = offer;
}

/** Lets the page's own link lead to the member's sessions if nothing is left to book. Says how booking goes on. */
function WhatIsLeft() {
  const { data, isKept } = useStore(mySessions.$data);
  // A pack that is on hold, or not in this account yet, is not used up.
  const isNothing =
    data &&
    !isKept &&
    data.claimable.length === 0 &&
    data.packs.length > 0 &&
    data.packs.every(({ refund, disputed }) => !refund && !disputed) &&
    sourcesOf(data).length === 0;
  useEffect(() => {
    if (!isNothing) return;
    const { dataset } = document.documentElement;
    dataset['left'] = 'none';
    return () => {
      delete dataset['left'];
    };
  }, [isNothing]);
  return (
    <Suspense fallback={null}>
      {data && <BookedWith {...data} isNothing={Boolean(isNothing)} />}
    </Suspense>
  );
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

/** Names the session that was booked on this page. */
function Booked({ booking }: { booking: Booking }) {
  const now = useStore($now);
  const [said] = sayTime(booking);
  return (
    <div className="notice notice-calm">
      <p tabIndex={-1} className="text-xl bold text-ink">
        <span>{`Booked: ${said}`}</span>
        <bdi translate="no">{booking.mentor.name}</bdi>.
      </p>
      <p>
        {`We have emailed you a calendar entry. ${
          isFree(booking, now)
            ? `You can change the time until ${longTime(booking.free_until)}.`
            : 'You can no longer change the time, and if you cancel, the session counts as used.'
        }`}
      </p>
      <a className="button" href={`${memberPages.sessions}#booking-${booking.id}`}>
        See your session
      </a>
      <a className="link" href={memberPages.material}>
        Get ready for it
      </a>
    </div>
  );
}

/** After a reload, the session that was booked here, unless it has been held or cancelled since. */
function BookedBefore({ id }: { id: string }) {
  const { data, isKept } = useStore(mySessions.$data);
  const booking = data?.upcoming.find((one) => one.id === id);
  useEffect(() => {
    if (data && !isKept && !booking) setOffer(undefined);
  }, [data, isKept, booking]);
  return booking ? <Booked booking={booking} /> : <WhatIsLeft />;
}

function Page() {
  const paid = useIsPaid();
  // Kept from the first render, because booking the time clears the store.
  const [time] = useState(() => (import.meta.env.SSR ? undefined : $chosenTime.get()));
  const [before] = useState(() =>
    import.meta.env.SSR ? null : new URLSearchParams(location.search).get(bookedParameter),
  );
  const [booked, setBooked] = useState<Booking>();
  const [offers, setOffers] = useState(
    () => before !== null || time !== undefined || (!import.meta.env.SSR && isWaiting()),
  );
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!offers) setOffer(undefined);
  }, [offers]);
  useEffect(() => {
    if (booked) place.current?.querySelector('p')?.focus();
  }, [booked]);
  if (!paid) return null;
  const whose = 'owned' in document.documentElement.dataset && (
    <Suspense fallback={null}>
      <CannotBook onFound={() => setOffers(false)} />
    </Suspense>
  );
  if (!offers && !isWaiting()) {
    return (
      <>
        <WhatIsLeft />
        {whose}
      </>
    );
  }
  const onBooked = (booking: Booking) => {
    setBooked(booking);
    dropTime();
    const address = new URL(location.href);
    address.searchParams.set(bookedParameter, booking.id);
    history.replaceState(null, '', address);
  };
  let step = <Offer time={time} onBooked={onBooked} />;
  if (booked) step = <Booked booking={booked} />;
  else if (before !== null && !time) step = <BookedBefore id={before} />;
  return (
    <section ref={place} aria-label="Your next step">
      {step}
      {whose}
    </section>
  );
}

/** On /success: books the time that the member chose before paying (§4.28), or adds the pack (§15.75). */
export const BookChosen = withErrorBoundary(Page);
