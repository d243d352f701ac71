import { memberPages } from '../../domain/member-pages.ts';
import { shortTime } from '../../domain/words/dates.ts';
import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { chooseTime } from './choose-time.ts';
import type { PublicMentor } from './public-mentors.ts';

/** A drawing of a mentor. The clothes and glasses depend on the id, so that neighbours differ. */
function Portrait({ id }: { id: number }) {
  return (
    <svg className="mentor-portrait" data-look={id % 3} viewBox="0 0 160 160" aria-hidden="true">
      <path className="mentor-clothes" d="M80 106c-34 0-54 16-60 54h120c-6-38-26-54-60-54" />
      <path fill="#2f6b4f" d="M69 88h22v20q0 10-11 10t-11-10z" />
      <path fill="#3f8164" d="M56.5 58c0-31 47-31 47 0v10c0 18-12.5 30-23.5 30S56.5 86 56.5 68z" />
      <path
        className="mentor-hair"
        d="M55 62c-5-22 5-36 25-36s30 14 25 36l-3-1c0-9-3-15-9-17-9 2-18 2-26 0-6 2-9 8-9 17z"
      />
      {id % 2 === 0 && (
        <path
          className="mentor-glasses"
          d="M76 65a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0m23 0a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0m-23-1h8"
        />
      )}
    </svg>
  );
}

/** What mentors have agreed to show about themselves (§4.20). */
export function MentorFacts({ mentor }: { mentor: PublicMentor }) {
  const { id, name, institute, batch, work, asks, languages, rating, held } = mentor;
  const known = [rating && `Rated ${rating} out of 5 by members`, held && `${held}+ sessions held`];
  return (
    <>
      <Portrait id={id} />
      <div className="mentor-who">
        <p translate="no" id={`mentor-${id}`} className="font-display text-xl text-ink">
          {name}
        </p>
        <p className="bold text-ink">{[institute, batch].filter(Boolean).join(', ')}</p>
        <p>{work}</p>
        {languages && <p>{`Speaks ${languages}`}</p>}
      </div>
      <div className="mentor-asks">
        {known.some(Boolean) && <p className="text-leaf">{known.filter(Boolean).join(' · ')}</p>}
        {asks && <p className="text-muted">{`Asks about: ${asks}`}</p>}
      </div>
    </>
  );
}

/**
 * A mentor with the next free times, which anyone can choose, and a 'Book' link (§4.25). Both take members to the
 * picker, and visitors to the packs.
 */
export function MentorCard({ mentor }: { mentor: PublicMentor }) {
  const { id, name, next_times } = mentor;
  // Does not import `supabase.ts`, because landing pages would then download code that only members need.
  const isLoggedIn = keptText(storageKeys.session, 'local').read() !== undefined;
  const href = isLoggedIn ? `${memberPages.sessions}?mentor=${id}#book` : `/buy?mentor=${id}#packs`;
  const described = { 'aria-describedby': `mentor-${id}` };
  return (
    <li className="card mentor-card">
      <MentorFacts mentor={mentor} />
      <div className="mentor-times flex flex-wrap gap-3">
        <p className="w-full text-ink">
          {next_times.length > 0 ? 'Next free' : 'No free times right now'}
        </p>
        {next_times.map(({ id: slot, is_gd, starts_at }) => (
          <a
            key={slot}
            className="button button-quiet mentor-time"
            href={href}
            {...described}
            onClick={() =>
              chooseTime({
                slot,
                kind: is_gd ? 'gd' : 'interview',
                starts_at,
                mentor: { id, name },
              })
            }
          >
            {`${shortTime(starts_at)}${is_gd ? ' (GD)' : ''}`}
          </a>
        ))}
        {next_times.length > 0 && (
          <a className="button button-quiet mentor-book" href={href} {...described}>
            Book
          </a>
        )}
      </div>
    </li>
  );
}
