import type { ReactNode } from 'react';
import { deskFileAddress } from '../../domain/desk/desk-file.ts';
import { saveFile } from '../../lib/member-files.ts';
import { PressButton } from '../ui/PressButton.tsx';
import { Table } from '../ui/Table.tsx';
import { Breakable } from './Breakable.tsx';
import { cellText, textOf, type Column, type DeskList, type Row } from './desk-screen.ts';
import type { Page } from './desk-calls.ts';
import { useCode, type AskCode } from './CodeGate.tsx';

/** Links to the files of a row, which need a fresh code. */
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
 * The key of each row. The columns that its buttons send name it, so that an open form outlives the change of any other
 * column; the rows of other lists have nothing to keep.
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
  list: Omit<DeskList, 'empty'>;
  page: Page;
  /** Said if there are no rows. */
  empty: string;
  /** The content of an additional first cell, and of a last one. */
  tick?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
};

/** The rows of a list as a table, and on a phone as cards. */
export function DeskTable({ list, page, empty, tick, actions }: DeskTableProps) {
  const askCode = useCode();
  const { rows } = page;
  if (rows.length === 0) return <p className="text-muted">{empty}</p>;
  // Empty columns are left out.
  const columns = list.columns.filter((column) => rows.some((row) => cellText(column, row) !== ''));
  const first = tick ? 1 : 0;
  return (
    <Table
      className={`desk-table ${list.facts ? 'desk-facts' : ''} ${list.compact ? 'desk-compact' : 'desk-cards'}`}
      caption={list.title}
      head={[
        ...(tick ? ['Chosen'] : []),
        ...columns.map(({ label }) => label),
        ...(actions ? [list.compact ? 'Where' : 'What to do'] : []),
      ]}
      keys={rowKeys(list, rows)}
      rows={rows.map((row) => [
        ...(tick ? [tick(row)] : []),
        ...columns.map((column) =>
          column.kind === 'files' ? (
            filesOf(column, row, askCode)
          ) : (
            <Breakable text={cellText(column, row)} />
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
