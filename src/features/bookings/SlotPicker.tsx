import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import {
  mentorName,
  sessionKinds,
  sessionNames,
  sessionWords,
  type SessionKind,
} from '../../domain/bookings/session-kinds.ts';
import { bookingRefusals } from '../../domain/refusals/bookings.ts';
import { count } from '../../domain/words/count.ts';
import { indiaTime } from '../../domain/words/dates.ts';
import { sayFailure, wordOf } from '../../lib/say-failure.ts';
import { SchoolSelect, useSchool } from '../mentors/SchoolSelect.tsx';
import type { Source } from '../packs/packs-left.ts';
import type { Booking, Slot } from '../packs/practice-schema.ts';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { Field } from '../ui/Field.tsx';
import { isFree } from './booking-states.ts';
import { $slots, bookSlot, moveBooking, refreshSlots } from './bookings.ts';
import { browserZone, ownTime, ownTimeText, placeOf, timeUntil } from './session-times.ts';
import { SessionTime } from './SessionTime.tsx';
import { isFull, seatsText, slotDays, type SlotDay } from './slot-days.ts';
import { WaitForTime } from './WaitForTime.tsx';
import '../ui/choice-cover.css';
import '../ui/control.css';
import '../ui/field.css';

const slotMentor = ({ mentor: name, institute }: Slot) => mentorName({ name, institute });

/** The refusals after which another time has to be chosen. */
const timeRefusals = ['slot_full', 'slot_closed', 'overlaps', 'pack_expired', 'already_booked'];

type SlotPickerProps = {
  /** What a session can be booked on. */
  sources: readonly Source[];
  /** The id of the source to begin with. */
  source: string | undefined;
  /** The booking that is moved; without it a new session is booked. */
  moving: Booking | undefined;
  now: number;
  /** Called when the booking stands. */
  onDone: (booking: Booking) => void;
  /** Leaves the booking that was to be moved where it is. */
  onKeep: () => void;
};

const nothing: Record<SessionKind, string> = {
  interview: 'No interview is open for booking right now.',
  gd: 'No GD is open for booking right now.',
};

function Kinds({ kind, onChange }: { kind: SessionKind; onChange: (kind: SessionKind) => void }) {
  return (
    <fieldset className="kinds">
      <legend className="sr-only">What do you want to practise?</legend>
      {sessionKinds.map((one) => (
        <label key={one} className="choice-cover grid text-center bold text-ink">
          <input type="radio" name="kind" checked={kind === one} onChange={() => onChange(one)} />
          {sessionNames[one]}
        </label>
      ))}
    </fieldset>
  );
}

type DaysProps = { days: readonly SlotDay[]; day: string; onChange: (day: string) => void };

function Days({ days, day, onChange }: DaysProps) {
  return (
    <fieldset className="days mt-6">
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

function Times({ day, chosen, onChoose }: TimesProps) {
  return (
    <fieldset className="times">
      <legend className="field-label">{day.name}</legend>
      <div className="grid gap-3">
        {day.slots.map((slot) => {
          const seats = seatsText(slot);
          const own = ownTimeText(slot.starts_at);
          return (
            <label key={slot.id} className="time choice-cover flex flex-col">
              <input
                type="radio"
                name="slot"
                checked={chosen === slot.id}
                disabled={isFull(slot)}
                onChange={() => onChoose(slot)}
              />
              <b className="font-display bold text-ink">{indiaTime(slot.starts_at)}</b>
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

function BeforeBooking({ slot, now }: { slot: Slot; now: number }) {
  if (isFree(slot, now)) {
    return (
      <p className="text-muted">
        You can move or cancel it until <SessionTime at={slot.free_until} />. After that it is used.
      </p>
    );
  }
  return (
    <p className="notice">
      It starts {timeUntil(slot.starts_at, now)}. Once it is booked it can no longer be moved, and
      if you cancel it, the session is used.
    </p>
  );
}

type ChoiceProps = Pick<SlotPickerProps, 'sources' | 'moving' | 'now'> & {
  slot: Slot;
  source: string | undefined;
  onSource: (id: string) => void;
  institute: string;
  onInstitute: (institute: string) => void;
  pending: boolean;
};

function Choice(props: ChoiceProps) {
  const { sources, moving, now, slot, source, onSource, institute, onInstitute, pending } = props;
  return (
    <>
      <h3 className="text-xl">{moving ? 'Move it to' : sessionNames[slot.kind]}</h3>
      <p className="choice-time bold">
        <SessionTime at={slot.starts_at} minutes={slot.minutes} />
      </p>
      <p>With {slotMentor(slot)}</p>
      <BeforeBooking slot={slot} now={now} />
      {!moving && sources.length > 1 && (
        <label className="field">
          <span className="field-label">Pack</span>
          <select
            className="control"
            value={source}
            onChange={({ target }) => onSource(target.value)}
          >
            {sources.map(({ id, name, left }) => (
              <option key={id} value={id}>
                {name}: {left}
              </option>
            ))}
          </select>
        </label>
      )}
      {!moving && (
        <Field
          label="Institute you aim at (optional)"
          hint="For example IIM Bangalore."
          maxLength={120}
          autoComplete="off"
          value={institute}
          onChange={({ target }) => onInstitute(target.value)}
        />
      )}
      <button type="submit" className="button w-full" aria-disabled={pending}>
        {pending
          ? moving
            ? 'Moving it'
            : 'Booking it'
          : moving
            ? 'Move to this time'
            : 'Book this time'}
      </button>
    </>
  );
}

function ZoneNote() {
  const zone = browserZone();
  const differs = ownTime(new Date().toISOString(), zone);
  return (
    <p className="text-muted">
      {differs
        ? `All times are Indian time (IST), with the time in ${placeOf(zone)} beside each.`
        : 'All times are Indian time (IST).'}
    </p>
  );
}

/** Books a session, or moves one: a kind, a day and a time, and what to know before (§15.34 to §15.36). */
export function SlotPicker(props: SlotPickerProps) {
  const { sources, source, moving, now, onDone, onKeep } = props;
  const [chosenKind, setKind] = useState<SessionKind>(moving?.kind ?? 'interview');
  const onlyInterviews = sources.every(({ kinds }) => !kinds.includes('gd'));
  // What was left for a GD may just have been booked.
  const kind = !moving && onlyInterviews ? 'interview' : chosenKind;
  const { data, loading, error } = useStore($slots[kind], { ssr: 'initial' });
  const [dayId, setDayId] = useState('');
  const [chosen, setChosen] = useState<Slot>();
  const [chosenSource, setChosenSource] = useState(source);
  const [institute, setInstitute] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState('');
  const notice = useRef<HTMLDivElement>(null);
  const choice = useRef<HTMLDivElement>(null);

  const {
    shown,
    choose: chooseSchool,
    ...schools
  } = useSchool(data?.filter(({ mine }) => !mine) ?? []);
  const days = slotDays(shown);
  const hasFree = ({ slots }: SlotDay) => !slots.every(isFull);
  const day = days.find(({ id }) => id === dayId) ?? days.find(hasFree) ?? days[0];
  const fitting = sources.filter(({ kinds }) => kinds.includes(kind));
  const paying = fitting.find(({ id }) => id === chosenSource) ?? fitting[0];

  useEffect(() => {
    if (!failure) return;
    notice.current?.focus({ preventScroll: true });
    // At once: the list below becomes shorter, which would end a smooth scroll.
    notice.current?.scrollIntoView({ behavior: 'instant', block: 'center' });
  }, [failure]);

  // On a phone the choice is below the list, where nobody would see that something has happened.
  useEffect(() => {
    if (chosen) choice.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const choose = (slot: Slot | undefined) => {
    setChosen(slot);
    setFailure('');
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!chosen || pending) return;
    setPending(true);
    setFailure('');
    try {
      onDone(
        moving
          ? await moveBooking(moving.id, chosen.id)
          : await bookSlot(chosen.id, paying?.order, institute),
      );
      setChosen(undefined);
    } catch (thrown) {
      if (timeRefusals.includes(wordOf(thrown) ?? '')) setChosen(undefined);
      setFailure(sayFailure(thrown, bookingRefusals));
    } finally {
      setPending(false);
    }
  };

  return (
    <form className="card outlined picker" onSubmit={(event) => void submit(event)}>
      {moving && (
        <div className="notice notice-calm mb-6">
          <p>
            You are moving your {sessionWords[moving.kind]} of <SessionTime at={moving.starts_at} />
            . It stays booked until the new time is.
          </p>
          <button type="button" className="link" onClick={onKeep}>
            Keep this time
          </button>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3 gap-x-6">
        {(moving ? moving.is_free : onlyInterviews) ? null : (
          <Kinds
            kind={kind}
            onChange={(next) => {
              setKind(next);
              choose(undefined);
            }}
          />
        )}
        <ZoneNote />
      </div>
      <div ref={notice} tabIndex={-1} className="picker-alert">
        {failure && <p className="notice">{failure}</p>}
      </div>
      {day && (
        <>
          <SchoolSelect
            {...schools}
            onChoose={(school) => {
              chooseSchool(school);
              choose(undefined);
            }}
          />
          <Days
            days={days}
            day={day.id}
            onChange={(next) => {
              setDayId(next);
              choose(undefined);
            }}
          />
          <div className="picker-columns mt-5 grid">
            <Times day={day} chosen={chosen?.id} onChoose={choose} />
            <div ref={choice} className="slot-choice grid" data-empty={!chosen || undefined}>
              {chosen ? (
                <Choice
                  {...{ moving, now, institute, pending }}
                  sources={fitting}
                  slot={chosen}
                  source={paying?.id}
                  onSource={setChosenSource}
                  onInstitute={setInstitute}
                />
              ) : (
                <p>Choose a time, and the details are here before you book it.</p>
              )}
            </div>
          </div>
        </>
      )}
      {!day && data && (
        <EmptyBox className="mt-6" title={nothing[kind]}>
          <p>New times open every week. Look again in a day or two, or let us tell you.</p>
          <button type="button" className="link" onClick={refreshSlots}>
            Look again
          </button>
        </EmptyBox>
      )}
      {data && !moving && (
        <WaitForTime key={kind} kind={kind} unfolded={!day || data.some(isFull)} />
      )}
      {!data && error !== undefined && !loading && (
        <div role="alert" className="notice">
          <p>The times could not be loaded.</p>
          <button type="button" className="link" onClick={refreshSlots}>
            Try again
          </button>
        </div>
      )}
      {!data && (error === undefined || loading) && (
        <p role="status" className="empty-box picker-loading mt-6 text-muted">
          Loading the times
        </p>
      )}
    </form>
  );
}
