import type { ReactNode } from 'react';
import { deskFileAddress } from '../../domain/desk/desk-file.ts';
import { saveFile } from '../../lib/member-files.ts';
import { PressButton } from '../ui/PressButton.tsx';
import { Table } from '../ui/Table.tsx';
import { Breakable } from './Breakable.tsx';
import { cellText, mayOpen, textOf, type Column, type DeskList, type Row } from './desk-screen.ts';
import type { Page } from './desk-calls.ts';
import type { Operator } from './desk-store.ts';
import { useCode, type AskCode } from './CodeGate.tsx';

/** Scrolls to an element that is drawn later than the rest: the list in the address, or a preview. */
export const land = (element: HTMLElement | null) => element?.scrollIntoView();

type CellProps = { column: Column; row: Row; may: Operator['may'] };

/** A value, as a link if it opens a page that the operator may read. */
export function Cell({ column, row, may }: CellProps) {
  const value = cellText(column, row);
  const text = <Breakable text={value === '' ? value : (column.text?.(row) ?? value)} />;
  const link = column.opens?.(row);
  if (!link || !mayOpen(link, may)) return text;
  return (
    <a className="link" href={link.href}>
      {text}
    </a>
  );
}

/** Links to a row's files. They need a recent code. */
function filesOf({ name, label }: Column, row: Row, askCode: AskCode): ReactNode {
  const files = [row[name]].flat().map(textOf).filter(Boolean);
  return files.map((file, place) => (
    <PressButton
      key={file}
      work={async () => {
        if (await askCode()) await saveFile(deskFileAddress(file), `${label} ${place + 1}`);
      }}
    >
      {`${label} ${files.length > 1 ? place + 1 : ''}`}
    </PressButton>
  ));
}

/**
 * A key for each row, made from the columns that the row's buttons send, so that an open form is kept when any other
 * column changes. Lists without buttons do not have a form to keep.
 */
function rowKeys(
  { actions = [] }: Pick<DeskList, 'actions'>,
  rows: readonly Row[],
): readonly string[] {
  const named = [...new Set(actions.flatMap(({ args = {} }) => Object.values(args)))];
  return rows.map(
    (row, place) => named.map((name) => textOf(row[name])).join(' ') || `row ${place}`,
  );
}

type DeskTableProps = {
  list: DeskList;
  page: Page;
  may?: Operator['may'];
  /** `tick` adds a first cell to each row, and `actions` adds a last one. */
  tick?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
};

/** A list's rows as a table, or as cards on a phone. */
export function DeskTable({ list, page, may = {}, tick, actions }: DeskTableProps) {
  const askCode = useCode();
  const { rows } = page;
  if (rows.length === 0) return <p className="text-muted">{list.empty}</p>;
  // Leaves out columns that are empty in every row.
  const columns = list.columns.filter(
    (column) => !column.onlyInFile && rows.some((row) => cellText(column, row) !== ''),
  );
  const first = tick ? 1 : 0;
  return (
    <Table
      className={`desk-table ${list.facts ? 'desk-facts' : ''} ${list.compact ? 'desk-compact' : 'desk-cards'} ${(list.brief ?? list.figures) ? 'desk-brief' : ''} ${list.figures ? 'desk-figures' : ''}`}
      caption={list.title}
      head={[
        ...(tick ? ['Selected'] : []),
        ...columns.map(({ label }) => label),
        ...(actions ? ['What to do'] : []),
      ]}
      keys={rowKeys(list, rows)}
      rows={rows.map((row) => [
        ...(tick ? [tick(row)] : []),
        ...columns.map((column) =>
          column.kind === 'files' ? (
            filesOf(column, row, askCode)
          ) : (
            <Cell {...{ column, row, may }} />
          ),
        ),
        ...(actions ? [actions(row)] : []),
      ])}
      cell={(row, place) => {
        const column = columns[place - first];
        if (!column) return place < first ? {} : { className: 'desk-actions' };
        const isEmpty = cellText(column, rows[row] ?? {}) === '';
        return {
          'data-label': column.label,
          'data-kind': column.kind,
          'data-empty': isEmpty || undefined,
        };
      }}
    />
  );
}
