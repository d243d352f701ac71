import { useEffect, useState } from 'react';

/** Counts whole seconds down to 0. `start(60)` starts a minute; `seconds` is 0 while nothing runs. */
export function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);

  useEffect(() => {
    if (end === 0) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= end) setEnd(0);
    }, 250);
    return () => clearInterval(timer);
  }, [end]);

  return {
    seconds: end === 0 ? 0 : Math.max(1, Math.ceil((end - now) / 1000)),
    start: (seconds) => {
      setNow(Date.now());
      setEnd(Date.now() + seconds * 1000);
    },
  };
}
