import { atom } from 'nanostores';

// The server's time in milliseconds when `performance.now()` was 0.
// eslint-disable-next-line no-restricted-syntax -- until the first reply, there is only the device's clock, which may be wrong or may be changed
export const $origin = atom(Date.now() - performance.now());

/**
 * How many times the device's clock has jumped, because someone set it or because the device slept, which may stop
 * `performance.now()`.
 */
export const $jumps = atom(0);

/**
 * The server's time in milliseconds (§12.45). Everything that closes, opens or counts down uses this, and never the
 * device's clock.
 */
export const serverNow = (): number => $origin.get() + performance.now();

/**
 * Derives the server's time from `now` in a parsed reply, if present. The request was sent at `asked` and answered at
 * `answered`, both as `performance.now()`.
 */
export function learnTime(asked: number, answer: unknown, answered = performance.now()): void {
  if (typeof answer !== 'object' || answer === null || !('now' in answer)) return;
  const now = Date.parse(String(answer.now));
  const took = answered - asked;
  const late = $origin.get() + answered - now;
  // We cannot know how long the reply took to arrive. We keep an estimate that is consistent with it, so that no
  // countdown jumps.
  if (late < 0 || late > took) $origin.set(now + took / 2 - answered);
}
