import { criteria } from '../../domain/mentor/scores.ts';
import { sessionKinds, type SessionKind } from '../../domain/bookings/session-kinds.ts';
import type { Booking, SessionFeedback } from '../packs/practice-schema.ts';

type Scored = Booking & { feedback: SessionFeedback };

/** Sessions with feedback on somebody who attended, the earliest first. */
function scoredOf(past: readonly Booking[]): Scored[] {
  return past
    .filter((booking): booking is Scored => booking.feedback?.attended === true)
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
}

/** The scores of one kind of session: the start of each, and of each criterion the marks in the same order. */
export type Progress = {
  kind: SessionKind;
  starts: readonly string[];
  lines: readonly { name: string; marks: readonly number[] }[];
};

/** Interviews and GDs apart, each from its second feedback on (§15.98). */
export function progressOf(past: readonly Booking[]): Progress[] {
  return sessionKinds.flatMap((kind) => {
    const scored = scoredOf(past).filter((booking) => booking.kind === kind);
    if (scored.length < 2) return [];
    const lines = criteria[kind].map(({ id, name }) => ({
      name,
      marks: scored.flatMap(({ feedback }) => feedback[id] ?? []),
    }));
    return [{ kind, starts: scored.map(({ starts_at }) => starts_at), lines }];
  });
}

/** What the member was to practise after the last session with feedback (§15.99). */
export const exerciseOf = (past: readonly Booking[]): string | undefined =>
  scoredOf(past).at(-1)?.feedback.exercise ?? undefined;
