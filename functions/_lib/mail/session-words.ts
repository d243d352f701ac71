import * as v from 'valibot';
import { calendarFile, type CalendarEvent } from '../../../src/domain/bookings/calendar-file.ts';
import {
  sessionKinds,
  sessionNames,
  sessionWords,
  type SessionKind,
} from '../../../src/domain/bookings/session-kinds.ts';
import { moment } from '../../../src/domain/schema.ts';
import { indiaParts, indiaTime, sessionTime } from '../../../src/domain/words/dates.ts';
import type { CalendarPart } from './render.ts';
import { typed, type MailContext } from './template.ts';

/** The payload entries that every email about a session contains. */
export const timeEntries = {
  kind: v.picklist(sessionKinds),
  sequence: v.number(),
  starts_at: moment,
  ends_at: moment,
};

type Times = { kind: SessionKind; starts_at: string; ends_at: string };

/** 'Mock interview' or 'Mock GD'. */
export const kindOf = ({ kind }: Pick<Times, 'kind'>) => sessionNames[kind];

/** 'mock interview' or 'mock GD', for use within a sentence. */
export const kindInside = ({ kind }: Pick<Times, 'kind'>) => sessionWords[kind];

/** When a session starts and ends, written out. */
export const timeOf = ({ starts_at, ends_at }: Times) => sessionTime(starts_at, ends_at);

/**
 * A subject line: 'Booked: mock interview, 27 Nov, 10:00 am (India time)'. A phone's list shows about the first 40
 * characters of it, so the month is short.
 */
export function subjectOf(news: string, session: Pick<Times, 'kind' | 'starts_at'>): string {
  const { day, shortMonth } = indiaParts(session.starts_at);
  return `${news}: ${kindInside(session)}, ${day} ${shortMonth}, ${indiaTime(session.starts_at)} (India time)`;
}

type CalendarEntry = Times &
  Pick<CalendarEvent, 'id' | 'sequence' | 'title' | 'text' | 'page'> & {
    method: CalendarPart['method'];
    attendee: string | null;
  };

/** An email's calendar file. Its organiser is the email's sender, because calendar programs check this (§19.20). */
export function calendarOf(
  { starts_at, ends_at, attendee, ...event }: CalendarEntry,
  { siteUrl, seller, sender, recipient }: MailContext,
): CalendarPart {
  const content = calendarFile({
    ...event,
    startsAt: starts_at,
    endsAt: ends_at,
    madeAt: new Date(),
    site: siteUrl,
    organiser: { name: seller.name, email: sender },
    attendee: { name: typed(attendee, ''), email: recipient },
  });
  return { method: event.method, content };
}
