import * as v from 'valibot';
import { storageKeys } from '../../lib/storage-keys.ts';

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ memberId: v.string(), item: v.number(), heading: v.number() }),
);

/** Where somebody was reading: a text, and the index of the heading that was passed last. */
export type ReadingPlace = { item: number; heading: number };

/** Keeps the place on this device (§18.61). A logout deletes it. */
export function keepPlace(memberId: string, place: ReadingPlace): void {
  try {
    localStorage.setItem(storageKeys.readingPlace, JSON.stringify({ memberId, ...place }));
  } catch {
    // Storage is blocked or full: the next visit starts at the top.
  }
}

/** The place that this member left on this device. */
export function placeOf(memberId: string): ReadingPlace | undefined {
  try {
    const kept = v.safeParse(schema, localStorage.getItem(storageKeys.readingPlace));
    if (!kept.success || kept.output.memberId !== memberId) return undefined;
    return { item: kept.output.item, heading: kept.output.heading };
  } catch {
    return undefined;
  }
}
