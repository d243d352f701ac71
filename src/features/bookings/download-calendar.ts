import type { CalendarPerson } from '../../domain/bookings/calendar-file.ts';
import { memberNote } from '../../domain/bookings/google-calendar.ts';
import { sessionTitle } from '../../domain/bookings/session-kinds.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { saveBytes } from '../../lib/save-bytes.ts';
import type { Booking } from './my-sessions-schema.ts';

/** Saves the calendar file of a booking (§15.40). Loads its code on demand; throws when that fails. */
export async function downloadCalendar(
  booking: Booking,
  organiser: CalendarPerson,
  attendee: CalendarPerson,
): Promise<void> {
  const { calendarFile } = await import('../../domain/bookings/calendar-file.ts');
  const file = calendarFile({
    method: 'REQUEST',
    id: booking.id,
    sequence: booking.sequence,
    startsAt: booking.starts_at,
    endsAt: booking.ends_at,
    madeAt: new Date(),
    title: sessionTitle(booking.kind, booking.mentor),
    text: memberNote,
    site: location.origin,
    page: memberPages.sessions,
    organiser,
    attendee,
  });
  const name = booking.kind === 'gd' ? 'mock-gd' : 'mock-interview';
  saveBytes(new Blob([file], { type: 'text/calendar;charset=utf-8' }), `${name}.ics`);
}
