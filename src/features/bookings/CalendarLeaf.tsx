import { calendarLeaf } from './session-times.ts';
import './calendar-leaf.css';

/** A day as a calendar leaf. Decorative, because the text beside it gives the day. */
export function CalendarLeaf({ at }: { at: string }) {
  const { weekday, day, month } = calendarLeaf(at);
  return (
    <span className="calendar-leaf outlined flex flex-col items-center" aria-hidden="true">
      <span>{weekday}</span>
      <b className="font-display bold">{day}</b>
      <span>{month}</span>
    </span>
  );
}
