import { atom, onMount } from 'nanostores';
import * as v from 'valibot';
import { sessionKinds } from '../../domain/bookings/session-kinds.ts';
import { moment } from '../../domain/schema.ts';
import { $origin, serverNow } from '../../lib/clock.ts';
import { kept } from '../../lib/kept.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

const schema = v.object({
  /** The slot's id. */
  slot: v.string(),
  kind: v.picklist(sessionKinds),
  starts_at: moment,
  mentor: v.object({ id: v.number(), name: v.string() }),
  /** True once the server has said that it has no free seat. */
  isGone: v.optional(v.boolean()),
});

/** A free time that the visitor has chosen in this browser. No seat is reserved for it. */
export type ChosenTime = v.InferOutput<typeof schema>;

const store = kept(storageKeys.chosenTime, schema, 'local');

/** In milliseconds. By more than this, no device's clock is likely to be wrong. */
const keptFor = 24 * 60 * 60_000;

/** The time chosen in this browser, in any tab, until it is booked, discarded or past (§4.26). */
export const $chosenTime = atom<ChosenTime | undefined>();

onMount($chosenTime, () => {
  if (import.meta.env.SSR) return;
  const follow = () => {
    const time = store.read();
    const left = time ? Date.parse(time.starts_at) - serverNow() : 0;
    if (left < -keptFor) store.forget();
    $chosenTime.set(left > 0 ? time : undefined);
  };
  // Until the first reply, the page has only the device's clock.
  const stop = $origin.subscribe(follow);
  addEventListener('storage', follow);
  return () => {
    stop();
    removeEventListener('storage', follow);
  };
});

/** Forgets the chosen time, because it is booked or taken, or because the visitor wants another. */
export function dropTime(): void {
  store.forget();
  $chosenTime.set(undefined);
}
