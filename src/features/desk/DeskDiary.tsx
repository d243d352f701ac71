import { indiaTime } from '../../domain/words/dates.ts';
import { byDay, dayName } from './DeskAgenda.tsx';
import type { Page } from './desk-calls.ts';
import { cellText, textOf, type DeskList, type Row } from './desk-screen.ts';
import type { Operator } from './desk-store.ts';
import { Cell } from './DeskTable.tsx';

type DiaryProps = { list: DeskList; page: Page; may: Operator['may'] };

/** Log entries by day: who did what, at what time, with links to the person and the thing (§22.36). */
export function DeskDiary({ list: { columns }, page, may }: DiaryProps) {
  const filled = (row: Row, ...names: readonly string[]) =>
    columns.filter((column) => names.includes(column.name) && cellText(column, row) !== '');
  const said = (name: string, row: Row) =>
    filled(row, name)
      .map((column) => cellText(column, row))
      .join('');
  const sentence = (row: Row) => {
    const rupees = said('rupees', row);
    return `${said('who', row)} ${said('did', row)}${rupees && ` (${rupees})`}`;
  };
  return byDay(page.rows, 'at').map(([day, rows]) => (
    <section key={day} className="desk-day">
      <h3>{dayName(day)}</h3>
      <ul>
        {rows.map((row) => (
          <li key={textOf(row['id'])}>
            <b>{indiaTime(textOf(row['at']))}</b>
            <div>
              <p>{sentence(row)}</p>
              <div className="actions">
                {filled(row, 'name', 'number').map((column) => (
                  <Cell key={column.name} {...{ column, row, may }} />
                ))}
              </div>
              {row['ended'] ? (
                <p className="note">{`${said('ended', row)} (entry ${textOf(row['id'])})`}</p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  ));
}
