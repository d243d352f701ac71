import { useStore } from '@nanostores/react';
import { Suspense, useRef } from 'react';
import { sessionWords } from '../../domain/bookings/session-kinds.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { weekdays } from '../../domain/words/weekdays.ts';
import { mySessions } from './my-sessions-store.ts';
import { late } from '../ui/late.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { sayBookingFailure, stopWaiting } from './bookings.ts';
import type { WaitFormProps } from './WaitForm.tsx';

// Loaded late, because few members wait for a time.
const WaitForm = late(() => import('./WaitForm.tsx'));

/** 'on any day', 'on any day except Monday', 'on Saturday or Sunday' */
function onDays(chosen: readonly string[]): string {
  if (chosen.length === weekdays.length) return 'on any day';
  const [left, ...others] = weekdays.filter(([day]) => !chosen.includes(day));
  if (left && others.length === 0) return `on any day except ${left[1]}`;
  const names = weekdays.filter(([day]) => chosen.includes(day)).map(([, name]) => name);
  // Created here, because creating a formatter while the page loads would slow it down on a slow phone.
  const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });
  return `on ${anyOf.format(names)}`;
}

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
    <div ref={box} tabIndex={-1} className="mt-5">
      {waiting ? (
        <>
          <p>
            <b className="bold text-ink">We’ll email you when a time opens</b>
            <span>{` for a ${sessionWords[kind]}${waiting.school ? ` with a mentor from ${waiting.school}` : ''} ${onDays(waiting.weekdays)}, until you book one or until ${formatDay(waiting.until)}. The first to book gets the time.`}</span>
          </p>
          <PressButton work={() => stopWaiting(kind).then(focusBox)} sayFailure={sayBookingFailure}>
            Stop these emails
          </PressButton>
        </>
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
