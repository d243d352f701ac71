import type { ReactNode } from 'react';
import './table.css';

type TableProps = {
  /** Names the table; read only by screen readers unless `captioned`. */
  caption: string;
  captioned?: boolean;
  /** The headings of the columns. The first column names the rows, and may have none. */
  head: readonly ReactNode[];
  rows: readonly (readonly ReactNode[])[];
  /** True if the cells are figures, which are compared digit by digit. */
  figures?: boolean;
  className?: string;
};

/** A table whose rows have names. Where it is wider than its place it scrolls, by keyboard too. */
export function Table({ caption, captioned, head, rows, figures, className = '' }: TableProps) {
  return (
    <div
      role="group"
      aria-label={caption}
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a keyboard must be able to scroll it
      tabIndex={0}
      className={`table-box ${className}`}
      data-figures={figures}
    >
      <table>
        <caption className={captioned ? '' : 'sr-only'}>{caption}</caption>
        <thead>
          <tr>
            {head.map((label, column) =>
              label === '' ? (
                <td key={column} />
              ) : (
                <th key={column} scope="col">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            <tr key={row}>
              <th scope="row">
                <span>{name}</span>
              </th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
