import { LineChart } from '../ui/LineChart.tsx';
import { DeskTable } from './DeskTable.tsx';
import { cellText, type DeskList } from './desk-screen.ts';
import type { Page } from './desk-calls.ts';

/** A chart for each column of figures, with its data as a table (§22.14). */
export function DeskCharts({ list, page }: { list: DeskList; page: Page }) {
  const { columns } = list;
  const rows = page.rows;
  return (
    <>
      <ul className="line-charts grid gap-4">
        {columns.slice(1).map((column) => {
          const values = rows.map((row) => Number(row[column.name] ?? 0));
          const said = rows.map((row) => cellText(column, row));
          return (
            <LineChart
              key={column.name}
              name={column.label}
              {...{ values, least: 0, most: Math.max(1, ...values) }}
              latest={said.at(-1) ?? ''}
              label={`${column.label} by week: ${said.join('; ')}`}
            />
          );
        })}
      </ul>
      <details className="mt-2">
        <summary className="link w-fit">As a table</summary>
        <DeskTable list={{ ...list, compact: true }} page={page} />
      </details>
    </>
  );
}
