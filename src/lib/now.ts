import { atom, computed, onMount } from 'nanostores';
import { indiaDay } from '../domain/words/dates.ts';
import { $jumps, $origin, serverNow } from './clock.ts';

// In milliseconds. Anything that depends on the time, such as the 'Join' button, appears within this delay.
const step = 10_000;
// In milliseconds. Automatic corrections of a device's clock are smaller than this.
const slack = 2_000;

/** The server's time in milliseconds, updated while a component reads it. */
export const $now = atom(serverNow());

/** Today's date in Indian time, `YYYY-MM-DD`. */
export const $today = computed($now, indiaDay);

onMount($now, () => {
  // eslint-disable-next-line no-restricted-syntax -- this is how we notice that the device's clock has jumped
  const deviceOrigin = () => Date.now() - performance.now();
  let known = deviceOrigin();
  const tick = () => {
    const origin = deviceOrigin();
    if (Math.abs(origin - known) > slack) {
      known = origin;
      $jumps.set($jumps.get() + 1);
    }
    $now.set(serverNow());
  };
  const timer = setInterval(tick, step);
  const stop = $origin.subscribe(tick);
  return () => {
    clearInterval(timer);
    stop();
  };
});
