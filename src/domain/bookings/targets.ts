import * as v from 'valibot';
import { day } from '../schema.ts';
import { inWords } from '../words/count.ts';
import { indiaDay, indiaDaysUntil, indiaParts } from '../words/dates.ts';
import { cleanText } from '../words/typed-text.ts';
import type { SessionKind } from './session-kinds.ts';

/** A school that a member is applying to, and its interview day in India if known (§15.104). */
const target = v.object({ institute: v.string(), interview_on: v.nullable(day) });

/** A member's schools in the database's order: the next interview first, past interviews last. */
export const targetsSchema = v.array(target);

export type Target = v.InferOutput<typeof target>;

/** The first and the last interview day that `keep_target` accepts, counted from `now` in milliseconds. */
export const interviewDays = (now: number) => ({
  min: indiaDay(now),
  max: indiaDay(now + 731 * 86_400_000),
});

/** The member's school with this name, ignoring case; undefined if there is none. */
export function targetNamed(targets: readonly Target[], name: string): Target | undefined {
  const wanted = cleanText(name).toLowerCase();
  return targets.find(({ institute }) => institute.toLowerCase() === wanted);
}

/** Days between two mocks, so that the member has time for the exercise. */
const betweenMocks = 7;

/** With more time than this many mocks need, their number is not yet worth saying. */
const mostMocks = 4;

type Coming = readonly { kind: SessionKind; starts_at: string }[];

type Sessions = {
  upcoming: Coming;
  past: readonly { kind: SessionKind; state: string }[];
  /** How many sessions the member can still book. */
  left?: number;
};

/** How many mocks fit before an interview on this day, not counting those in `coming`; 0 if too many to say. */
export function mocksThatFit(on: string, coming: Coming, now: number): number {
  // Midnight UTC falls on the same day in Indian time.
  const interview = Date.parse(on);
  const days = indiaDaysUntil(interview, now);
  const booked = coming.filter(
    ({ kind, starts_at }) =>
      kind === 'interview' && indiaDaysUntil(Date.parse(starts_at), interview) < 0,
  ).length;
  const fit = Math.max(Math.floor(days / betweenMocks), days > 1 ? 1 : 0) - booked;
  return fit > mostMocks ? 0 : Math.max(fit, 0);
}

/**
 * Counts down to a school's interview in days of Indian time (§15.105): 'IIM Bangalore interview on 16 December, in 19
 * days: time for two mocks', or 'in 19 days' if `besideDate`. Does not count mocks that are already booked, and says
 * nothing of mocks to a member who has more sessions left. `now` is the server's time in milliseconds. Undefined if the
 * interview has no date or is over.
 */
export function countdown(
  { institute, interview_on: on }: Target,
  { upcoming, past, left = 0 }: Sessions,
  now: number,
  besideDate = false,
): string | undefined {
  if (on === null) return undefined;
  const days = indiaDaysUntil(Date.parse(on), now);
  if (days < 0) return undefined;
  const { day, month } = indiaParts(on);
  const date = besideDate ? '' : `on ${day} ${month}, `;
  const when = `${institute} interview ${['today', 'tomorrow'][days] ?? `${date}in ${days} days`}`;
  const fit = mocksThatFit(on, upcoming, now);
  if (fit === 0 || fit < left) return when;
  const mocks = [...upcoming, ...past.filter(({ state }) => state === 'held')];
  const more = mocks.some(({ kind }) => kind === 'interview') ? 'more ' : '';
  return `${when}: time for ${inWords(fit)} ${more}${fit === 1 ? 'mock' : 'mocks'}`;
}
