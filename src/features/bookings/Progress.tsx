import { useId } from 'react';
import { sessionNames, type SessionKind } from '../../domain/bookings/session-kinds.ts';
import { formatDay } from '../../domain/words/dates.ts';
import type { Booking } from '../packs/practice-schema.ts';
import { lineSize, marks, pointsOf, scoresOf, type Scored } from './progress.ts';
import './progress.css';

type LineProps = { label: string; mark: (typeof marks)[number][1]; scores: readonly Scored[] };

/** One mark over the sessions. The table below it has the same in figures. */
function Line({ label, mark, scores }: LineProps) {
  const points = pointsOf(scores, mark);
  const [first, last] = [scores[0], scores.at(-1)];
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <svg viewBox={`0 0 ${lineSize.width} ${lineSize.height}`} aria-hidden="true">
          <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
          {points.map(({ x, y }, nth) => (
            <circle key={scores[nth]?.id} cx={x} cy={y} r="3.5" />
          ))}
        </svg>
        {first?.[mark]} → {last?.[mark]} of 5
      </dd>
    </div>
  );
}

function Table({ scores }: { scores: readonly Scored[] }) {
  return (
    <details>
      <summary className="link w-fit">All scores</summary>
      <div className="progress-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Session</th>
              {marks.map(([label]) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {scores.map((one) => (
              <tr key={one.id}>
                <th scope="row">{formatDay(one.startsAt)}</th>
                {marks.map(([label, mark]) => (
                  <td key={label}>{one[mark]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function OfKind({ kind, scores }: { kind: SessionKind; scores: readonly Scored[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card outlined progress">
      <h3 id={id}>
        {sessionNames[kind]}, {scores.length} sessions
      </h3>
      <dl>
        {marks.map(([label, mark]) => (
          <Line key={mark} {...{ label, mark, scores }} />
        ))}
      </dl>
      <Table scores={scores} />
    </section>
  );
}

/** How the scores of a member went over the sessions, from two of a kind on (§15.97). */
export function Progress({ bookings }: { bookings: readonly Booking[] }) {
  const kinds = (['interview', 'gd'] as const)
    .map((kind) => ({ kind, scores: scoresOf(bookings, kind) }))
    .filter(({ scores }) => scores.length > 1);
  if (kinds.length === 0) return null;
  return (
    <section aria-labelledby="progress">
      <h2 id="progress" className="member-heading">
        Your progress
      </h2>
      <div className="grid gap-4">
        {kinds.map((one) => (
          <OfKind key={one.kind} {...one} />
        ))}
      </div>
    </section>
  );
}
