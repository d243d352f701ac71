import { deskFileAddress } from '../../domain/files/member-files.ts';
import { formatDay, formatParts, indiaTime } from '../../domain/words/dates.ts';
import { formatRupees, formatShort } from '../../domain/words/money.ts';
import { saveFile } from '../../lib/member-files.ts';
import { DownloadLink } from '../ui/DownloadLink.tsx';
import { textOf, type Column, type Row } from './desk-screen.ts';
import type { AskCode } from './use-code.ts';

const moment = (timestamp: string) =>
  `${formatParts(timestamp, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}, ${indiaTime(timestamp)}`;

const texts: Record<Exclude<Column['kind'] & string, 'files'>, (value: string) => string> = {
  text: (value) => value,
  lines: (value) => value,
  rupees: (value) => formatRupees(Number(value)),
  short: (value) => formatShort(Number(value)),
  day: formatDay,
  moment,
  yes: (value) => (value === 'true' ? 'Yes' : 'No'),
};

/** The value of a row in a column, as text. */
export function cellText({ name, kind = 'text', words }: Column, row: Row): string {
  const value = textOf(row[name]);
  if (value === '' || kind === 'files') return value;
  return words?.[value] ?? texts[kind](value);
}

type DeskCellProps = { column: Column; row: Row; askCode: AskCode };

/** A value of a row: text, or the files behind it, which are read with a fresh code. */
export function DeskCell({ column, row, askCode }: DeskCellProps) {
  const value = row[column.name];
  if (column.kind !== 'files') return cellText(column, row);
  const files = (Array.isArray(value) ? value : [value]).map(textOf).filter(Boolean);
  return files.map((file, place) => (
    <DownloadLink
      key={file}
      save={async () => {
        if (await askCode()) await saveFile(deskFileAddress(file), `${column.label} ${place + 1}`);
      }}
    >
      {`${column.label} ${files.length > 1 ? place + 1 : ''}`}
    </DownloadLink>
  ));
}
