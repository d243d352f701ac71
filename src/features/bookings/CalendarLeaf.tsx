import { calendarLeaf } from './session-times.ts';

/** A day as a leaf of a calendar; decorative, because the day is also written beside it in words. */
export function CalendarLeaf({ at }: { at: string }) {
  const { weekday, day, month } = calendarLeaf(at);
  return (
    <div className="leaf" aria-hidden="true">
      <span>{weekday}</span>
      <b>{day}</b>
      <span>{month}</span>
    </div>
  );
}
