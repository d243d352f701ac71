import { seatsOf } from './packs-left.ts';
import type { SessionPack } from './practice-schema.ts';
import './pack-seats.css';

/** A pack's seats, one per session: used, booked or left. Decorative. */
export function PackSeats({ pack }: { pack: SessionPack }) {
  return (
    <span className="pack-seats" aria-hidden="true">
      {seatsOf(pack).map((state, index) => (
        <i key={index} data-seat={state} />
      ))}
    </span>
  );
}
