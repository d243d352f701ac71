import { useId, useState } from 'react';
import { gdRule } from '../../domain/bookings/gd-rule.ts';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { interviewDays, targetNamed, type Target } from '../../domain/bookings/targets.ts';
import { mostTargets } from '../../domain/periods.ts';
import { unbroken } from '../../domain/words/money.ts';
import { cleanText } from '../../domain/words/typed-text.ts';
import { factsOf, type PublicMentor } from '../public-mentors/public-mentors.ts';
import type { Source } from './packs-left.ts';
import type { Booking, Slot } from './my-sessions-schema.ts';
import { Field } from '../ui/Field.tsx';
import { SchoolList } from '../ui/SchoolList.tsx';
import { PressFailure } from '../ui/PressFailure.tsx';
import { Select } from '../ui/Select.tsx';
import { usePress } from '../ui/use-press.ts';
import { isFree } from './booking-states.ts';
import { sayBookingFailure, type Aim } from './bookings.ts';
import { sayFixed } from './session-times.ts';
import { SessionTime } from './SessionTime.tsx';
import { slotMentor } from './slot-days.ts';

type ChosenSlotProps = {
  slot: Slot;
  /** What the slot's mentor has agreed to show; undefined for other mentors. */
  mentor: PublicMentor | undefined;
  /** What the member can use to book the session, and the id of the chosen source. */
  sources: readonly Source[];
  source: string | undefined;
  onSource: (id: string) => void;
  targets: readonly Target[];
  /** The first school on the member's list, or the one that the member typed for an earlier choice of time. */
  institute: string;
  onInstitute: (institute: string) => void;
  /** Books this time, or moves the booking to it. */
  onBook: (aim: Aim) => Promise<void>;
  moving: Booking | undefined;
  now: number;
};

/**
 * The chosen time: what to know and what to enter before booking, and the button that books it (§15.36). Not a `Form`,
 * because the page would then load the form library for two optional fields.
 */
export function ChosenSlot(props: ChosenSlotProps) {
  const { sources, moving, now, slot, mentor, source, onSource, onInstitute, onBook, targets } =
    props;
  const [institute, setInstitute] = useState(props.institute);
  const id = useId();
  const only = sources.length === 1 ? sources[0] : undefined;
  const days = interviewDays(now);
  const known = targetNamed(targets, institute);
  const knownOn = known?.interview_on ?? '';
  const school = cleanText(institute);
  const isOneTooMany = !known && targets.length >= mostTargets && school !== '';
  const { busy, result, press } = usePress(async (aim: Aim) => {
    await onBook(aim);
    return undefined;
  }, sayBookingFailure);
  return (
    <form
      className="grid gap-2 p-6"
      onSubmit={(event) => {
        event.preventDefault();
        const interviewOn = new FormData(event.currentTarget).get('interview_on');
        press({ institute, interviewOn: typeof interviewOn === 'string' ? interviewOn : '' });
      }}
    >
      <h3 id="chosen" tabIndex={-1} className="text-xl">
        {moving ? 'New time' : sessionNames[slot.kind]}
      </h3>
      <p className="bold">
        <SessionTime at={slot.starts_at} minutes={slot.minutes} />
      </p>
      <p>
        With <bdi translate="no">{slotMentor(slot)}</bdi>
        {mentor && <span className="text-muted">{['', ...factsOf(mentor)].join('\u00a0· ')}</span>}
      </p>
      {slot.kind === 'gd' && <p>{gdRule(slot.minimum)}</p>}
      {isFree(slot, now) ? (
        <p className="text-muted">
          <span>You can change or cancel until </span>
          <SessionTime at={slot.free_until} now={now} />
          <span>. After that, it counts as used.</span>
        </p>
      ) : (
        <p className="notice">{sayFixed(slot.starts_at, now)}</p>
      )}
      {!moving && only && (
        <p>
          {only.order
            ? `Uses one session of your ${only.name} ${unbroken(`(${only.left}).`)}`
            : 'Uses your free mock interview.'}
        </p>
      )}
      {!moving && sources.length > 1 && (
        <Select label="Pack" value={source} onChange={({ target }) => onSource(target.value)}>
          {sources.map(({ id, name, left }) => (
            <option key={id} value={id}>{`${name}: ${left}`}</option>
          ))}
        </Select>
      )}
      {/* Folded, so that the button is in view on a phone. */}
      {!moving && (
        <details>
          <summary className="link w-fit">
            {school ? `Your target school: ${school}` : 'Your target school (optional)'}
          </summary>
          <div className="grid gap-4">
            <Field
              label="Your target school (optional)"
              hint={
                isOneTooMany
                  ? `You already have ${mostTargets} schools. To see a countdown to this school’s interview, remove another school first.`
                  : 'For example, IIM Bangalore. We will add it to your schools.'
              }
              list={id}
              maxLength={120}
              autoComplete="off"
              value={institute}
              onChange={({ target }) => setInstitute(target.value)}
              onBlur={() => onInstitute(institute)}
            />
            <SchoolList id={id} targets={targets} />
            {/* The key resets the date, because another school has another interview day. */}
            {school && !isOneTooMany && (
              <Field
                key={known?.institute}
                label="Your interview date (optional)"
                hint="We count down to it."
                type="date"
                name="interview_on"
                {...days}
                defaultValue={knownOn < days.min ? '' : knownOn}
              />
            )}
          </div>
        </details>
      )}
      <button type="submit" className="button w-full" aria-disabled={busy}>
        {moving
          ? busy
            ? 'Changing the time'
            : 'Change to this time'
          : busy
            ? 'Booking ...'
            : 'Book this time'}
      </button>
      <PressFailure result={result} />
    </form>
  );
}
