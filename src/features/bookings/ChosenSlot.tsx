import { Suspense } from 'react';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import type { Source } from './packs-left.ts';
import type { Booking, Slot } from './my-sessions-schema.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Field } from '../ui/Field.tsx';
import { late } from '../ui/late.tsx';
import { PressFailure } from '../ui/PressFailure.tsx';
import { Select } from '../ui/Select.tsx';
import { usePress } from '../ui/use-press.ts';
import { isFree } from './booking-states.ts';
import { sayBookingFailure } from './bookings.ts';
import { timeUntil } from './session-times.ts';
import { SessionTime } from './SessionTime.tsx';
import { slotMentor } from './slot-days.ts';

// What visitors read about mentors comes with its own request.
const AboutMentor = withErrorBoundary(late(() => import('../public-mentors/AboutMentor.tsx')));

type ChosenSlotProps = {
  slot: Slot;
  /** What the session can be booked on, and the id of the chosen one. */
  sources: readonly Source[];
  source: string | undefined;
  onSource: (id: string) => void;
  /** What was typed as the institute beside an earlier time. */
  institute: string;
  onInstitute: (institute: string) => void;
  /** Books it for this institute, or moves the booking to it. */
  onBook: (institute: string) => Promise<void>;
  moving: Booking | undefined;
  now: number;
};

/**
 * The chosen time: what to know and say before it is booked, and the button that books it (§15.36). It is no `Form`,
 * whose library the page would load for one optional field.
 */
export function ChosenSlot(props: ChosenSlotProps) {
  const { sources, moving, now, slot, source, onSource, institute, onInstitute, onBook } = props;
  const { busy, result, press } = usePress(async (typed: string) => {
    await onBook(typed);
    return undefined;
  }, sayBookingFailure);
  return (
    <form
      className="grid gap-4 p-6"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('institute');
        press(typeof typed === 'string' ? typed : '');
      }}
    >
      <h3 className="text-xl">{moving ? 'Move it to' : sessionNames[slot.kind]}</h3>
      <p className="bold">
        <SessionTime at={slot.starts_at} minutes={slot.minutes} />
      </p>
      <p>{`With ${slotMentor(slot)}`}</p>
      {isFree(slot, now) ? (
        <p className="text-muted">
          You can move or cancel it until <SessionTime at={slot.free_until} />. After that it counts
          as used.
        </p>
      ) : (
        <p className="notice">{`It starts ${timeUntil(slot.starts_at, now)}. Once it is booked it can no longer be moved, and if you cancel it, the session is used.`}</p>
      )}
      {!moving && sources.length > 1 && (
        <Select label="Pack" value={source} onChange={({ target }) => onSource(target.value)}>
          {sources.map(({ id, name, left }) => (
            <option key={id} value={id}>{`${name}: ${left}`}</option>
          ))}
        </Select>
      )}
      {!moving && (
        <Field
          label="Institute you aim at (optional)"
          hint="For example IIM Bangalore."
          maxLength={120}
          autoComplete="off"
          name="institute"
          defaultValue={institute}
          onBlur={({ target }) => onInstitute(target.value)}
        />
      )}
      <button type="submit" className="button w-full" aria-disabled={busy}>
        {moving
          ? busy
            ? 'Moving it'
            : 'Move to this time'
          : busy
            ? 'Booking it'
            : 'Book this time'}
      </button>
      <PressFailure result={result} />
      {/* Below the button, which must not move when it arrives. */}
      <Suspense fallback={null}>
        <AboutMentor id={slot.mentor_id} />
      </Suspense>
    </form>
  );
}
