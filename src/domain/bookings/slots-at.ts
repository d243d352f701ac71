import type { SessionKind } from './session-kinds.ts';

/** The query that asks `open_slots` for the times of this kind that start at this moment. */
export function slotsAt(kind: SessionKind, at: string): URLSearchParams {
  // The end does not count.
  const end = new Date(Date.parse(at) + 60_000).toISOString();
  return new URLSearchParams({ p_from: at, p_to: end, p_kind: kind });
}

type Seats = { id: string; taken: number; seats: number };

/** Whether the slot with this id is among these and has a free seat. */
export const hasSeat = (slots: readonly Seats[], slot: string): boolean =>
  slots.some(({ id, taken, seats }) => id === slot && taken < seats);
