import { countdown } from '../../domain/bookings/targets.ts';
import { memberPages } from '../../domain/member-pages.ts';
import type { Words } from '../ui/Sentence.tsx';
import type { MySessions } from '../bookings/my-sessions-schema.ts';

/** A step of the season: its state, and where the member continues (§15.106). */
export type SeasonStep = {
  name: string;
  state: Words;
  progress: 'open' | 'begun' | 'done';
  /** Undefined if the member can do nothing about it. */
  href: string | undefined;
};

/**
 * What the member can do about the schools. Nothing while the page counts down to an interview (§15.105). Apart from the
 * season's other steps, because the sessions page loads this one with the next step, but not the others.
 */
export function schools(sessions: MySessions, now: number): (SeasonStep & { state: string })[] {
  const [next] = sessions.targets;
  if (next && countdown(next, sessions, now)) return [];
  const state = !next
    ? 'Add yours'
    : next.interview_on === null
      ? 'Add interview date'
      : 'See your schools';
  return [
    {
      name: 'Target schools',
      state,
      progress: next ? 'begun' : 'open',
      href: `${memberPages.sessions}#schools`,
    },
  ];
}
