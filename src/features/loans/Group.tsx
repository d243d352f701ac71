import { formatDay } from '../../domain/words/dates.ts';
import { unbroken } from '../../domain/words/money.ts';
import type { Group } from './loan-schema.ts';
import { sayGroupSum } from './loan-words.ts';

// The number of seats for which the ring has room.
const mostSeats = 20;

type TableProps = { members: number | null; counts: boolean };

/**
 * A round table with a seat for each member. `counts` marks one as the reader's own. While the group is forming, the
 * empty seats are shown too.
 */
function Table({ members, counts }: TableProps) {
  const seats = Math.min(members ?? 5, mostSeats);
  return (
    <svg viewBox="0 0 100 100" className="loan-table" aria-hidden="true">
      {Array.from({ length: seats }, (_, index) => {
        const turn = (index / seats) * 2 * Math.PI - Math.PI / 2;
        return (
          <circle
            key={index}
            cx={(50 + 40 * Math.cos(turn)).toFixed(2)}
            cy={(50 + 40 * Math.sin(turn)).toFixed(2)}
            r={seats > 10 ? 5.2 : 8}
            data-seat={index === 0 && counts ? 'yours' : members === null ? 'empty' : 'taken'}
          />
        );
      })}
      <circle cx="50" cy="50" r="22" data-seat="table" />
    </svg>
  );
}

/** The group for the member's year, with its latest published figures (§16.14). */
export function GroupPanel({ group, counts }: { group: Group; counts: boolean }) {
  const { intake_year: year, members, sum, published_at: at } = group;
  const forming = members === null;
  return (
    <section
      className="loan-group band-blush grid items-center gap-3 gap-x-4 rounded-card"
      aria-labelledby="group"
    >
      <Table {...{ members, counts }} />
      <div>
        <h2 id="group" className="plain-heading">{`The group of ${year}`}</h2>
        <p className="loan-group-figure font-display text-ink">
          {forming ? (
            'is forming'
          ) : (
            <>
              <span>{`${members} members `}</span>
              <span>{`ask for ${sayGroupSum(sum)}`}</span>
            </>
          )}
        </p>
      </div>
      <p className="loan-group-note">
        {forming
          ? 'Its totals appear once five or more members have joined, so that no one can be identified. The bigger the group, the harder lenders compete: tell friends who need a loan.'
          : `Rounded down to the nearest five${at ? `, as of ${unbroken(formatDay(at))}` : ''}.`}
      </p>
    </section>
  );
}
