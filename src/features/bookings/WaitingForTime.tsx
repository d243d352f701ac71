import { sessionWords } from '../../domain/bookings/session-kinds.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { weekdays } from '../../domain/words/weekdays.ts';
import { PressButton } from '../ui/PressButton.tsx';
import { sayBookingFailure, stopWaiting } from './bookings.ts';
import type { MySessions } from './my-sessions-schema.ts';

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

type WaitingForTimeProps = MySessions['waiting_times'][number] & { onStopped: () => void };

/** Which times the member waits for, and the button that stops the emails about them (§15.90). */
export default function WaitingForTime({
  kind,
  school,
  weekdays: days,
  until,
  onStopped,
}: WaitingForTimeProps) {
  return (
    <>
      <p>
        <b className="bold text-ink">We’ll email you when a time opens</b>
        <span>{` for a ${sessionWords[kind]}${school ? ` with a mentor from ${school}` : ''} ${onDays(days)}, until you book one or until ${formatDay(until)}. The first to book gets the time.`}</span>
      </p>
      <PressButton work={() => stopWaiting(kind).then(onStopped)} sayFailure={sayBookingFailure}>
        Stop these emails
      </PressButton>
    </>
  );
}
