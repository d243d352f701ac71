import { sayTime } from '../../domain/bookings/say-time.ts';
import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import type { ChosenTime } from './chosen-time.ts';

/** Where visitors, and members on `/buy`, choose among a mentor's free times, above the packs (§4.27). */
export const timesOf = (mentor: number) => `/buy?mentor=${mentor}#times`;

/**
 * Stores a free time in place of the previous one (§4.26), with its text for the head script, and notifies the other
 * parts of the page. Separate from `chosen-time.ts`, so that a landing page does not have to load a schema for it.
 */
export function chooseTime(time: ChosenTime): void {
  keptText(storageKeys.chosenTime, 'local').keep(JSON.stringify({ ...time, says: sayTime(time) }));
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.chosenTime }));
}
