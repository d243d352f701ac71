import type { Elements } from '../ui/elements.ts';
import type { SeatState } from './packs-left.ts';
import { Seats } from './Seats.tsx';
import './pack-head.css';

type PackHeadProps = {
  name: string;
  seats: readonly SeatState[];
  /** The heading's id, if links lead to it. */
  id?: string;
  /** A badge with the pack's state. */
  children?: Elements;
};

/** The head of a pack's card: its name and its seats. */
export function PackHead({ name, seats, id, children }: PackHeadProps) {
  return (
    <div className="pack-head flex flex-wrap items-center gap-1 gap-x-3">
      <h3 id={id} className="text-xl">
        {name}
      </h3>
      <Seats states={seats} />
      {children}
    </div>
  );
}
