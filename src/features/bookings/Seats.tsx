import type { SeatState } from './packs-left.ts';
import './seat-row.css';

/** A row of seats, for example one for each session in a pack. Decorative. */
export function Seats({ states }: { states: readonly SeatState[] }) {
  if (states.length === 0) return null;
  return (
    <span className="seat-row" aria-hidden="true">
      {states.map((state, index) => (
        <i key={index} data-seat={state} />
      ))}
    </span>
  );
}
