const india = 'Asia/Kolkata';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats parts of an ISO timestamp, such as its weekday, in India's time by default. */
export function formatParts(
  timestamp: string,
  options: Intl.DateTimeFormatOptions,
  zone = india,
): string {
  // Each formatter is kept, because creating one takes a slow phone 50 to 100 ms.
  const key = zone + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-IN', { ...options, timeZone: zone });
    formats.set(key, format);
  }
  return format.format(new Date(timestamp));
}

/** A moment's day in India, as the database writes it: '2026-11-20'. The moment is in milliseconds. */
export function indiaDay(moment: number): string {
  // India is five and a half hours ahead of UTC all year.
  return new Date(moment + 5.5 * 60 * 60_000).toISOString().slice(0, 10);
}

/** How many midnights in India lie between `now` and a moment, both in milliseconds: 0 for today, 1 for tomorrow. */
export function indiaDaysUntil(moment: number, now: number): number {
  return (Date.parse(indiaDay(moment)) - Date.parse(indiaDay(now))) / 86_400_000;
}

/** An ISO timestamp's day in India: '20 November 2026'. */
export function formatDay(timestamp: string): string {
  return formatParts(timestamp, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** An ISO timestamp's day in India with the weekday: 'Friday, 27 November 2026'. */
export function indiaDate(timestamp: string): string {
  return `${formatParts(timestamp, { weekday: 'long' })}, ${formatDay(timestamp)}`;
}

/** An ISO timestamp's day and time in a zone, India's by default: 'Tuesday 24 November' and '6:30 pm'. */
export function zonedTime(timestamp: string, zone = india) {
  const time = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return {
    // Some versions of Intl put a narrow space before 'am', or write it in capitals.
    time: formatParts(timestamp, time, zone).replaceAll(/\s+/g, ' ').toLowerCase(),
    day: formatParts(timestamp, day, zone).replace(',', ''),
  };
}

/** An ISO timestamp's time of day in India: '10:00 am'. */
export function indiaTime(timestamp: string): string {
  return zonedTime(timestamp).time;
}

/** An ISO timestamp in India: '20 November 2026, 10:04 am (India time)'. */
export function formatMoment(timestamp: string): string {
  return `${formatDay(timestamp)}, ${indiaTime(timestamp)} (India time)`;
}

/** An ISO timestamp's day and time in India, for a short row: 'Thu 26 Nov, 8:15 pm'. */
export function shortTime(timestamp: string): string {
  const day = formatParts(timestamp, { weekday: 'short', day: 'numeric', month: 'short' });
  return `${day.replace(',', '')}, ${indiaTime(timestamp)}`;
}

/** The Monday of a moment's week in India, as the database writes a day. The moment is in milliseconds. */
export function indiaWeek(moment: number): string {
  const weekday = (new Date(indiaDay(moment)).getUTCDay() + 6) % 7;
  return indiaDay(moment - weekday * 86_400_000);
}

/** When a session takes place, in India's time: 'Friday, 27 November 2026, 10:00 am to 10:45 am (India time)'. */
export function sessionTime(startsAt: string, endsAt: string): string {
  return `${indiaDate(startsAt)}, ${indiaTime(startsAt)} to ${indiaTime(endsAt)} (India time)`;
}
