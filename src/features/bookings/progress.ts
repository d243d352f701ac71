import type { SessionKind } from '../../domain/bookings/session-kinds.ts';
import type { Booking } from '../packs/practice-schema.ts';

/** What a mentor scores, in the order of the feedback. */
export const marks = [
  ['Content', 'content'],
  ['Structure', 'structure'],
  ['Communication', 'communication'],
  ['Presence', 'presence'],
] as const;

type Mark = (typeof marks)[number][1];

/** The scores of one session, from 1 to 5. */
export type Scored = { id: string; startsAt: string } & Record<Mark, number>;

const withFeedback = (bookings: readonly Booking[]) =>
  bookings
    .filter(({ feedback }) => feedback?.attended)
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));

/** The scores of the sessions of a kind, the oldest first; those without a score are left out. */
export function scoresOf(bookings: readonly Booking[], kind: SessionKind): Scored[] {
  return withFeedback(bookings).flatMap(({ id, kind: of, starts_at, feedback }) => {
    if (of !== kind || !feedback) return [];
    const { content, structure, communication, presence } = feedback;
    if (content === null || structure === null || communication === null || presence === null) {
      return [];
    }
    return [{ id, startsAt: starts_at, content, structure, communication, presence }];
  });
}

/** What the newest feedback asks for until next time; undefined where none does. */
export function exerciseOf(bookings: readonly Booking[]): string | undefined {
  return withFeedback(bookings).at(-1)?.feedback?.exercise ?? undefined;
}

/** The size of a line of scores, in units of its drawing. */
export const lineSize = { width: 160, height: 44, margin: 6 } as const;

/** Where each score of a mark stands in its drawing, the first on the left. */
export function pointsOf(scores: readonly Scored[], mark: Mark): { x: number; y: number }[] {
  const { width, height, margin } = lineSize;
  const step = (width - 2 * margin) / Math.max(1, scores.length - 1);
  return scores.map((one, nth) => ({
    x: Math.round(margin + nth * step),
    y: Math.round(height - margin - ((one[mark] - 1) / 4) * (height - 2 * margin)),
  }));
}
