import { useEffect, useState } from 'react';

/**
 * In seconds. The account service sends one email per minute to an address (A16), and we send our own links at the same
 * pace.
 */
const pause = 60;

/**
 * Disables a button for a minute after an email. `start` begins the minute. `wait` is the button's label until the
 * minute is over, such as 'Send again in 59 s', and empty otherwise.
 */
export function useMailPause(): { wait: string; start: () => void } {
  const [left, setLeft] = useState(0);

  const waits = left > 0;

  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [waits]);

  return { wait: waits ? `Send again in ${left} s` : '', start: () => setLeft(pause) };
}
