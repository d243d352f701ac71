import { Fragment } from 'react';
import { sayToOperator } from '../../domain/refusals/operators.ts';
import { indiaTime } from '../../domain/words/dates.ts';
import { byDay, dayName } from './DeskAgenda.tsx';
import type { Page } from './desk-calls.ts';
import { cellText, textOf, type DeskList, type Row } from './desk-screen.ts';
import type { Operator } from './desk-store.ts';
import { Cell } from './DeskTable.tsx';

type DiaryProps = { list: DeskList; page: Page; may: Operator['may'] };

/** The code of the sentence with which the database refused an action; undefined if the log has the sentence itself. */
const codeOf = ({ outcome }: Row) =>
  /^stopped (?:P0001|22003|23\w+) (\w+)$/.exec(textOf(outcome))?.[1];

/** Log entries by day: who did what, at what time, with links to the person and the thing (§22.36). */
export default function DeskDiary({ list: { columns }, page, may }: DiaryProps) {
  const ended = (row: Row) => {
    const [why, entry] = [codeOf(row), Number(row['id'])];
    return why
      ? `Refused: ${sayToOperator({ refused: 'stopped', why, entry })}`
      : said('ended', row);
  };
  const filled = (row: Row, ...names: readonly string[]) =>
    columns.filter((column) => names.includes(column.name) && cellText(column, row) !== '');
  const said = (name: string, row: Row) =>
    filled(row, name)
      .map((column) => cellText(column, row))
      .join('');
  const sentence = (row: Row) => {
    const [did, rupees] = [said('did', row), said('rupees', row)];
    return `${did}${rupees && ` (${rupees})`}`;
  };
  const begins = (row: Row) => [indiaTime(textOf(row['at'])), said('who', row)] as const;
  return byDay(page.rows, 'at').map(([day, rows]) => (
    <section key={day} className="desk-day">
      <h3>{dayName(day)}</h3>
      <ul>
        {rows.map((row, place) => {
          const [time, who] = begins(row);
          const before = rows[place - 1];
          // Consecutive entries by one person in the same minute share one time and name.
          const goesOn = before && begins(before).join() === begins(row).join();
          return (
            <li key={textOf(row['id'])} data-goes-on={goesOn ? true : undefined}>
              <b>{!goesOn && time}</b>
              <div>
                <p>
                  <span>{`${goesOn ? '' : `${who} `}${sentence(row)}`}</span>
                  {filled(row, 'name', 'number').map((column, at) => (
                    <Fragment key={column.name}>
                      <span>{at === 0 && !sentence(row).includes(':') ? ': ' : ', '}</span>
                      <Cell {...{ column, row, may }} />
                    </Fragment>
                  ))}
                </p>
                {row['ended'] ? (
                  <p className="note">{`${ended(row)} (entry ${textOf(row['id'])})`}</p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  ));
}
