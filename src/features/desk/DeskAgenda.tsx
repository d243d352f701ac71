import type { ReactNode } from 'react';
import { count } from '../../domain/words/count.ts';
import { indiaDay, indiaDaysUntil, indiaTime } from '../../domain/words/dates.ts';
import { serverNow } from '../../lib/clock.ts';
import { cellText, shortDay, textOf, type DeskList, type Row } from './desk-screen.ts';
import { kindColumn } from './screens/common.ts';
import type { Page } from './desk-calls.ts';

const startOf = (row: Row) => Date.parse(textOf(row['starts']));
const isBooked = (row: Row) => Number(row['taken']) > 0;

/** 'Today, Fri, 27 Nov'. */
export function dayName(day: string): string {
  const name = shortDay(day);
  const near = ['Yesterday', 'Today', 'Tomorrow'][indiaDaysUntil(Date.parse(day), serverNow()) + 1];
  return near ? `${near}, ${name}` : name;
}

/** Who has booked a time, and how many of its seats are left. */
function seatsOf(row: Row): string {
  const [taken, seats, minimum] = ['taken', 'seats', 'minimum'].map((name) => Number(row[name]));
  const who = textOf(row['members']);
  if (row['kind'] !== 'gd') return who || 'Free';
  const need = (taken ?? 0) < (minimum ?? 0) ? `, ${minimum} needed` : '';
  return `${taken} of ${count(seats ?? 0, 'seat')} booked${need}${who ? `: ${who}` : ''}`;
}

type DayProps = {
  day: string;
  rows: readonly Row[];
  /** True to collapse the day into one line with the number of its times. */
  folded?: boolean;
  actions?: (row: Row) => ReactNode;
};

function Day({ day, rows, folded, actions }: DayProps) {
  const times = (
    <>
      {rows.length === 0 && <p className="note">No times</p>}
      <ul>
        {rows.map((row) => (
          <li key={textOf(row['slot'])} data-booked={isBooked(row) || undefined}>
            <b>
              <span>{indiaTime(textOf(row['starts']))}</span>
              {row['minutes'] ? (
                <span className="note">{`${textOf(row['minutes'])} min`}</span>
              ) : null}
            </b>
            <div>
              <p>{`${cellText(kindColumn, row)} with ${textOf(row['mentor'])}`}</p>
              <p className="note">{seatsOf(row)}</p>
              {row['topic'] ? <p className="note">{`Topic: ${textOf(row['topic'])}`}</p> : null}
              {row['state'] === 'called_off' && <p className="note">Cancelled</p>}
            </div>
            {row['state'] === 'open' && startOf(row) > serverNow() && (
              <div className="desk-do">{actions?.(row)}</div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
  if (folded) {
    return (
      <details className="desk-day">
        <summary>
          <h3 className="inline">{dayName(day)}</h3>
          <span className="text-muted">{` – ${rows.length} free`}</span>
        </summary>
        {times}
      </details>
    );
  }
  return (
    <section className="desk-day">
      <h3>{dayName(day)}</h3>
      {times}
    </section>
  );
}

/** Each day of these times with its rows, in their order; without rows for the days in `first`. */
export function byDay(
  rows: readonly Row[],
  column: string,
  first: readonly string[] = [],
): [string, readonly Row[]][] {
  const days = new Map<string, Row[]>(first.map((day) => [day, []]));
  for (const row of rows) {
    const day = indiaDay(Date.parse(textOf(row[column])));
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days];
}

/** The seven days from this one on. */
const weekFrom = (day: string) =>
  Array.from({ length: 7 }, (_, at) => indiaDay(Date.parse(day) + at * 86_400_000));

type AgendaProps = { list: DeskList; page: Page; actions?: (row: Row) => ReactNode };

/** The most times that the database returns if none of a week or month are asked for. */
const mostTimes = 300;

/** How many times are free: 'Free: 24 in the next 7 days, 219 in all'. */
function stockOf(free: readonly Row[], all: readonly Row[]): string {
  const soon = free.filter((row) => startOf(row) < serverNow() + 7 * 86_400_000).length;
  const orMore = all.length < mostTimes ? '' : ' or more';
  return `Free: ${soon} in the next 7 days, ${free.length}${orMore} in all`;
}

/** Sessions by day (§22.16). An agenda shows booked sessions first, with the free times collapsed below them. */
export function DeskAgenda({ list: { look, args }, page: { rows }, actions }: AgendaProps) {
  const days = (some: readonly Row[], first?: readonly string[], folded?: boolean) => (
    <div className={look === 'week' ? 'desk-week' : 'desk-days'}>
      {byDay(
        some.toSorted((one, other) => startOf(one) - startOf(other)),
        'starts',
        first,
      ).map(([day, those]) => (
        <Day
          key={day}
          {...{ day, rows: those, folded: folded ?? false, ...(actions && { actions }) }}
        />
      ))}
    </div>
  );
  if (look === 'week') return days(rows, weekFrom(textOf(args?.['week'])));
  const booked = rows.filter(isBooked);
  const free = rows.filter((row) => !isBooked(row));
  return (
    <>
      {booked.length > 0 ? (
        days(booked)
      ) : (
        <p className="text-muted">No one has booked any of these times.</p>
      )}
      {free.length > 0 && (
        <details className="mt-4" open={booked.length === 0}>
          <summary className="link w-fit">{stockOf(free, rows)}</summary>
          {days(free, [], true)}
        </details>
      )}
    </>
  );
}
