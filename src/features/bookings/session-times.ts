import { count } from '../../domain/words/count.ts';
import { indiaDaysUntil, indiaParts, zonedTime } from '../../domain/words/dates.ts';

const minute = 60_000;
const hour = 60 * minute;

// Browsers that hide the time zone report 'UTC', or (despite the type) nothing; browsers that do not know it report
// 'Etc/Unknown'.
const placeName = /^(?!Etc\/)[A-Z][A-Za-z]*(?:\/[A-Z][a-z][\w-]*)+$/;

/** The browser's time zone, such as 'Europe/London'. Some browsers return a value that is not a place. */
function browserZone(): string {
  try {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  } catch {
    return '';
  }
}

/** The place in a time zone's name: 'London' for 'Europe/London', 'New York' for 'America/New_York'. */
export function placeOf(zone = browserZone()): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/**
 * The time in the given time zone, with the day if it differs from the day in Indian time: '1:00 pm in London'.
 * Undefined if the zone is unknown, or if its clocks then show Indian time (§15.35).
 */
export function ownTime(timestamp: string, zone = browserZone()): string | undefined {
  if (!placeName.test(zone)) return undefined;
  try {
    const there = zonedTime(timestamp, zone);
    const here = zonedTime(timestamp);
    const sameDay = there.day === here.day;
    if (sameDay && there.time === here.time) return undefined;
    return `${sameDay ? '' : `${there.day}, `}${there.time} in ${placeOf(zone)}`;
  } catch {
    // This browser does not know the time zone.
    return undefined;
  }
}

/** The date of an ISO timestamp in Indian time, abbreviated for a calendar leaf. */
export function calendarLeaf(timestamp: string): { weekday: string; day: string; month: string } {
  const { shortWeekday, day, shortMonth } = indiaParts(timestamp);
  return { weekday: shortWeekday, day, month: shortMonth };
}

/** 'Today' or 'Tomorrow' in Indian time at `now` (in milliseconds); undefined for any other day. */
export function nearDay(timestamp: string, now: number): string | undefined {
  return ['Today', 'Tomorrow'][indiaDaysUntil(Date.parse(timestamp), now)];
}

/** How long from now, in days of Indian time: 'in 3 days', 'in 5 hours', 'in 20 minutes', 'now'. */
export function timeUntil(timestamp: string, now: number): string {
  const at = Date.parse(timestamp);
  const left = at - now;
  const days = indiaDaysUntil(at, now);
  if (days >= 2) return `in ${count(days, 'day')}`;
  if (left >= hour) return `in ${count(Math.floor(left / hour), 'hour')}`;
  return left >= minute ? `in ${count(Math.floor(left / minute), 'minute')}` : 'now';
}
