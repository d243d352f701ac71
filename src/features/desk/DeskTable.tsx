import type { ReactNode } from 'react';
import { DeskCell } from './DeskCell.tsx';
import { cellText, textOf, type DeskList, type Row } from './desk-screen.ts';
import type { Page } from './desk-calls.ts';
import { useCode } from './use-code.ts';

type DeskTableProps = {
  list: DeskList;
  page: Page;
  /** The content of an additional first cell, and of a last one. */
  tick?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
};

/**
 * The key of each row. The columns that its buttons send name it, so that an open form outlives the change of any other
 * column; the rows of other lists have nothing to keep.
 */
function columnKeys({ actions = [] }: DeskList, rows: readonly Row[]): readonly string[] {
  const named = [...new Set(actions.flatMap(({ args = {} }) => Object.values(args)))];
  return rows.map(
    (row, place) => named.map((name) => textOf(row[name])).join(' ') || `row ${place}`,
  );
}

/** The rows of a list as a table, and on a phone as cards. */
export function DeskTable({ list, page, tick, actions }: DeskTableProps) {
  const askCode = useCode();
  const rows = page.rows.filter((row) => !list.hides?.(row));
  if (rows.length === 0) return <p className="text-muted">{list.empty}</p>;
  const keys = columnKeys(list, rows);
  // Empty columns are left out.
  const columns = list.columns.filter((column) => rows.some((row) => cellText(column, row) !== ''));
  return (
    // A table that may be wider than a phone must be scrollable by keyboard too.
    <div
      className="desk-scroll"
      data-facts={list.facts}
      {...(list.compact && { role: 'group', 'aria-label': list.title, tabIndex: 0 })}
    >
      <table className="desk-table w-full" data-compact={list.compact}>
        <caption className="sr-only">{list.title}</caption>
        <thead>
          <tr>
            {tick && <th scope="col">Chosen</th>}
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            {actions && <th scope="col">What to do</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={keys[place]}>
              {tick && <td>{tick(row)}</td>}
              {columns.map((column) => (
                <td
                  key={column.name}
                  data-label={column.label}
                  data-kind={column.kind}
                  data-empty={cellText(column, row) === '' ? true : undefined}
                >
                  <DeskCell {...{ column, row, askCode }} />
                </td>
              ))}
              {actions && <td className="desk-actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
