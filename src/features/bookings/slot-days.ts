import { mentorName } from '../../domain/bookings/session-kinds.ts';
import { targetNamed, type Target } from '../../domain/bookings/targets.ts';
import { indiaDay, dayAndTime } from '../../domain/words/dates.ts';
import type { Slot } from './my-sessions-schema.ts';

/** The slots of one day in Indian time. */
export type SlotDay = {
  /** '2026-11-24' */
  id: string;
  /** 'Tuesday 24 November' */
  name: string;
  /** Noon on that day, because a calendar leaf needs a timestamp. */
  noon: string;
  slots: Slot[];
};

/**
 * Slots grouped by their day in Indian time, in the given order. Of the slots that start at the same time, those of
 * mentors from these schools come first (§15.104).
 */
export function slotDays(slots: readonly Slot[], targets: readonly Target[] = []): SlotDay[] {
  const days = new Map<string, SlotDay>();
  for (const slot of slots) {
    const id = indiaDay(Date.parse(slot.starts_at));
    const noon = `${id}T12:00:00+05:30`;
    const day = days.get(id) ?? { id, name: dayAndTime(noon).day, noon, slots: [] };
    day.slots.push(slot);
    days.set(id, day);
  }
  const isOther = ({ institute }: Slot) => Number(!targetNamed(targets, institute));
  return [...days.values()].map((day) => ({
    ...day,
    slots: day.slots.toSorted(
      (a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at) || isOther(a) - isOther(b),
    ),
  }));
}

/** The mentor who holds the session, named as elsewhere on the site. */
export const slotMentor = ({ mentor: name, institute }: Slot) => mentorName({ name, institute });

/** Whether all seats are taken. */
export const isFull = ({ taken, seats }: Slot) => taken >= seats;

/** A GD's seats: '3 of 10 seats taken. It takes place with 4 or more.' Undefined for an interview. */
export function seatsText({ kind, seats, taken, minimum }: Slot): string | undefined {
  if (kind === 'interview') return undefined;
  if (taken >= seats) return `Full: all ${seats} seats are taken`;
  const taking = `${taken} of ${seats} seats taken`;
  return taken >= minimum ? taking : `${taking}. It takes place with ${minimum} or more.`;
}
