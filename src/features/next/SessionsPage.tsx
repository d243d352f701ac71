import type { ComponentProps } from 'react';
import { WantedTime } from '../bookings/WantedTime.tsx';
import { YourSessions } from '../bookings/YourSessions.tsx';
import { NextStep } from './NextStep.tsx';

/**
 * The time chosen on another page, the next step and 'Your sessions', in one island so that they appear together. A
 * member who has just chosen a time sees what became of it before anything else.
 */
export function SessionsPage(props: ComponentProps<typeof YourSessions>) {
  return (
    <>
      <WantedTime />
      <NextStep page="sessions" />
      <YourSessions {...props} />
    </>
  );
}
