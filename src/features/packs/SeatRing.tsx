import { mostSessions as seats } from '../../domain/packs/packs.ts';
import './seat-ring.css';

type SeatRingProps = { taken?: number | undefined };

const radius = 17;

/**
 * A decorative ring with one seat for each session of the largest pack. `taken` seats are filled; by default, all of
 * them.
 */
export function SeatRing({ taken = seats }: SeatRingProps) {
  return (
    <svg viewBox="0 0 48 48" width={48} height={48} aria-hidden="true" className="seat-ring">
      <circle cx={24} cy={24} r={8} />
      {Array.from({ length: seats }, (_, index) => {
        const angle = (index / seats) * 2 * Math.PI - Math.PI / 2;
        return (
          <circle
            key={index}
            cx={(24 + radius * Math.cos(angle)).toFixed(2)}
            cy={(24 + radius * Math.sin(angle)).toFixed(2)}
            r={4.5}
            className={index < taken ? 'seat-taken' : 'seat-free'}
          />
        );
      })}
    </svg>
  );
}
