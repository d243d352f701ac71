import * as v from 'valibot';
import { day } from '../schema.ts';
import { indiaDay, indiaDaysUntil } from '../words/dates.ts';
import { cleanText } from '../words/typed-text.ts';

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

/**
 * Counts down to a school's interview in days of Indian time (§15.105): 'IIM Bangalore interview in 19 days'. `now` is
 * the server's time in milliseconds. Undefined if the interview has no date or is over.
 */
export function countdown(
  { institute, interview_on: on }: Target,
  now: number,
): string | undefined {
  if (on === null) return undefined;
  // Midnight UTC falls on the same day in Indian time.
  const days = indiaDaysUntil(Date.parse(on), now);
  if (days < 0) return undefined;
  return `${institute} interview ${['today', 'tomorrow'][days] ?? `in ${days} days`}`;
}
