import type { ComponentProps } from 'react';
import { YourSessions } from '../bookings/YourSessions.tsx';
import { NextStep } from './NextStep.tsx';

/** The next step and 'Your sessions', in one island so that they appear together. */
export function SessionsPage(props: ComponentProps<typeof YourSessions>) {
  return (
    <>
      <NextStep page="sessions" />
      <YourSessions {...props} />
    </>
  );
}
