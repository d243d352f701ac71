import type { ComponentProps } from 'react';
import { YourSessions } from '../bookings/YourSessions.tsx';
import { Start } from './Start.tsx';

/** The next step and 'Your sessions', in one island so that they arrive together. */
export function SessionsPage(props: ComponentProps<typeof YourSessions>) {
  return (
    <>
      <Start page="sessions" />
      <YourSessions {...props} />
    </>
  );
}
