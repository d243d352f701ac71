import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { criteria } from '../../domain/mentors/scores.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { LineChart } from '../ui/LineChart.tsx';
import { Table } from '../ui/Table.tsx';
import type { Progress } from './progress.ts';

/** The four scores from all sessions of one kind, as charts and as a table (§15.98). */
export default function YourProgress({ kind, scored }: Progress) {
  const lines = criteria[kind].map(({ id, name }) => ({
    name,
    marks: scored.flatMap(({ feedback }) => feedback[id] ?? []),
  }));
  const [first, last] = [scored[0], scored.at(-1)];
  return (
    <figure className="card min-w-0 p-6">
      <figcaption>
        <h3 className="text-xl">{`${sessionNames[kind]}s, ${scored.length} with feedback`}</h3>
        {first && last && (
          <p>{`Scores from 1 to 5. First session: ${formatDay(first.starts_at)}. Latest: ${formatDay(last.starts_at)}.`}</p>
        )}
      </figcaption>
      <ul className="line-charts my-4 grid gap-4">
        {lines.map(({ name, marks }) => (
          <LineChart
            key={name}
            {...{ name, values: marks, least: 1, most: 5 }}
            latest={`${marks[0] ?? ''} → ${marks.at(-1) ?? ''}`}
            label={`${name}: ${marks.join(', ')} of 5`}
          />
        ))}
      </ul>
      <details>
        <summary className="link w-fit">As a table</summary>
        <Table
          caption={`${sessionNames[kind]} scores, out of 5`}
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
