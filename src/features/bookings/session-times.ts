import { count } from '../../domain/words/count.ts';
import { formatParts, indiaDay, zonedTime, type ZonedTime } from '../../domain/words/dates.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The zone of this browser, such as 'Europe/London'. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Day and time in the member's own zone, or undefined where its clocks show the same as India's at that
 * moment (§15.35). `sameDay` is false where the day differs from India's.
 */
export function ownTime(
  timestamp: string,
  zone: string,
): (ZonedTime & { sameDay: boolean }) | undefined {
  const there = zonedTime(timestamp, zone);
  const here = zonedTime(timestamp);
  const sameDay = there.day === here.day;
  return sameDay && there.time === here.time ? undefined : { ...there, sameDay };
}

/** The place that names a zone: 'Europe/London' gives 'London', 'America/New_York' 'New York'. */
export function placeOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** The member's own time, with its day where that is another one; undefined where it is India's. */
export function ownTimeText(at: string): string | undefined {
  const zone = browserZone();
  const own = ownTime(at, zone);
  return own && `${own.sameDay ? own.time : `${own.day}, ${own.time}`} in ${placeOf(zone)}`;
}

/** Weekday, day of the month and month of an ISO timestamp in India, each as short as on a calendar. */
export function calendarLeaf(timestamp: string): { weekday: string; day: string; month: string } {
  return {
    weekday: formatParts(timestamp, { weekday: 'short' }),
    day: formatParts(timestamp, { day: 'numeric' }),
    month: formatParts(timestamp, { month: 'short' }),
  };
}

/** 'Today' or 'Tomorrow' in India at `now` (ms); undefined for any other day. */
export function nearDay(timestamp: string, now: number): string | undefined {
  const that = indiaDay(Date.parse(timestamp));
  if (that === indiaDay(now)) return 'Today';
  return that === indiaDay(now + day) ? 'Tomorrow' : undefined;
}

/** How long it is to a moment: 'in 3 days', 'in 5 hours', 'in 20 minutes', 'now'. */
export function timeUntil(timestamp: string, now: number): string {
  const left = Date.parse(timestamp) - now;
  if (left >= 2 * day) return `in ${count(Math.floor(left / day), 'day')}`;
  if (left >= hour) return `in ${count(Math.floor(left / hour), 'hour')}`;
  return left >= minute ? `in ${count(Math.floor(left / minute), 'minute')}` : 'now';
}
