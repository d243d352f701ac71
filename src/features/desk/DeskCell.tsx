import { deskFileAddress } from '../../domain/desk/desk-file.ts';
import { formatParts, indiaDay, indiaTime } from '../../domain/words/dates.ts';
import { formatRupees, formatShort } from '../../domain/words/money.ts';
import { saveFile } from '../../lib/member-files.ts';
import { DownloadLink } from '../ui/DownloadLink.tsx';
import { textOf, type Column, type Row } from './desk-screen.ts';
import type { AskCode } from './use-code.ts';

/** 'Tue, 24 Nov' for a day of this year, with the year for any other. */
const shortDay = (timestamp: string) =>
  formatParts(timestamp, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(timestamp.slice(0, 4) !== indiaDay(Date.now()).slice(0, 4) && { year: 'numeric' }),
  });

/** Shortens an interval of Postgres, '2 days 23:27:00', to '2 days 23 h'. */
function span(interval: string): string {
  const [, past, days = 0, hours = 0, minutes = 0] =
    /^(-?)(?:(-?\d+) days? ?)?(?:-?(\d+):(\d+):\d+)?/.exec(interval) ?? [];
  if (past || Number(days) < 0) return 'now';
  if (Number(days) > 0) return `${days} ${days === '1' ? 'day' : 'days'} ${Number(hours)} h`;
  return Number(hours) > 0 ? `${Number(hours)} h ${Number(minutes)} min` : `${Number(minutes)} min`;
}

const texts: Record<Exclude<Column['kind'] & string, 'files'>, (value: string) => string> = {
  text: (value) => value,
  lines: (value) => value,
  rupees: (value) => formatRupees(Number(value)),
  short: (value) => formatShort(Number(value)),
  day: shortDay,
  moment: (value) => `${shortDay(value)}, ${indiaTime(value)}`,
  span,
  name: (value) => value.replaceAll('_', ' '),
  yes: (value) => (value === 'true' ? 'Yes' : 'No'),
};

/** The text of a cell; empty if the row has no value there. */
export function cellText({ name, kind = 'text', words }: Column, row: Row): string {
  const value = textOf(row[name]);
  if (value === '' || kind === 'files') return value;
  return words?.[value] ?? texts[kind](value);
}

type DeskCellProps = { column: Column; row: Row; askCode: AskCode };

/** A cell: its text, or links to its files, which need a fresh code. */
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
