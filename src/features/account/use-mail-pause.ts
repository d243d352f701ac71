import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';

/** Seconds. The account service sends one mail a minute to an address (A16); our own links keep the same pace. */
const pause = 60;

/**
 * Holds a button back for a minute after a mail. `start` begins the minute; `wait` is the label of the button until it
 * is over, such as 'Send again in 59 s', and empty otherwise.
 */
export function useMailPause(): { wait: string; start: () => void } {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);

  useEffect(() => {
    if (end === 0) return;
    const timer = setInterval(() => {
      setNow(serverNow());
      if (serverNow() >= end) setEnd(0);
    }, 250);
    return () => clearInterval(timer);
  }, [end]);

  const seconds = Math.max(1, Math.ceil((end - now) / 1000));
  return {
    wait: end === 0 ? '' : `Send again in ${seconds} s`,
    start: () => {
      setNow(serverNow());
      setEnd(serverNow() + pause * 1000);
    },
  };
}
