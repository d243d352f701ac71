import { sessionKinds, type SessionKind } from '../../domain/bookings/session-kinds.ts';
import type { Booking, SessionFeedback } from './my-sessions-schema.ts';

type Scored = Booking & { feedback: SessionFeedback };

/** The sessions with scores, earliest first. Feedback on a missed session has none. */
function scoredOf(past: readonly Booking[]): Scored[] {
  return past
    .filter((booking): booking is Scored => booking.feedback?.attended === true)
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
}

/** The sessions of one kind that have scores, earliest first. */
export type Progress = { kind: SessionKind; scored: readonly Scored[] };

/** The progress in interviews and in GDs, each from the second feedback on (§15.98). */
export function progressOf(past: readonly Booking[]): Progress[] {
  const all = scoredOf(past);
  return sessionKinds
    .map((kind) => ({ kind, scored: all.filter((booking) => booking.kind === kind) }))
    .filter(({ scored }) => scored.length > 1);
}

/** The exercise from the latest feedback (§15.99). */
export const exerciseOf = (past: readonly Booking[]): string | undefined =>
  scoredOf(past).at(-1)?.feedback.exercise ?? undefined;
