import { indiaDay } from '../../../../src/domain/words/dates.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A full minute this many hours from now, in the database’s format. */
export function inHours(hours: number): string {
  const at = Math.floor((Date.now() + hours * hour) / minute) * minute;
  return new Date(at).toISOString().replace('.000Z', '+00:00');
}

/** The day in India this many days from now. */
export const inDays = (days: number): string => indiaDay(Date.now() + days * 24 * hour);

/** An answer with the time at which it is sent. */
export const asOfNow = <T extends { now: string }>(answer: T): T =>
  Object.defineProperty(answer, 'now', { enumerable: true, get: () => new Date().toISOString() });
