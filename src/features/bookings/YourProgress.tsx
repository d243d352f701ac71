import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { criteria } from '../../domain/mentors/scores.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { Table } from '../ui/Table.tsx';
import type { Progress } from './progress.ts';
import './progress.css';

// In SVG units: marks from 1 to 5, bottom to top, with room for the dots.
const size = { width: 160, height: 56, edge: 8 };

const yOf = (mark: number) =>
  size.height - size.edge - ((mark - 1) * (size.height - 2 * size.edge)) / 4;

function Line({ name, marks }: { name: string; marks: readonly number[] }) {
  const step = (size.width - 2 * size.edge) / (marks.length - 1);
  const points = marks.map((mark, index) => ({ x: size.edge + index * step, y: yOf(mark) }));
  return (
    <li className="self-end">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span>{`${name} `}</span>
        <b className="bold whitespace-nowrap text-ink">{`${marks.at(-1) ?? ''} of 5`}</b>
      </p>
      <svg
        className="w-full"
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`${name}: ${marks.join(', ')} of 5`}
      >
        {[1, 5].map((mark) => (
          <line key={mark} x1={0} x2={size.width} y1={yOf(mark)} y2={yOf(mark)} />
        ))}
        <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r="4" />
        ))}
      </svg>
    </li>
  );
}

/** The four scores over the sessions of one kind, as charts and as a table (§15.98). */
export default function YourProgress({ kind, scored }: Progress) {
  const lines = criteria[kind].map(({ id, name }) => ({
    name,
    marks: scored.flatMap(({ feedback }) => feedback[id] ?? []),
  }));
  return (
    <figure className="card outlined min-w-0 p-6">
      <figcaption>
        <h3 className="text-xl">{`${sessionNames[kind]}s, ${scored.length} with feedback`}</h3>
      </figcaption>
      <ul className="progress-lines my-4 grid gap-4">
        {lines.map((line) => (
          <Line key={line.name} {...line} />
        ))}
      </ul>
      <details>
        <summary className="link w-fit">As a table</summary>
        <Table
          caption={`Scores of your ${sessionNames[kind]}s, from 1 to 5`}
          head={['Day', ...lines.map(({ name }) => name)]}
          rows={scored.map(({ starts_at }, index) => [
            formatDay(starts_at),
            ...lines.map(({ marks }) => marks[index]),
          ])}
        />
      </details>
    </figure>
  );
}
