import type { ComponentProps, ReactNode } from 'react';
import './table.css';

type TableProps = {
  /** Names the table; read only by screen readers unless `captioned`. */
  caption: string;
  captioned?: boolean;
  /** The headings of the columns. The first column names the rows, and may have none. */
  head: readonly ReactNode[];
  rows: readonly (readonly ReactNode[])[];
  /** The key of each row, if rows come and go. */
  keys?: readonly string[];
  /** The attributes of a cell. With it, no column names the rows. */
  cell?: (row: number, column: number) => ComponentProps<'td'> | undefined;
  /** True if the cells are figures, which are compared digit by digit. */
  figures?: boolean;
  className?: string;
};

/** A table whose rows have names. Where it is wider than its place it scrolls, by keyboard too. */
export function Table(props: TableProps) {
  const { caption, captioned, head, rows, keys, cell, figures, className = '' } = props;
  // A heading in words is the key of its cells, because other columns may come and go.
  const columns = head.map((label, column) => (typeof label === 'string' ? label : column));
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
                <th key={columns[column]} scope="col">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={keys?.[row] ?? row}>
              {cells.map((content, column) =>
                cell || column > 0 ? (
                  <td key={columns[column]} {...cell?.(row, column)}>
                    {content}
                  </td>
                ) : (
                  <th key={column} scope="row">
                    <span>{content}</span>
                  </th>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
