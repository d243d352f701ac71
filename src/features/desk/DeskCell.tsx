import { deskFileAddress } from '../../domain/desk/desk-file.ts';
import { saveFile } from '../../lib/member-files.ts';
import { PressButton } from '../ui/PressButton.tsx';
import { cellText, textOf, type Column, type Row } from './desk-screen.ts';
import type { AskCode } from './use-code.ts';

type DeskCellProps = { column: Column; row: Row; askCode: AskCode };

/** A cell: its text, or links to its files, which need a fresh code. */
export function DeskCell({ column, row, askCode }: DeskCellProps) {
  const value = row[column.name];
  if (column.kind !== 'files') return cellText(column, row);
  const files = (Array.isArray(value) ? value : [value]).map(textOf).filter(Boolean);
  return files.map((file, place) => (
    <PressButton
      key={file}
      work={async () => {
        if (await askCode()) await saveFile(deskFileAddress(file), `${column.label} ${place + 1}`);
      }}
    >
      {`${column.label} ${files.length > 1 ? place + 1 : ''}`}
    </PressButton>
  ));
}
