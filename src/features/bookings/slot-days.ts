import { indiaDay, zonedTime } from '../../domain/words/dates.ts';
import type { Slot } from '../packs/practice-schema.ts';
import { calendarLeaf } from './session-times.ts';

/** The times of one day in India. */
export type SlotDay = {
  /** '2026-11-24' */
  id: string;
  /** 'Tuesday 24 November' */
  name: string;
  leaf: ReturnType<typeof calendarLeaf>;
  slots: Slot[];
};

/** The slots that the member is not in yet, grouped by their day in India, in their order. */
export function slotDays(slots: readonly Slot[]): SlotDay[] {
  const days = Map.groupBy(
    slots.filter(({ mine }) => !mine),
    ({ starts_at }) => indiaDay(Date.parse(starts_at)),
  );
  return [...days].flatMap(([id, ofDay]) => {
    const [first] = ofDay;
    if (!first) return [];
    return [
      {
        id,
        name: zonedTime(first.starts_at).day,
        leaf: calendarLeaf(first.starts_at),
        slots: ofDay,
      },
    ];
  });
}

/** Whether nobody else can book it. */
export const isFull = ({ taken, seats }: Slot) => taken >= seats;

/** Who else comes to a GD: '3 of 10 seats taken. It takes place with 4 or more.' Undefined for an interview. */
export function seatsText({ kind, seats, taken, minimum }: Slot): string | undefined {
  if (kind === 'interview') return undefined;
  if (taken >= seats) return `Full: all ${seats} seats are taken`;
  const taking = `${taken} of ${seats} seats taken`;
  return taken >= minimum ? taking : `${taking}. It takes place with ${minimum} or more.`;
}
