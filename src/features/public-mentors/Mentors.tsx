import { useStore } from '@nanostores/react';
import { $mentors } from './public-mentors.ts';
import { MentorCard } from './MentorCard.tsx';
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
  const { data = [], loading } = useStore($mentors, { ssr: 'initial' });
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- keyboard users must be able to scroll it
    <div role="region" aria-labelledby={labelledBy} tabIndex={0} className="mentor-row">
      <ul className="grid gap-4">
        {!loading && data.length === 0 && <li data-none>{none}</li>}
        {data.slice(0, 24).map((mentor) => (
          <MentorCard key={`${mentor.name} ${mentor.institute}`} mentor={mentor} />
        ))}
      </ul>
    </div>
  );
}
