import { useStore } from '@nanostores/react';
import { atom, computed } from 'nanostores';
import * as v from 'valibot';
import { useEffect, useId, useRef, useState } from 'react';
import { sayTime } from '../../domain/bookings/say-time.ts';
import { mentorName, sessionKinds } from '../../domain/bookings/session-kinds.ts';
import { lengthOf } from '../../domain/periods.ts';
import { moment } from '../../domain/schema.ts';
import { dayAndTime, indiaParts, shortTime } from '../../domain/words/dates.ts';
import { createFetchedStore } from '../../lib/fetched-store.ts';
import { $now } from '../../lib/now.ts';
import { readPublic } from '../../lib/public-data.ts';
import { chooseTime } from '../public-mentors/choose-time.ts';
import { $chosenTime, dropTime, type ChosenTime } from '../public-mentors/chosen-time.ts';
import { SchoolSelect, useSchool } from '../public-mentors/SchoolSelect.tsx';
import { isStillFree } from '../public-mentors/still-free.ts';
import type { Elements } from '../ui/elements.ts';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { Select } from '../ui/Select.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { keptPack } from './bought.ts';
import { OwnLine } from './OwnLine.tsx';

// Does not use the picker's schema, because visitors would then have to download parts that only members need.
const slots = v.array(
  v.object({
    id: v.string(),
    kind: v.picklist(sessionKinds),
    starts_at: moment,
    mentor_id: v.number(),
    mentor: v.string(),
    institute: v.string(),
    seats: v.number(),
    taken: v.number(),
  }),
);

type Slot = v.InferOutput<typeof slots>[number];

const whose = ({ mentor: name, institute }: Slot) => mentorName({ name, institute });

/** Free times for both kinds of session, soonest first, with mentors who have agreed to be shown. */
const { $data: $freeTimes } = createFetchedStore(
  atom('open_slots'),
  async (name) => {
    const kinds = sessionKinds.map((kind) => readPublic(`rpc/${name}?p_kind=${kind}`, slots));
    const free = (await Promise.all(kinds)).flat().filter(({ taken, seats }) => taken < seats);
    return free.toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at));
  },
  { freshness: 60_000, revisits: true },
);

/** The time that was chosen until this page found that it can no longer be booked (§4.27). */
const $goneTime = atom<ChosenTime | undefined>();

/** Checks whether the chosen time is still free. The key is the time, so that no reply from before the choice counts. */
const { $data: $check, refresh: checkAgain } = createFetchedStore(
  computed($chosenTime, (time) => time && JSON.stringify(time)),
  async () => {
    const time = $chosenTime.get();
    $goneTime.set(undefined);
    if (!time) return;
    if ((await isStillFree(time)) || $chosenTime.get()?.slot !== time.slot) return;
    $goneTime.set(time);
    dropTime();
  },
  { freshness: 60_000, revisits: true },
);

/** The chosen time's check, together with the times that open below it. */
const $checkAndTimes = computed([$check, $freeTimes], (...replies) => ({
  loading: replies.some(({ loading }) => loading),
}));

const linkedMentor = () => Number(new URLSearchParams(location.search).get('mentor'));

type TimesProps = {
  /** The chosen slot's id. */
  chosen: string | undefined;
  /** The id of a chosen slot that has gone, because the list may be older. */
  gone: string | undefined;
  /** `byKeys` is true if the visitor may only be looking, because arrow keys choose each time that they pass. */
  onChoose: (byKeys: boolean) => void;
  /** A link below the list. */
  children: Elements;
};

const hint = 'India time (IST)';

/** Lets the part fit what it shows, because after a press, the packs may move. */
const fit = () => delete document.documentElement.dataset['times'];

function choose({ id, kind, starts_at, mentor_id, mentor: name }: Slot): void {
  $goneTime.set(undefined);
  chooseTime({ slot: id, kind, starts_at, mentor: { id: mentor_id, name } });
  fit();
}

// The room for the list, in next-free.css, is for two rows of these on a phone. 'GD' makes a time wider.
const firstTimes = (times: readonly Slot[]) =>
  times.slice(0, 6).some(({ kind }) => kind === 'gd') ? 4 : 6;

type MentorTimesProps = Pick<TimesProps, 'chosen' | 'children'> & {
  times: readonly [Slot, ...Slot[]];
  onChoose: (slot: Slot) => void;
  onShowAll: () => void;
};

/** One mentor's free times, as on the mentors' cards: a press chooses one. */
function MentorTimes({ times, chosen, onChoose, onShowAll, children }: MentorTimesProps) {
  const id = useId();
  const [isLong, setIsLong] = useState(false);
  const shown = isLong ? times : times.slice(0, firstTimes(times));
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <p id={id} className="field-label">
        <span>Open times with </span>
        <bdi translate="no">{whose(times[0])}</bdi>
      </p>
      <div className="flex flex-wrap gap-2">
        {shown.map((slot) => {
          const { shortWeekday, day, shortMonth } = indiaParts(slot.starts_at);
          const inFull = dayAndTime(slot.starts_at);
          return (
            <button
              key={slot.id}
              type="button"
              className="mentor-time"
              aria-pressed={slot.id === chosen}
              onClick={() => onChoose(slot)}
            >
              <span aria-hidden="true">{`${shortWeekday} ${day} ${shortMonth}`}</span>
              <span className="sr-only">{inFull.day}</span>{' '}
              <b className="bold">{`${inFull.time}${slot.kind === 'gd' ? ' (GD)' : ''}`}</b>
            </button>
          );
        })}
      </div>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
      <p className="flex flex-wrap gap-x-6">
        {shown.length < times.length && (
          <button ref={keepsFocus} type="button" className="link" onClick={() => setIsLong(true)}>
            {`Show all ${times.length} times`}
          </button>
        )}
        <button ref={keepsFocus} type="button" className="link" onClick={onShowAll}>
          Show all mentors
        </button>
        {children}
      </p>
    </div>
  );
}

/** A list of free times: all mentors', one mentor's or one school's. */
function Times({ chosen, gone, onChoose, children }: TimesProps) {
  const { data: all, error } = useStore($freeTimes);
  const data = all?.filter(({ id }) => id !== gone);
  const byKeys = useRef(false);
  const [mentor, setMentor] = useState(linkedMentor);
  const { shown, choose: chooseSchool, ...schools } = useSchool(data ?? []);
  if (!data) {
    return (
      <>
        <p role="status">
          {error === undefined
            ? 'Loading the times'
            : 'We could not load the times. You can choose one later.'}
        </p>
        {children}
      </>
    );
  }
  if (data.length === 0) {
    return (
      <>
        {/* Mentors who are not shown may have open times. */}
        <p>No times are listed right now. You can choose one when you book.</p>
        {children}
      </>
    );
  }
  const [first, ...others] = data.filter(({ mentor_id }) => mentor_id === mentor);
  if (first) {
    return (
      <div ref={keepsFocus} className={chosen ? 'mt-3' : ''}>
        <MentorTimes
          times={[first, ...others]}
          chosen={chosen}
          onChoose={(slot) => {
            onChoose(false);
            choose(slot);
          }}
          onShowAll={() => setMentor(0)}
        >
          {children}
        </MentorTimes>
      </div>
    );
  }
  return (
    <>
      <div
        ref={keepsFocus}
        className={`${schools.schools.length > 1 ? 'split' : 'grid'} mt-3 gap-3`}
      >
        <SchoolSelect {...schools} onChoose={chooseSchool} />
        <Select
          label="An open time"
          hint={hint}
          value={shown.find(({ id }) => id === chosen)?.id ?? ''}
          onKeyDown={() => {
            byKeys.current = true;
          }}
          onPointerDown={() => {
            byKeys.current = false;
          }}
          onChange={({ target }) => {
            const slot = shown.find(({ id }) => id === target.value);
            onChoose(byKeys.current);
            if (slot) choose(slot);
            else dropTime();
          }}
        >
          <option value="">Choose a day and time</option>
          {shown.map((slot) => (
            <option key={slot.id} value={slot.id}>
              {[shortTime(slot.starts_at), slot.kind === 'gd' && 'GD', whose(slot)]
                .filter(Boolean)
                .join(' · ')}
            </option>
          ))}
        </Select>
      </div>
      {children}
    </>
  );
}

type ChooseTimeProps = {
  /** Told whether a time is chosen. */
  onTime: (isChosen: boolean) => void;
  onLeave: () => void;
  /** The next free time, shown while none is chosen. */
  children: Elements;
};

/** Lets the visitor choose a free time before paying, or shows the chosen one (§4.27). Does not reserve a seat. */
export default function ChooseTime({ onTime, onLeave, children }: ChooseTimeProps) {
  const time = useStore($chosenTime);
  const goneTime = useStore($goneTime);
  const now = useStore($now);
  // The address names another mentor, whose times the visitor has asked to see.
  const [isChanging, setIsChanging] = useState(() =>
    Boolean(time && linkedMentor() && linkedMentor() !== time.mentor.id),
  );
  const [hasPaid] = useState(() => keptPack.read() !== undefined);
  // A time from an earlier page is first named with the reply, so that nothing changes below it.
  const [isChecked, setIsChecked] = useState(!time);
  const gone = time ? undefined : goneTime;
  const named = time ?? gone;
  const isOpen = isChecked && (!named || isChanging);
  const hasTime = isChecked && named !== undefined;
  useEffect(() => {
    onTime(hasTime);
    return () => onTime(false);
  }, [hasTime, onTime]);
  // Not while the list is open, because arrow keys choose each time that they pass.
  useEffect(() => {
    if (isOpen) return;
    return (isChanging ? $checkAndTimes : $check).subscribe(({ loading }) => {
      if (!loading) setIsChecked(true);
    });
  }, [isOpen, isChanging]);
  // The list is the newer reply, but it may leave the time out for its length.
  useEffect(() => {
    if (!isOpen) return;
    return $freeTimes.subscribe(({ data }) => {
      const chosen = $chosenTime.get();
      if (chosen && data && !data.some(({ id }) => id === chosen.slot)) checkAgain();
    });
  }, [isOpen]);
  const isInterview = named?.kind === 'interview';
  // The warning is as long as the words that it replaces, so that it needs no more room.
  const isSoon = time && Date.parse(time.starts_at) - now < lengthOf('cancel free');
  if (!isChecked) {
    return (
      <>
        <p className="next-loading">Loading the times</p>
        {children}
      </>
    );
  }
  return (
    <>
      <div role="status">
        {named && (
          <p className="text-ink">
            <strong>
              <Sentence words={sayTime(named)} />
            </strong>
            {gone ? (
              <span className="next-gone">, has gone.</span>
            ) : (
              <>
                <span>. We do not hold the seat</span>
                <span className="for-visitors">
                  {hasPaid
                    ? ': sign up or log in to book it. '
                    : `: ${isInterview ? 'get your free interview or ' : ''}buy a pack below${isSoon ? '' : ', then sign up to book it'}. `}
                </span>
                <span className="for-members">. </span>
                {isSoon && <span className="bold">Once booked, it is final.</span>}
              </>
            )}
          </p>
        )}
      </div>
      {!named && children}
      {named && (
        <div className="mt-3 flex flex-wrap items-center gap-x-6">
          {time && <OwnLine chosen />}
          {time && (isInterview || hasPaid) && (
            <p className="for-visitors">
              <a className="button button-quiet" href="/signup">
                {hasPaid ? 'Sign up' : 'Get my free interview'}
              </a>
            </p>
          )}
          <button
            type="button"
            // In the room of the free interview's button.
            className={gone && isInterview ? 'button button-quiet' : 'link'}
            onClick={() => {
              setIsChanging(!isOpen);
              fit();
            }}
          >
            {isOpen ? 'Close the list' : gone ? 'Choose another time' : 'Change the time'}
          </button>
          <button
            ref={keepsFocus}
            type="button"
            className="link"
            onClick={() => {
              dropTime();
              $goneTime.set(undefined);
              onLeave();
            }}
          >
            {gone ? 'Choose a time later' : 'Remove the time'}
          </button>
          {gone && <OwnLine className="" />}
        </div>
      )}
      {isOpen && (
        <Times chosen={time?.slot} gone={gone?.slot} onChoose={setIsChanging}>
          {!named && (
            <button ref={keepsFocus} type="button" className="link" onClick={onLeave}>
              Choose a time later
            </button>
          )}
        </Times>
      )}
    </>
  );
}
