import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { lengthOf } from '../periods.ts';
import { cleanText } from '../words/typed-text.ts';

/** An organiser or attendee in a calendar file. */
export type CalendarPerson = { name: string; email: string };

/** The content of a calendar file about one session. */
export type CalendarEvent = {
  /**
   * In an email, REQUEST adds or moves the session and CANCEL removes it. PUBLISH is for a file that a member
   * downloads.
   */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  /** The booking's id in a member's file, the slot's id in a mentor's. */
  id: string;
  /** Goes up with every change of time, so that calendars replace their entry. */
  sequence: number;
  /** ISO timestamps with an offset. */
  startsAt: string;
  endsAt: string;
  /** When the file was created. */
  madeAt: Date;
  title: string;
  text: string;
  /** Our site's address; its host name becomes part of the UID. */
  site: string;
  /** The path that a member's event links to, never the meeting itself. A mentor's event has no link. */
  page?: `/${string}`;
  /** The sender of our emails, because calendar programs accept changes only from the organiser. */
  organiser: CalendarPerson;
  /** The person invited; absent with PUBLISH (RFC 5546). */
  attendee?: CalendarPerson;
};

// In a name, a line break would end the line in the file, and a quote would end the name.
const oneLine = (text: string) => cleanText(text.replaceAll('"', ' '));

/** How many seconds before the session a member's calendar shows reminders. */
const alarms = [60 * 60, lengthOf('join opens') / 1000];

const person = ({ name, email }: CalendarPerson) => ({ name: oneLine(name) || email, email });

/**
 * An iCalendar file (RFC 5545, RFC 5546) with one event in UTC (§15.40). All files of a session share one UID, so that
 * a move or cancellation reaches the event that is already in the calendar.
 */
export function calendarFile(event: CalendarEvent): string {
  const organiser = person(event.organiser);
  const summary = oneLine(event.title);
  // Repeated as the location and in the description: Google Calendar does not show the URL, and phones show the
  // location first.
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
      page && event.method !== 'CANCEL'
        ? alarms.map((trigger) => ({ type: ICalAlarmType.display, trigger, description: summary }))
        : [],
    status: event.method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: organiser,
    attendees: event.attendee
      ? [
          {
            ...person(event.attendee),
            role: ICalAttendeeRole.REQ,
            status: ICalAttendeeStatus.ACCEPTED,
            rsvp: false,
          },
        ]
      : [],
  });
  return calendar.toString();
}
