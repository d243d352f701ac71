import { longTime } from '../words/dates.ts';
import type { SessionKind } from './session-kinds.ts';

/** What pages say while no time is open. */
export const noTimes = 'No times are open right now. New ones open every week.';

type Time = { kind: SessionKind; starts_at: string; mentor: { name: string } };

/**
 * A time to book: 'GD, Saturday 28 November, 10:00 am, with Arjun'. In two parts, because the mentor's name stays
 * untranslated.
 */
export function sayTime({ kind, starts_at, mentor }: Time): [string, string] {
  return [`${kind === 'gd' ? 'GD, ' : ''}${longTime(starts_at)}, with `, mentor.name];
}
