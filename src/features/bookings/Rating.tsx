import { Suspense, useRef, useState } from 'react';
import type { Booking } from './my-sessions-schema.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';

// Loaded late, because most sessions are rated only once.
const RatingForm = withErrorBoundary(late(() => import('./RatingForm.tsx')));

type RatingProps = {
  booking: Booking;
  /** True if the page's address asks for this rating: the form is then open at first. */
  linked: boolean;
};

/** A session's rating, and the form for giving or changing it (§15.37). */
export function Rating({ booking, linked }: RatingProps) {
  const { id, rating } = booking;
  const [open, setOpen] = useState(linked);
  const summary = useRef<HTMLElement>(null);
  return (
    <details
      className="booking-rating"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary ref={summary} id={`rate-${id}`} className="link w-fit">
        {rating ? `You gave ${rating.score} of 5` : 'Rate this session'}
      </summary>
      {open && (
        <Suspense fallback={<p role="status">Loading the form</p>}>
          <RatingForm
            booking={booking}
            onSent={() => {
              setOpen(false);
              summary.current?.focus();
            }}
          />
        </Suspense>
      )}
    </details>
  );
}
