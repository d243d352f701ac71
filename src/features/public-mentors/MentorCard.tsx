import type { PublicMentor } from './public-mentors.ts';

/** The initials of the first and the last word of a name. */
function initialsOf(name: string): string {
  const words = name.split(' ');
  return [words[0], ...words.slice(1).slice(-1)].map((word) => word?.at(0)).join('');
}

/** What a mentor agreed to show about themselves (§4.20). */
export function MentorCard({ mentor }: { mentor: PublicMentor }) {
  const { name, institute, batch, work, asks, languages, rating } = mentor;
  return (
    <li className="card">
      <span
        translate="no"
        className="mentor-initials mb-3 grid font-display bold text-ink"
        aria-hidden="true"
      >
        {initialsOf(name)}
      </span>
      <p translate="no" className="font-display text-xl text-ink">
        {name}
      </p>
      <p className="bold text-ink">{[institute, batch].filter(Boolean).join(', ')}</p>
      <p>{work}</p>
      {languages && <p>{`Speaks ${languages}`}</p>}
      {rating && <p>{`Rated ${rating} of 5 by members`}</p>}
      {asks && <p className="text-muted">{`Asks about: ${asks}`}</p>}
    </li>
  );
}
