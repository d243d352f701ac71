import * as v from 'valibot';
import { calendarFile } from '../../../src/domain/bookings/calendar-file.ts';
import {
  sessionKinds,
  sessionNames,
  type SessionKind,
} from '../../../src/domain/bookings/session-kinds.ts';
import { indiaDate, indiaTime } from '../../../src/domain/words/session-time.ts';
import { nameForMail } from './clean.ts';
import type { CalendarPart } from './render.ts';
import type { MailContext } from './templates.ts';

/** An ISO timestamp in a payload. */
export const moment = v.pipe(
  v.string(),
  v.check((value) => !Number.isNaN(Date.parse(value))),
);

/** A text in a payload that may be missing. */
export const optionalText = v.optional(v.nullable(v.string()), null);

/** What every mail about a session says of it. */
export const timeEntries = {
  kind: v.picklist(sessionKinds),
  sequence: v.number(),
  starts_at: moment,
  ends_at: moment,
  minutes: v.number(),
};

type Times = { kind: SessionKind; starts_at: string; ends_at: string };

/** 'Mock interview' or 'Mock GD'. */
export const kindOf = ({ kind }: Pick<Times, 'kind'>) => sessionNames[kind];

/** The same within a sentence. */
export function kindInside(session: Pick<Times, 'kind'>): string {
  const name = kindOf(session);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** When a session starts, for a subject: '27 November, 10:00 am (India time)'. */
export function startOf({ starts_at }: Pick<Times, 'starts_at'>): string {
  const [, date = ''] = indiaDate(starts_at).split(', ');
  return `${date.replace(/ \d{4}$/, '')}, ${indiaTime(starts_at)} (India time)`;
}

/** What is left of a text that somebody typed (§19.7); `otherwise` if no letter is. */
export function typed(text: string | null, otherwise: string): string {
  return (text === null ? undefined : nameForMail(text)) ?? otherwise;
}

type CalendarEntry = Times & {
  method: CalendarPart['method'];
  id: string;
  sequence: number;
  title: string;
  text: string;
  /** A path of this site. */
  page: `/${string}`;
  attendee: string | null;
};

/**
 * The calendar file of a mail. It comes from the support address, as the file that members download does,
 * because calendars take only the organiser's word for a change.
 */
export function calendarOf(
  { method, id, sequence, starts_at, ends_at, title, text, page, attendee }: CalendarEntry,
  { siteUrl, seller, recipient }: MailContext,
): CalendarPart {
  const content = calendarFile({
    method,
    id,
    sequence,
    startsAt: starts_at,
    endsAt: ends_at,
    madeAt: new Date(),
    title,
    text,
    page: `${siteUrl}${page}`,
    organiser: { name: seller.name, email: seller.email },
    attendee: {
      name: typed(attendee, ''),
      email: recipient,
    },
  });
  return { method, content };
}
