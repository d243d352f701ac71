import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { $mentors } from './public-mentors.ts';
import { MentorCard } from './MentorCard.tsx';
import '../carousel/carousel.css';
import './mentors.css';

type MentorsProps = {
  /** The id of the section's heading. */
  labelledBy: string;
  none: string;
};

/**
 * The first mentors who have agreed to be shown, in a scrolling row of cards that all have the same height (§4.20).
 */
export function Mentors({ labelledBy, none }: MentorsProps) {
  const { data = [] } = useStore($mentors, { ssr: 'initial' });
  const row = useRef<HTMLDivElement>(null);
  const arrow = (label: string, sign: string, step: number) => (
    <button
      type="button"
      className="text-2xl"
      aria-label={label}
      onClick={() => {
        const { matches: isStill } = matchMedia('(prefers-reduced-motion: reduce)');
        const left = step * (row.current?.clientWidth ?? 0) * 0.7;
        row.current?.scrollBy({ left, behavior: isStill ? 'instant' : 'smooth' });
      }}
    >
      {sign}
    </button>
  );
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- keyboard users must be able to scroll it */}
      <div ref={row} role="region" aria-labelledby={labelledBy} tabIndex={0} className="mentor-row">
        <ul className="grid gap-4">
          {data.length === 0 && <li data-none>{none}</li>}
          {data.slice(0, 24).map((mentor) => (
            <MentorCard key={`${mentor.name} ${mentor.institute}`} mentor={mentor} />
          ))}
        </ul>
      </div>
      {data.length > 2 && (
        <div className="mentor-arrows" data-started="">
          <div className="carousel-arrows" role="group" aria-labelledby={labelledBy}>
            {arrow('Previous mentors', '←', -1)}
            {arrow('More mentors', '→', 1)}
          </div>
        </div>
      )}
    </>
  );
}
