import { countdown } from '../../domain/bookings/targets.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { splitByEnd } from '../bookings/booking-states.ts';
import { bookablePacks, freeLeft } from '../bookings/packs-left.ts';
import { exerciseOf } from '../bookings/progress.ts';
import { loanStands } from './loan-stands.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';

/** A step of the season: its state, and where the member continues (§15.106). */
export type SeasonStep = {
  name: string;
  state: string;
  progress: 'open' | 'begun' | 'done';
  href: string;
};

function freeInterview({ free_interview: free }: MySessions): Omit<SeasonStep, 'name'> {
  const { state, left } = free;
  const toAsk = `${memberPages.main}#free-interview`;
  switch (state) {
    case 'none':
      return { state: left > 0 ? 'Ask for yours' : 'All are taken', progress: 'open', href: toAsk };
    case 'waiting':
      return { state: 'We are looking at your request', progress: 'begun', href: toAsk };
    case 'declined':
      return { state: 'Not given', progress: 'open', href: toAsk };
    case 'granted':
      return {
        state: `Yours; ${freeLeft(free)}`,
        progress: 'begun',
        href: `${memberPages.sessions}#book-free`,
      };
    case 'booked':
      return { state: 'Booked', progress: 'begun', href: memberPages.sessions };
    case 'used':
      return { state: 'Done', progress: 'done', href: memberPages.sessions };
    case 'lapsed':
      return { state: 'Not booked in time', progress: 'open', href: memberPages.sessions };
  }
}

function practice(sessions: MySessions, now: number): Omit<SeasonStep, 'name'> {
  const { upcoming, past } = splitByEnd(sessions, now);
  // The free interview is a separate step.
  const booked = upcoming.filter(({ is_free }) => !is_free).length;
  const held = past.filter(
    ({ state, given_back, is_free }) => state === 'held' && !given_back && !is_free,
  ).length;
  const left = bookablePacks(sessions).reduce((sum, { remaining }) => sum + remaining, 0);
  const counted = [
    [held, 'done'],
    [booked, 'booked'],
    [left, 'left'],
  ] as const;
  const parts = counted.filter(([many]) => many > 0).map(([many, word]) => `${many} ${word}`);
  return {
    state: parts.join(', ') || 'Not started',
    progress: held > 0 ? 'done' : parts.length > 0 ? 'begun' : 'open',
    href: memberPages.sessions,
  };
}

function exercise(sessions: MySessions, now: number): Omit<SeasonStep, 'name'> {
  const given = exerciseOf(splitByEnd(sessions, now).past);
  if (!given) {
    return { state: 'Comes with your feedback', progress: 'open', href: memberPages.sessions };
  }
  const done = given.feedback.exercise_done_at !== null;
  return {
    state: done ? 'Done' : 'To do',
    progress: done ? 'done' : 'begun',
    href: `${memberPages.sessions}?${new URLSearchParams({ feedback: given.id })}`,
  };
}

/**
 * A countdown to the interview at the member's next school, or the question that the member has not answered yet
 * (§15.105).
 */
export function schoolLine({ targets, upcoming }: MySessions, now: number): string {
  const [next] = targets;
  if (!next) return 'What are your target schools?';
  const { institute, interview_on: on } = next;
  if (on === null) return `${institute}: when is the interview?`;
  return countdown(next, upcoming, now) ?? 'Your schools';
}

/** The four steps of a member's season, in order, at `now` in milliseconds (§15.106). */
export function seasonOf(sessions: MySessions, now: number): SeasonStep[] {
  const { loan } = sessions.waiting;
  return [
    { name: 'Free interview', ...freeInterview(sessions) },
    { name: 'Practice', ...practice(sessions, now) },
    { name: 'Exercise', ...exercise(sessions, now) },
    {
      name: 'Loan',
      state: loanStands(sessions.waiting),
      progress: loan === 'none' ? 'open' : loan === 'disbursed' ? 'done' : 'begun',
      href: memberPages.loan,
    },
  ];
}
