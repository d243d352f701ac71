import { sessionKinds, type SessionKind } from '../../domain/bookings/session-kinds.ts';
import { scoreIds } from '../../domain/mentors/feedback-fields.ts';
import { scoreNames } from '../../domain/mentors/score-names.ts';
import type { Booking, SessionFeedback } from './my-sessions-schema.ts';

/** A session whose feedback has scores. */
export type Practised = Booking & { feedback: SessionFeedback };

/** The sessions with scores, earliest first. Feedback on a session that the member missed has none. */
export function scoredOf(past: readonly Booking[]): Practised[] {
  return past
    .filter((booking): booking is Practised => booking.feedback?.attended === true)
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
}

/** The scored sessions of one kind, earliest first. */
export type Progress = { kind: SessionKind; scored: readonly Practised[] };

/** The member's progress in interviews and in GDs, each once two sessions have scores (§15.98). */
export function progressOf(past: readonly Booking[]): Progress[] {
  const all = scoredOf(past);
  return sessionKinds
    .map((kind) => ({ kind, scored: all.filter((booking) => booking.kind === kind) }))
    .filter(({ scored }) => scored.length > 1);
}

/** The session with scores whose feedback came last. A mentor may write about an earlier session last. */
export function lastFeedbackOf(past: readonly Booking[]): Practised | undefined {
  const given = ({ feedback }: Practised) => Date.parse(feedback.first_given_at);
  return scoredOf(past)
    .toSorted((one, other) => given(one) - given(other))
    .at(-1);
}

/**
 * The session with the latest feedback, if that feedback has an exercise: what the member should practise now (§15.99,
 * §15.103).
 */
export function exerciseOf(past: readonly Booking[]): Practised | undefined {
  const last = lastFeedbackOf(past);
  return last?.feedback.exercise ? last : undefined;
}

/**
 * The score to work on first: the lowest in one session's feedback, or the first of several that are equally low.
 * Undefined if all are equal.
 */
export function weakestOf({
  kind,
  feedback,
}: Practised): { name: string; score: number } | undefined {
  const scores = scoreIds
    .flatMap((id) => {
      const score = feedback[id];
      return score === null ? [] : [{ name: scoreNames[kind][id], score }];
    })
    .toSorted((one, other) => one.score - other.score);
  return scores[0]?.score === scores.at(-1)?.score ? undefined : scores[0];
}
