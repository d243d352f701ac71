import { dayAndTime } from '../../domain/words/dates.ts';

// Some browsers use the name that India's zone had before 1993. Firefox reports Iceland's zone when it hides the real
// one.
const unshown = ['Asia/Kolkata', 'Asia/Calcutta', 'Atlantic/Reykjavik'];

// Other browsers that hide the time zone report 'UTC', or (despite the type) nothing; browsers that do not know it
// report 'Etc/Unknown'.
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

const formatters = new Map<string, Record<'time' | 'day', Intl.DateTimeFormat>>();

/** The formatters for a time zone. They are kept, because each costs a slow phone 20 to 80 ms. */
function formattersOf(timeZone: string) {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = {
    time: new Intl.DateTimeFormat('en-IN', {
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZone,
    }),
    day: new Intl.DateTimeFormat('en-IN', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone,
    }),
  };
  formatters.set(timeZone, made);
  return made;
}

/** Like `dayAndTime`, but in a given time zone. Throws RangeError if the browser does not know the zone. */
function dayAndTimeIn(timeZone: string, timestamp: string) {
  const { time, day } = formattersOf(timeZone);
  const moment = Date.parse(timestamp);
  return {
    // Some versions of Intl put a narrow space before 'am', or capitalise it.
    time: time.format(moment).replaceAll(/\s+/g, ' ').toLowerCase(),
    day: day.format(moment).replace(',', ''),
  };
}

/**
 * The time in the given time zone, with the day if it differs from the day in Indian time: '1:00 pm in London'.
 * Undefined if the zone is unknown, or if its clocks then show Indian time (§15.35).
 */
export function ownTime(timestamp: string, zone = browserZone()): string | undefined {
  if (!placeName.test(zone) || unshown.includes(zone)) return undefined;
  try {
    const there = dayAndTimeIn(zone, timestamp);
    const here = dayAndTime(timestamp);
    const sameDay = there.day === here.day;
    if (sameDay && there.time === here.time) return undefined;
    return `${sameDay ? '' : `${there.day}, `}${there.time} in ${placeOf(zone)}`;
  } catch {
    // This browser does not know the time zone.
    return undefined;
  }
}
