import { memberPages } from '../../domain/member-pages.ts';
import { indiaParts, indiaTime } from '../../domain/words/dates.ts';
import { initials } from '../../domain/words/initials.ts';
import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { chooseTime, timesOf } from './choose-time.ts';
import { recordOf, type PublicMentor } from './public-mentors.ts';
import '../ui/initials.css';

/** What mentors have agreed to show about themselves (§4.20). */
function MentorFacts({ mentor }: { mentor: PublicMentor }) {
  const { id, name, institute, batch, work, asks, languages } = mentor;
  const known = recordOf(mentor);
  return (
    <>
      <span
        className="avatar initials mentor-portrait"
        data-initials={initials(name)}
        aria-hidden="true"
      />
      <div className="mentor-who">
        <p translate="no" id={`mentor-${id}`} className="font-display text-xl text-ink">
          {name}
        </p>
        <p className="bold text-ink">{[institute, batch].filter(Boolean).join(', ')}</p>
        <p>{[work, languages].filter(Boolean).join(' · ')}</p>
      </div>
      <div className="mentor-asks">
        {known.length > 0 && <p className="text-leaf">{known.join(' · ')}</p>}
        {asks && (
          <p>
            <span className="text-muted">Asks about </span>
            <span>{asks}</span>
          </p>
        )}
      </div>
    </>
  );
}

/**
 * A mentor with the next free times, which anyone can choose, and a link to 'All times' (§4.25). Both lead to that
 * mentor's times above the packs, but take members on other pages than `/buy` to the picker.
 */
export function MentorCard({ mentor }: { mentor: PublicMentor }) {
  const { id, name, next_times } = mentor;
  // Does not import `supabase.ts`, because landing pages would then download code that only members need.
  const isLoggedIn = keptText(storageKeys.session, 'local').read() !== undefined;
  const isForSale = !isLoggedIn || location.pathname === '/buy';
  const href = isForSale ? timesOf(id) : `${memberPages.sessions}?mentor=${id}#book`;
  const described = { 'aria-describedby': `mentor-${id}` };
  return (
    <li className="card mentor-card">
      <MentorFacts mentor={mentor} />
      <div className="mentor-times flex flex-wrap gap-2">
        <div className="flex w-full flex-wrap items-center justify-between">
          <p className="text-ink">
            {['No open times right now', 'Next open time'][next_times.length] ?? 'Next open times'}
          </p>
          {next_times.length > 0 && (
            <a className="link mentor-book" href={href} {...described}>
              All times
            </a>
          )}
        </div>
        {next_times.map(({ id: slot, is_gd, starts_at }) => {
          const { shortWeekday, day, shortMonth } = indiaParts(starts_at);
          return (
            <a
              key={slot}
              className="mentor-time"
              href={isForSale ? href : `${memberPages.sessions}#book`}
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
              <span>{`${shortWeekday} ${day} ${shortMonth}`}</span>{' '}
              <b className="bold">{`${indiaTime(starts_at)}${is_gd ? ' (GD)' : ''}`}</b>
            </a>
          );
        })}
      </div>
    </li>
  );
}
