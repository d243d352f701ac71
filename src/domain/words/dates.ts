import { weekdays } from './weekdays.ts';

/** How far India is ahead of UTC all year, in milliseconds. */
const offset = 5.5 * 60 * 60_000;

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** A date whose UTC fields show an ISO timestamp in Indian time. Throws RangeError if the timestamp is invalid. */
function inIndia(timestamp: string): Date {
  const date = new Date(Date.parse(timestamp) + offset);
  if (Number.isNaN(date.getTime())) throw new RangeError(`${timestamp} is not a time`);
  return date;
}

/**
 * The parts of an ISO timestamp in Indian time, for date formats other than those below: 'Friday', 'Fri', '27',
 * 'November', 'Nov', '2026'.
 */
export function indiaParts(timestamp: string) {
  // Intl.DateTimeFormat is avoided, because creating each formatter takes a slow phone 20 to 80 ms.
  const date = inIndia(timestamp);
  // JavaScript counts from Sunday.
  const [, weekday] = weekdays[(date.getUTCDay() + 6) % 7] ?? weekdays[0];
  const month = months[date.getUTCMonth()] ?? '';
  return {
    weekday,
    shortWeekday: weekday.slice(0, 3),
    day: String(date.getUTCDate()),
    month,
    shortMonth: month === 'September' ? 'Sept' : month.slice(0, 3),
    year: String(date.getUTCFullYear()),
  };
}

/** The date in Indian time at a given time in milliseconds, in the database's format: '2026-11-20'. */
export function indiaDay(moment: number): string {
  return new Date(moment + offset).toISOString().slice(0, 10);
}

/**
 * How many midnights in Indian time lie between `now` and another time, both in milliseconds: 0 for today, 1 for
 * tomorrow.
 */
export function indiaDaysUntil(moment: number, now: number): number {
  return (Date.parse(indiaDay(moment)) - Date.parse(indiaDay(now))) / 86_400_000;
}

/** The date of an ISO timestamp in Indian time: '20 November 2026'. */
export function formatDay(timestamp: string): string {
  const { day, month, year } = indiaParts(timestamp);
  return `${day} ${month} ${year}`;
}

/** The date of an ISO timestamp in Indian time, with the weekday: 'Friday, 27 November 2026'. */
export function indiaDate(timestamp: string): string {
  return `${indiaParts(timestamp).weekday}, ${formatDay(timestamp)}`;
}

/** The time of day of an ISO timestamp in Indian time: '10:00 am'. */
export function indiaTime(timestamp: string): string {
  const date = inIndia(timestamp);
  const hours = date.getUTCHours();
  const minutes = String(date.getUTCMinutes()).padStart(2, '0');
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`;
}

/** An ISO timestamp's day and time in India: 'Tuesday 24 November' and '6:30 pm'. */
export function dayAndTime(timestamp: string) {
  const { weekday, day, month } = indiaParts(timestamp);
  return { time: indiaTime(timestamp), day: `${weekday} ${day} ${month}` };
}

/** The day and time of an ISO timestamp in Indian time: 'Tuesday 24 November, 6:30 pm'. */
export function longTime(timestamp: string): string {
  const { day, time } = dayAndTime(timestamp);
  return `${day}, ${time}`;
}

/** An ISO timestamp in Indian time: '20 November 2026, 10:04 am (India time)'. */
export function formatMoment(timestamp: string): string {
  return `${formatDay(timestamp)}, ${indiaTime(timestamp)} (India time)`;
}

/** The date and time of an ISO timestamp in Indian time, short enough for a row: 'Thu 26 Nov, 8:15 pm'. */
export function shortTime(timestamp: string): string {
  const { shortWeekday, day, shortMonth } = indiaParts(timestamp);
  return `${shortWeekday} ${day} ${shortMonth}, ${indiaTime(timestamp)}`;
}

/**
 * The Monday of the week, in Indian time, that contains a given time in milliseconds, in the database's date format.
 */
export function indiaWeek(moment: number): string {
  const weekday = (new Date(indiaDay(moment)).getUTCDay() + 6) % 7;
  return indiaDay(moment - weekday * 86_400_000);
}

/** When a session takes place, in Indian time: 'Friday, 27 November 2026, 10:00 am to 10:45 am (India time)'. */
export function sessionTime(startsAt: string, endsAt: string): string {
  return `${indiaDate(startsAt)}, ${indiaTime(startsAt)} to ${indiaTime(endsAt)} (India time)`;
}
