import { formatDay } from '../../domain/words/dates.ts';
import { sayGroupSum } from './loan-words.ts';
import type { Group } from './loan-schema.ts';

// Seats of the ring: as many as a table has, not as many as there are members.
const seats = 15;

/** A table with the member's seat. While the group forms, the others are empty. */
function Table({ forming }: { forming: boolean }) {
  return (
    <svg viewBox="0 0 100 100" className="loan-table" aria-hidden="true">
      {Array.from({ length: forming ? 5 : seats }, (_, index) => {
        const turn = (index / (forming ? 5 : seats)) * 2 * Math.PI - Math.PI / 2;
        return (
          <circle
            key={index}
            cx={(50 + 40 * Math.cos(turn)).toFixed(2)}
            cy={(50 + 40 * Math.sin(turn)).toFixed(2)}
            r={forming ? 8 : 6}
            data-seat={index === 0 ? 'yours' : forming ? 'empty' : 'taken'}
          />
        );
      })}
      <circle cx="50" cy="50" r="22" data-seat="table" />
    </svg>
  );
}

/** The group of the member's year, with the figures that were published last (§16.14). */
export function GroupPanel({ group }: { group: Group }) {
  const { intake_year: year, members, sum, published_at: at } = group;
  const forming = members === null;
  return (
    <section
      className="loan-group band-blush flex flex-wrap items-center rounded-card"
      aria-labelledby="group"
    >
      <Table forming={forming} />
      <div className="flex-1">
        <h2 id="group" className="font-semibold text-ink">
          The group of {year}
        </h2>
        {forming ? (
          <>
            <p className="loan-group-figure font-display text-ink">is forming</p>
            <p>
              Its figures appear once five members or more have joined, so that nobody can be
              identified. The more of you there are, the harder lenders compete: tell others who
              borrow.
            </p>
          </>
        ) : (
          <>
            <p className="loan-group-figure font-display text-ink">
              {members} members <span>ask for {sayGroupSum(sum)}</span>
            </p>
            <p>
              The real count may be slightly higher: we round down to fives and update the figures
              at night.
              {at && ` These are of ${formatDay(at)}.`}
            </p>
          </>
        )}
      </div>
    </section>
  );
}
