import { indiaDay } from '../../domain/words/format.ts';

const india = 'Asia/Kolkata';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** When something is, in one zone. */
export type ZonedTime = {
  /** '6:30 pm' */
  time: string;
  /** 'Tuesday 24 November' */
  day: string;
};

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // The first formatter of a page costs a slow phone 50 ms, and a list of times needs each many times.
  const key = zone + JSON.stringify(options);
  const kept = formats.get(key) ?? new Intl.DateTimeFormat('en-IN', { ...options, timeZone: zone });
  formats.set(key, kept);
  return kept;
}

function inZone(moment: Date, zone: string): ZonedTime {
  return {
    time: format(zone, { hour: 'numeric', minute: '2-digit', hour12: true }).format(moment),
    day: format(zone, { weekday: 'long', day: 'numeric', month: 'long' })
      .format(moment)
      .replace(',', ''),
  };
}

/** Day and time in India of an ISO timestamp. */
export function indiaTime(timestamp: string): ZonedTime {
  return inZone(new Date(timestamp), india);
}

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
  const moment = new Date(timestamp);
  const there = inZone(moment, zone);
  const here = inZone(moment, india);
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
  const moment = new Date(timestamp);
  return {
    weekday: format(india, { weekday: 'short' }).format(moment),
    day: format(india, { day: 'numeric' }).format(moment),
    month: format(india, { month: 'short' }).format(moment),
  };
}

/** 'Today' or 'Tomorrow' in India at `now` (ms); undefined for any other day. */
export function nearDay(timestamp: string, now: number): string | undefined {
  const that = indiaDay(Date.parse(timestamp));
  if (that === indiaDay(now)) return 'Today';
  return that === indiaDay(now + day) ? 'Tomorrow' : undefined;
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** How long it is to a moment: 'in 3 days', 'in 5 hours', 'in 20 minutes', 'now'. */
export function timeUntil(timestamp: string, now: number): string {
  const left = Date.parse(timestamp) - now;
  if (left >= 2 * day) return `in ${plural(Math.floor(left / day), 'day')}`;
  if (left >= hour) return `in ${plural(Math.floor(left / hour), 'hour')}`;
  return left >= minute ? `in ${plural(Math.floor(left / minute), 'minute')}` : 'now';
}
