import { atom } from 'nanostores';

// ms. What the server's clock showed when `performance.now()` was 0. Until an answer says so, this device's clock did,
// which may be wrong, and which people change.
export const $origin = atom(Date.now() - performance.now());

/** How often this device's clock has jumped: it was set, or the device has slept, which may stop `performance.now()`. */
export const $jumps = atom(0);

/** The server's time in ms (§12.45). What closes, opens or counts goes by it, and never by this device's clock. */
export const serverNow = (): number => $origin.get() + performance.now();

/**
 * Takes the server's time from the `now` of a parsed answer, if it has one, that was asked for at `asked` and arrived at
 * `answered`, by `performance.now()`.
 */
export function learnTime(asked: number, answer: unknown, answered = performance.now()): void {
  if (typeof answer !== 'object' || answer === null || !('now' in answer)) return;
  const now = Date.parse(String(answer.now));
  const took = answered - asked;
  const late = $origin.get() + answered - now;
  // Nobody knows how long the answer was on its way. What fits it stays, so that no countdown jumps.
  if (late < 0 || late > took) $origin.set(now + took / 2 - answered);
}
