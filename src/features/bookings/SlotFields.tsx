import { useStore } from '@nanostores/react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { targetNamed, type Target } from '../../domain/bookings/targets.ts';
import { count } from '../../domain/words/count.ts';
import { indiaTime } from '../../domain/words/dates.ts';
import { initials } from '../../domain/words/initials.ts';
import { $mentors } from '../public-mentors/public-mentors.ts';
import { SchoolSelect } from '../public-mentors/SchoolSelect.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Choice } from '../ui/Choice.tsx';
import { CalendarLeaf } from './CalendarLeaf.tsx';
import type { Slot } from './my-sessions-schema.ts';
import { ownTime } from './own-time.ts';
import { isFull, seatsText, slotMentor, type SlotDay } from './slot-days.ts';
import '../ui/initials.css';

type SchoolsProps = {
  schools: readonly string[];
  /** The schools that the member is applying to. */
  targets: readonly Target[];
  /** The school whose times the list shows; '' for all. */
  school: string;
  onChoose: (school: string) => void;
};

const another = 'another';

/** Filters the times by school. The member's own schools are one press away, and the others in a list (§15.104). */
export function Schools({ schools, targets, school, onChoose }: SchoolsProps) {
  const [wantsAnother, setWantsAnother] = useState(false);
  const own = schools.filter((name) => targetNamed(targets, name));
  const others = schools.filter((name) => !own.includes(name));
  if (own.length === 0 || schools.length < 2) {
    return <SchoolSelect {...{ schools, school, onChoose }} />;
  }
  const isListed = others.length > 1;
  return (
    <>
      <Choice
        legend="School"
        className="booking-schools mb-3"
        options={[
          { value: '', label: 'All schools' },
          ...(isListed ? own : schools).map((name) => ({ value: name, label: name })),
          ...(isListed ? [{ value: another, label: 'Another school' }] : []),
        ]}
        chosen={wantsAnother && isListed ? another : school}
        onChoose={(next) => {
          setWantsAnother(next === another);
          onChoose(next === another ? '' : next);
        }}
      />
      {wantsAnother && isListed && <SchoolSelect schools={others} {...{ school, onChoose }} />}
    </>
  );
}

/** How many days a wide screen shows at once. */
const shownDays = 7;

/** '28 November' */
const dateOf = (day: SlotDay | undefined) => day?.name.replace(/^\w+ /, '');

const rowOf = (box: HTMLElement | null) => box?.querySelector('.choice-options');

/** The distance between two days in the row, in pixels. */
function pitchOf(row: Element | null | undefined): number {
  const [one, next] = row?.querySelectorAll('label') ?? [];
  return one && next ? next.offsetLeft - one.offsetLeft : 1;
}

type DaysProps = { days: readonly SlotDay[]; day: string; onChange: (day: string) => void };

/** Lets the member choose a day, in one row that scrolls sideways. Each day says how many of its times are free. */
export function Days({ days, day, onChange }: DaysProps) {
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const choice = useMemo(
    () => (
      <Choice
        legend="Day"
        options={days.map(({ id, name, noon, slots }) => ({
          value: id,
          label: (
            <>
              <CalendarLeaf at={noon} />
              <span className="sr-only">{`${name}, ${count(slots.filter((slot) => !isFull(slot)).length, 'time')}`}</span>
            </>
          ),
        }))}
        chosen={day}
        onChoose={onChange}
      />
    ),
    [days, day, onChange],
  );
  useEffect(() => {
    // The first free day may be weeks away.
    const row = rowOf(box.current);
    const chosen = row?.querySelector(':checked')?.parentElement;
    if (!row || !chosen) return;
    const start = chosen.offsetLeft - row.scrollLeft;
    if (start < 0 || start + chosen.offsetWidth > row.clientWidth) {
      row.scrollLeft = chosen.offsetLeft - chosen.offsetWidth;
    }
  }, [day]);
  const move = (label: string, by: number, isEnd: boolean) => (
    <button
      type="button"
      aria-disabled={isEnd}
      onClick={() => {
        const row = rowOf(box.current);
        row?.scrollBy({ left: by * shownDays * pitchOf(row) });
      }}
    >
      <span className="sr-only">{label}</span>
    </button>
  );
  return (
    <div
      ref={box}
      className="booking-days mt-4"
      onScrollCapture={() => {
        const row = rowOf(box.current);
        setFirst(Math.round((row?.scrollLeft ?? 0) / pitchOf(row)));
      }}
    >
      {days.length > shownDays && (
        <div className="booking-weeks">
          <span>{`${dateOf(days[first])} to ${dateOf(days[first + shownDays - 1] ?? days.at(-1))}`}</span>
          {move('Earlier days', -1, first === 0)}
          {move('Later days', 1, first + shownDays >= days.length)}
        </div>
      )}
      {choice}
    </div>
  );
}

type TimesProps = {
  day: SlotDay;
  /** The schools that the member is applying to; their mentors' times are marked. */
  targets: readonly Target[];
  chosen: string | undefined;
  /** Called without a time when the member wants another one. */
  onChoose: (slot?: Slot) => void;
};

/**
 * Lets the member choose one of a day's times, each with its mentors. Full GDs cannot be chosen (§15.90). On a phone, a
 * chosen time hides the others (§15.36).
 */
export function Times({ day: { name, slots }, targets, chosen, onChoose }: TimesProps) {
  const id = useId();
  const { data: mentors } = useStore($mentors, { ssr: 'initial' });
  const more = (slot: Slot) => {
    const asks = mentors?.find((one) => one.id === slot.mentor_id)?.asks;
    return asks ? `Asks about: ${asks}` : `${slot.minutes} minutes`;
  };
  const starts = [...new Set(slots.map(({ starts_at }) => starts_at))];
  return (
    <div role="group" aria-labelledby={id} className="booking-times min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p id={id} className="bold text-ink">{`${name}, India time`}</p>
        {slots.some((slot) => slot.id === chosen) && (
          <button
            type="button"
            className="link booking-others"
            onClick={({ currentTarget }) => {
              const group = currentTarget.closest('[role=group]');
              const time = group?.querySelector<HTMLInputElement>(':checked');
              onChoose();
              // Once the others are back, so that the time is in view among them.
              setTimeout(() => time?.focus());
            }}
          >
            Other times
          </button>
        )}
      </div>
      {starts.map((at) => {
        const own = ownTime(at);
        return (
          <Choice
            key={at}
            name={id}
            legend={
              <>
                <b className="font-display text-xl bold">{indiaTime(at)}</b>
                {own && <span className="text-leaf">{` ${own}`}</span>}
              </>
            }
            options={slots
              .filter(({ starts_at }) => starts_at === at)
              .map((slot) => ({
                value: slot.id,
                label: (
                  <>
                    <span
                      className="avatar initials"
                      data-initials={initials(slot.mentor)}
                      aria-hidden="true"
                    />
                    <span>
                      <bdi translate="no">{slotMentor(slot)}</bdi>{' '}
                      {targetNamed(targets, slot.institute) && <Badge>Your school</Badge>}
                    </span>
                  </>
                ),
                more: <span>{seatsText(slot) ?? more(slot)}</span>,
                disabled: isFull(slot),
              }))}
            chosen={chosen}
            onChoose={(next) => slots.filter((slot) => slot.id === next).forEach(onChoose)}
          />
        );
      })}
    </div>
  );
}
