import type { ComponentProps, ReactNode } from 'react';
import './table.css';

type TableProps = {
  /** The table's name. Only screen readers announce it, unless `captioned` is set. */
  caption: string;
  captioned?: boolean;
  /** The columns' headings. The first column contains the rows' names and needs no heading. */
  head: readonly ReactNode[];
  rows: readonly (readonly ReactNode[])[];
  /** A key for each row, if rows can appear and disappear. */
  keys?: readonly string[];
  /** A cell's attributes. With these, no column contains the rows' names. */
  cell?: (row: number, column: number) => ComponentProps<'td'> | undefined;
  /** True if the cells contain figures that readers compare digit by digit. */
  figures?: boolean;
  /** True if each column has a link, so that moving through the links also scrolls the table. */
  linked?: boolean | undefined;
  className?: string;
};

/** A table whose rows have names. If it is too wide for its place, it can be scrolled, also by keyboard. */
export function Table(props: TableProps) {
  const { caption, captioned, head, rows, keys, cell, figures, linked, className = '' } = props;
  // A text heading also serves as the key of its cells, because other columns may appear and disappear.
  const columns = head.map((label, column) => (typeof label === 'string' ? label : column));
  return (
    <div
      role="group"
      aria-label={caption}
      // A keyboard must be able to scroll it.
      tabIndex={linked ? undefined : 0}
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
