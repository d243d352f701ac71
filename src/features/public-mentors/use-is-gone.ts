import { useEffect, useState } from 'react';
import { inTime } from '../../domain/in-time.ts';
import { $chosenTime } from './chosen-time.ts';

/** Whether the server has said that the chosen slot has no free seat (§4.28). Without a reply, it may still be free. */
export function useIsGone(slot: string | undefined): boolean {
  const [gone, setGone] = useState<string>();
  useEffect(() => {
    const time = $chosenTime.get();
    if (!time || time.slot !== slot) return;
    void inTime(import('./still-free.ts'))
      .then(async ({ isStillFree }) => {
        if (!(await isStillFree(time))) setGone(slot);
      })
      .catch(() => undefined);
  }, [slot]);
  return slot !== undefined && gone === slot;
}
