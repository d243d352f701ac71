import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { inTime } from '../../domain/in-time.ts';
import { chooseTime } from './choose-time.ts';
import { $chosenTime } from './chosen-time.ts';

/**
 * Whether the server has said that the chosen slot has no free seat (§4.28). Without a reply, it may still be free. The
 * answer is kept with the time, so that only the first page on which it has gone changes after it has appeared.
 */
export function useIsGone(slot: string | undefined): boolean {
  const chosen = useStore($chosenTime, { ssr: 'initial' });
  useEffect(() => {
    const time = $chosenTime.get();
    if (!time || time.slot !== slot) return;
    let isHere = true;
    void inTime(import('./still-free.ts'))
      .then(async ({ isStillFree }) => {
        const isGone = !(await isStillFree(time));
        if (!isHere) return;
        // Another tab may have chosen another time meanwhile.
        if ((isGone || time.isGone) && $chosenTime.get()?.slot === slot) {
          chooseTime({ ...time, isGone });
        }
      })
      .catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [slot]);
  return slot !== undefined && chosen?.slot === slot && chosen.isGone === true;
}
