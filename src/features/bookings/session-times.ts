import { count } from '../../domain/words/count.ts';
import { lengthOf } from '../../domain/periods.ts';
import { indiaDaysUntil, indiaParts, indiaTime, shortTime } from '../../domain/words/dates.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The date of an ISO timestamp in Indian time, abbreviated for a calendar leaf. */
export function calendarLeaf(timestamp: string): { weekday: string; day: string; month: string } {
  const { shortWeekday, day, shortMonth } = indiaParts(timestamp);
  return { weekday: shortWeekday, day, month: shortMonth };
}

/** 'Today' or 'Tomorrow' in Indian time at `now` (in milliseconds); undefined for any other day. */
export function nearDay(timestamp: string, now: number): string | undefined {
  return ['Today', 'Tomorrow'][indiaDaysUntil(Date.parse(timestamp), now)];
}

/** A time without line breaks: 'tomorrow, 7:15 pm', or 'Fri 4 Dec, 7:15 pm' for a later one. */
export function sayWhen(at: string, now: number): string {
  const near = nearDay(at, now)?.toLowerCase();
  return near ? `${near}, ${indiaTime(at)}` : shortTime(at).replaceAll(' ', '\u00a0');
}

/** By when the mentor should have written the feedback on a session that is over (§15.21). */
export function feedbackDue({ ends_at }: { ends_at: string }, now: number) {
  const due = Date.parse(ends_at) + lengthOf('feedback late');
  const isLate = now >= due;
  // In a sentence, 'at' instead of the comma, with the same kind of space.
  const by = sayWhen(new Date(due).toISOString(), now).replace(/,(.)/, '$1at$1');
  return { isLate, by, says: `It ${isLate ? 'was' : 'is'} due by ${by}.` };
}

/** By when the member gets the feedback on a session that is over, and what we do until then. */
export function feedbackComing(session: { ends_at: string }, now: number) {
  const { isLate, says } = feedbackDue(session, now);
  const next = `${isLate ? 'We’ve reminded your mentor and will' : 'We’ll'} email you as soon as it’s here.`;
  return { isLate, says: `${says} ${next}` };
}

/** The warning before booking a session that can no longer be moved, or cancelled without losing it (§15.12). */
export const sayFixed = (starts_at: string, now: number) =>
  `It starts ${timeUntil(starts_at, now)}. You cannot move it, and if you cancel, the session counts as used.`;

/** How long from now, in days of Indian time: 'in 3 days', 'in 5 hours', 'in 20 minutes', 'now'. */
export function timeUntil(timestamp: string, now: number): string {
  const at = Date.parse(timestamp);
  const left = at - now;
  const days = indiaDaysUntil(at, now);
  if (days >= 2) return `in ${count(days, 'day')}`;
  if (left >= hour) return `in ${count(Math.floor(left / hour), 'hour')}`;
  return left >= minute ? `in ${count(Math.floor(left / minute), 'minute')}` : 'now';
}
