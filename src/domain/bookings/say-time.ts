import { dayAndTime } from '../words/dates.ts';
import type { SessionKind } from './session-kinds.ts';

/** 'Saturday 28 November, 10:00 am' */
export function sayStart(starts_at: string): string {
  const { day, time } = dayAndTime(starts_at);
  return `${day}, ${time}`;
}

type Time = { kind: SessionKind; starts_at: string; mentor: { name: string } };

/** A time to book, in two parts, because the mentor's name stays untranslated: 'GD, Saturday 28 November, 10:00 am, with Arjun'. */
export const sayTime = ({ kind, starts_at, mentor }: Time): [string, string] => [
  `${kind === 'gd' ? 'GD, ' : ''}${sayStart(starts_at)}, with `,
  mentor.name,
];
