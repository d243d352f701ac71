import { atom, onMount } from 'nanostores';

// ms. What depends on the time, such as 'Join', appears at most this much late.
const step = 10_000;

/** The time in ms, moving on while somebody looks. */
export const $now = atom(Date.now());

onMount($now, () => {
  const tick = () => $now.set(Date.now());
  tick();
  const timer = setInterval(tick, step);
  return () => clearInterval(timer);
});
