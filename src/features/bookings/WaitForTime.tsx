import { useStore } from '@nanostores/react';
import { Suspense, useRef } from 'react';
import { mySessions } from './my-sessions-store.ts';
import { late } from '../ui/late.tsx';
import type { WaitFormProps } from './WaitForm.tsx';

// Loaded late, because few members wait for a time.
const WaitForm = late(() => import('./WaitForm.tsx'));
const WaitingForTime = late(() => import('./WaitingForTime.tsx'));

type WaitForTimeProps = Omit<WaitFormProps, 'onWaiting'> & {
  /** True if the days start expanded: no time that suits the member's choice is free, or one of them is full. */
  unfolded: boolean;
};

/** Asks for an email when a time of this kind opens or becomes free, or stops those emails (§15.90). */
export function WaitForTime({ kind, unfolded, bookable, school }: WaitForTimeProps) {
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  const waiting = data?.waiting_times.find((one) => one.kind === kind);
  const box = useRef<HTMLDivElement>(null);
  const focusBox = () => box.current?.focus();
  return (
    <div ref={box} tabIndex={-1} className={`mt-5 ${waiting ? 'booking-waiting' : ''}`}>
      {waiting ? (
        <Suspense fallback={null}>
          <WaitingForTime {...waiting} onStopped={focusBox} />
        </Suspense>
      ) : (
        <details open={unfolded}>
          <summary className="link w-fit">Email me when a time opens</summary>
          <Suspense fallback={<p role="status">Loading the form</p>}>
            <WaitForm {...{ kind, bookable, school }} onWaiting={focusBox} />
          </Suspense>
        </details>
      )}
    </div>
  );
}
