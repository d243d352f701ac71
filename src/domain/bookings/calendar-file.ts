import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { lengthOf } from '../periods.ts';

type CalendarPerson = { name: string; email: string };

/** What a calendar file says about one session. */
export type CalendarEvent = {
  /** REQUEST adds the session or moves it; CANCEL takes it away. */
  method: 'REQUEST' | 'CANCEL';
  /** The booking's id for a member, the slot's id for a mentor. */
  id: string;
  /** Rises with every move, so that calendars replace what they have. */
  sequence: number;
  /** ISO timestamps with an offset. */
  startsAt: string;
  endsAt: string;
  /** When the file is made. */
  madeAt: Date;
  title: string;
  text: string;
  /** Our site; its host is part of the UID. */
  site: string;
  /** The path of the page that a member's event leads to, never the meeting; nothing leads a mentor from a calendar. */
  page?: `/${string}`;
  /** Our site, which sends the file. */
  organiser: CalendarPerson;
  /** Who the file is for. */
  attendee: CalendarPerson;
};

// A line break in a name would end the line of the file that holds it, and a quote the name itself.
const oneLine = (text: string) => text.replace(/[\p{Cc}"]+/gu, ' ').trim();

/** How long before a session a member's calendar says so, in seconds. */
const alarms = [60 * 60, lengthOf('join opens') / 1000];

const person = ({ name, email }: CalendarPerson) => ({ name: oneLine(name) || email, email });

/**
 * An iCalendar file (RFC 5545, RFC 5546) with one event in UTC (§15.40). Every file of one session has the
 * same UID, so that a move and a cancellation reach the event that is already in the calendar.
 */
export function calendarFile(event: CalendarEvent): string {
  const organiser = person(event.organiser);
  const summary = oneLine(event.title);
  // Google's calendar shows no URL, and phones show the place first.
  const page = event.page && event.site + event.page;
  const calendar = ical({
    prodId: { company: organiser.name, product: 'Sessions' },
    method: ICalCalendarMethod[event.method],
  });
  calendar.createEvent({
    id: `${event.id}@${new URL(event.site).hostname}`,
    sequence: event.sequence,
    stamp: event.madeAt,
    start: new Date(event.startsAt),
    end: new Date(event.endsAt),
    summary,
    description: page ? `${event.text}\n${page}` : event.text,
    ...(page && { location: page, url: page }),
    alarms:
      page && event.method === 'REQUEST'
        ? alarms.map((trigger) => ({ type: ICalAlarmType.display, trigger, description: summary }))
        : [],
    status: event.method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: organiser,
    attendees: [
      {
        ...person(event.attendee),
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  });
  return calendar.toString();
}
