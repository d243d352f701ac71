import {
  sessionKinds,
  sessionNames,
  type SessionKind,
} from '../../domain/bookings/session-kinds.ts';
import { count } from '../../domain/words/count.ts';
import { indiaTime } from '../../domain/words/dates.ts';
import type { Slot } from './my-sessions-schema.ts';
import { ownTime } from './session-times.ts';
import { isFull, seatsText, slotMentor, type SlotDay } from './slot-days.ts';
import '../ui/choice-cover.css';
import '../ui/field.css';

type KindsProps = { kind: SessionKind; onChange: (kind: SessionKind) => void };

/** Chooses an interview or a GD. */
export function Kinds({ kind, onChange }: KindsProps) {
  return (
    <fieldset className="kinds min-w-0">
      <legend className="sr-only">What do you want to practise?</legend>
      {sessionKinds.map((one) => (
        <label key={one} className="choice-cover flex items-center text-center bold text-ink">
          <input type="radio" name="kind" checked={kind === one} onChange={() => onChange(one)} />
          {sessionNames[one]}
        </label>
      ))}
    </fieldset>
  );
}

type DaysProps = { days: readonly SlotDay[]; day: string; onChange: (day: string) => void };

/** Chooses a day; each says how many of its times are free. */
export function Days({ days, day, onChange }: DaysProps) {
  return (
    <fieldset className="days mt-6 min-w-0">
      <legend className="field-label">Day</legend>
      <div className="flex">
        {days.map(({ id, name, leaf, slots }) => (
          <label key={id} className="leaf outlined choice-cover flex flex-col items-center">
            <input type="radio" name="day" checked={day === id} onChange={() => onChange(id)} />
            <span aria-hidden="true">{leaf.weekday}</span>
            <b className="font-display bold" aria-hidden="true">
              {leaf.day}
            </b>
            <span aria-hidden="true">{leaf.month}</span>
            <span className="sr-only">
              {name}, {count(slots.filter((slot) => !isFull(slot)).length, 'time')}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type TimesProps = { day: SlotDay; chosen: string | undefined; onChoose: (slot: Slot) => void };

/** Chooses a time of a day. Full GDs are shown and cannot be chosen (§15.90). */
export function Times({ day, chosen, onChoose }: TimesProps) {
  return (
    <fieldset className="times min-w-0">
      <legend className="field-label">{day.name}</legend>
      <div className="grid gap-3">
        {day.slots.map((slot) => {
          const seats = seatsText(slot);
          const own = ownTime(slot.starts_at);
          return (
            <label key={slot.id} className="time choice-cover flex flex-col text-sm">
              <input
                type="radio"
                name="slot"
                checked={chosen === slot.id}
                disabled={isFull(slot)}
                onChange={() => onChoose(slot)}
              />
              <b className="font-display text-xl bold text-ink">{indiaTime(slot.starts_at)}</b>
              {own && <span className="bold text-leaf">{own}</span>}
              <span>{slotMentor(slot)}</span>
              <span className="text-muted">
                {slot.minutes} minutes
                {seats && `. ${seats}`}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
