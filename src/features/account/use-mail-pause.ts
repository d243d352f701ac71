import { useEffect, useState } from 'react';

/** Seconds. The account service sends one mail a minute to an address (A16); our own links keep the same pace. */
const pause = 60;

/**
 * Holds a button back for a minute after a mail. `start` begins the minute; `wait` is the label of the button until it
 * is over, such as 'Send again in 59 s', and empty otherwise.
 */
export function useMailPause(): { wait: string; start: () => void } {
  const [left, setLeft] = useState(0);

  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  return { wait: left === 0 ? '' : `Send again in ${left} s`, start: () => setLeft(pause) };
}
