const indianDay = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});

/** The day of an ISO timestamp in India, as the site prints it: '20 November 2026'. */
export function formatDay(timestamp: string): string {
  return indianDay.format(new Date(timestamp));
}
