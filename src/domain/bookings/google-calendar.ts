import { lasting } from '../periods.ts';

/** The note in a member's calendar event for a session. */
export const memberNote = `Join, move or cancel it on your sessions page. The meeting opens ${lasting('join opens')} before the start.`;

/** A copy in Google Calendar does not follow the session, so it says so itself (§15.96). */
const copyNote =
  'This entry does not update itself. If you change or cancel the session, do the same here.';

/** A session, as Google Calendar receives it; times are ISO timestamps. */
type GoogleEvent = { title: string; startsAt: string; endsAt: string; page: string };

/** '20261127T130000Z' */
const utc = (timestamp: string) =>
  `${new Date(timestamp).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The address that opens Google Calendar with a session ready to add (§15.96). */
export function googleCalendarLink({ title, startsAt, endsAt, page }: GoogleEvent): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${utc(startsAt)}/${utc(endsAt)}`,
    details: `${memberNote}\n${page}\n${copyNote}`,
    location: page,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}
