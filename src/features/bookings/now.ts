import { atom, onMount } from 'nanostores';

// ms. Anything that depends on the time, such as 'Join', appears at most this late.
const step = 10_000;

/** The current time in ms, updated while a component reads it. */
export const $now = atom(Date.now());

onMount($now, () => {
  const tick = () => $now.set(Date.now());
  tick();
  const timer = setInterval(tick, step);
  return () => clearInterval(timer);
});
