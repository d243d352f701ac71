import { useMemo } from 'react';
import { targetNamed, type Target } from '../../domain/bookings/targets.ts';
import { count } from '../../domain/words/count.ts';
import { indiaTime } from '../../domain/words/dates.ts';
import { Choice } from '../ui/Choice.tsx';
import { CalendarLeaf } from './CalendarLeaf.tsx';
import type { Slot } from './my-sessions-schema.ts';
import { ownTime } from './own-time.ts';
import { isFull, seatsText, slotMentor, type SlotDay } from './slot-days.ts';

type DaysProps = { days: readonly SlotDay[]; day: string; onChange: (day: string) => void };

/** Lets the member choose a day. Each day shows how many of its times are free. */
export function Days({ days, day, onChange }: DaysProps) {
  const options = useMemo(
    () =>
      days.map(({ id, name, noon, slots }) => ({
        value: id,
        label: (
          <>
            <CalendarLeaf at={noon} />
            <span className="sr-only">{`${name}, ${count(slots.filter((slot) => !isFull(slot)).length, 'time')}`}</span>
          </>
        ),
      })),
    [days],
  );
  return (
    <Choice
      legend="Day"
      className="booking-days mt-4"
      options={options}
      chosen={day}
      onChoose={onChange}
    />
  );
}

function SlotDetails({ slot, isOwn }: { slot: Slot; isOwn: boolean }) {
  const own = ownTime(slot.starts_at);
  const seats = seatsText(slot);
  return (
    <>
      {own && <b className="bold text-leaf">{own}</b>}
      <bdi translate="no">{slotMentor(slot)}</bdi>
      {isOwn && <b className="bold text-leaf">Your school</b>}
      {seats && <span>{seats}</span>}
    </>
  );
}

type TimesProps = {
  day: SlotDay;
  /** The schools that the member is applying to; their mentors' times are marked. */
  targets: readonly Target[];
  chosen: string | undefined;
  onChoose: (slot: Slot) => void;
};

/** Lets the member choose one of a day's times. Full GDs are shown, but cannot be chosen (§15.90). */
export function Times({ day: { name, slots }, targets, chosen, onChoose }: TimesProps) {
  const options = slots.map((slot) => ({
    value: slot.id,
    label: <b className="font-display text-xl bold">{indiaTime(slot.starts_at)}</b>,
    more: <SlotDetails slot={slot} isOwn={targetNamed(targets, slot.institute) !== undefined} />,
    disabled: isFull(slot),
  }));
  return (
    <Choice
      legend={`${name}, Indian time`}
      className="booking-times"
      options={options}
      chosen={chosen}
      onChoose={(id) => slots.filter((slot) => slot.id === id).forEach(onChoose)}
    />
  );
}
