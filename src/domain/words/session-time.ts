const zone = 'Asia/Kolkata';

const indianDate = new Intl.DateTimeFormat('en-IN', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: zone,
});

const indianTime = new Intl.DateTimeFormat('en-IN', {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZone: zone,
});

/** The time of day of an ISO timestamp in India: '10:00 am'. */
export function indiaTime(timestamp: string): string {
  // Some versions of the library put a narrow blank before 'am', or write it in capitals.
  return indianTime.format(new Date(timestamp)).replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The day of an ISO timestamp in India: 'Friday, 27 November 2026'. */
export function indiaDate(timestamp: string): string {
  const parts = indianDate.formatToParts(new Date(timestamp));
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')}`;
}

/** When a session is, in India's time: 'Friday, 27 November 2026, 10:00 am to 10:45 am (India time)'. */
export function sessionTime(startsAt: string, endsAt: string): string {
  return `${indiaDate(startsAt)}, ${indiaTime(startsAt)} to ${indiaTime(endsAt)} (India time)`;
}
