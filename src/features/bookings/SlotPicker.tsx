import { useStore } from '@nanostores/react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { sayTime } from '../../domain/bookings/say-time.ts';
import {
  kindOptions,
  sessionWords,
  type SessionKind,
} from '../../domain/bookings/session-kinds.ts';
import { targetNamed, type Target } from '../../domain/bookings/targets.ts';
import { wordOf } from '../../lib/say-failure.ts';
import { chooseTime } from '../public-mentors/choose-time.ts';
import { $chosenTime, dropTime } from '../public-mentors/chosen-time.ts';
import { $mentors } from '../public-mentors/public-mentors.ts';
import { useSchool } from '../public-mentors/SchoolSelect.tsx';
import type { Source } from './packs-left.ts';
import type { Booking, Slot } from './my-sessions-schema.ts';
import { Choice } from '../ui/Choice.tsx';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { Loading } from '../ui/Loading.tsx';
import { MemberPart } from '../ui/MemberPart.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import {
  bookSlot,
  moveBooking,
  refreshSlots,
  sayBookingFailure,
  slots,
  type Aim,
} from './bookings.ts';
import { ChosenSlot } from './ChosenSlot.tsx';
import { ownTime, placeOf } from './own-time.ts';
import { SessionTime } from './SessionTime.tsx';
import { isFull, slotDays, slotMentor, type SlotDay } from './slot-days.ts';
import { Days, Schools, Times } from './SlotFields.tsx';
import { WaitForTime } from './WaitForTime.tsx';

/** Refusals after which the member has to choose another time. */
const timeRefusals = ['slot_full', 'slot_closed', 'overlaps', 'pack_expired', 'already_booked'];

type SlotPickerProps = {
  sources: readonly Source[];
  /** The id of the source that is preselected. */
  source: string | undefined;
  /** The id of the mentor whose times are shown first. */
  mentor: number | undefined;
  /** The booking to move; undefined to book a new session. */
  moving: Booking | undefined;
  /** The schools that the member is applying to. */
  targets: readonly Target[];
  now: number;
  /** Called whenever a time is chosen, or no longer. */
  onChoice: (isChosen: boolean) => void;
  onDone: (booking: Booking) => void;
  /** Closes the picker and leaves the booking unchanged. */
  onKeep: () => void;
};

/** The schools that no one in the list is from. A member may capitalise a school's name differently from the mentor. */
const without = (schools: readonly Target[], listed: readonly { institute: string }[]) =>
  schools.filter((school) => !listed.some(({ institute }) => targetNamed([school], institute)));

const lacking = (before: string, schools: readonly Target[], after: string) =>
  schools.length > 0 && (
    <p className="note mt-3">
      <Sentence words={[before, schools.map(({ institute }) => institute).join(', '), after]} />
    </p>
  );

/** Lets the member book or move a session: the kind, day and time, and what to know beforehand (§15.34 to §15.36). */
export function SlotPicker(props: SlotPickerProps) {
  const { sources, source, mentor, moving, targets, now, onChoice, onDone, onKeep } = props;
  // The time that the member chose on another page, unless the link to this page is for another mentor.
  const [wanted, setWanted] = useState(() => {
    const time = moving ? undefined : $chosenTime.get();
    return mentor === undefined || mentor === time?.mentor.id ? time : undefined;
  });
  const [mentorId, setMentorId] = useState(mentor);
  const [chosenKind, setKind] = useState<SessionKind>(moving?.kind ?? wanted?.kind ?? 'interview');
  const onlyInterviews = sources.every(({ kinds }) => !kinds.includes('gd'));
  // The member may just have booked the last session that could have been a GD.
  const kind = !moving && onlyInterviews ? 'interview' : chosenKind;
  const { data } = useStore(slots[kind].$data, { ssr: 'initial' });
  const mentors = useStore($mentors, { ssr: 'initial' });
  // What mentors ask about has as many lines as it needs, and would push down the times if it came after them.
  const isWaiting = !mentors.data && mentors.error === undefined && mentors.loading;
  const [dayId, setDayId] = useState('');
  const [picked, setPicked] = useState<Slot>();
  const [chosenSource, setChosenSource] = useState(source);
  const [institute, setInstitute] = useState<string>();
  // Why the chosen time cannot be booked.
  const [refused, setRefused] = useState<{ time: Slot; message: string }>();
  const notice = useRef<HTMLDivElement>(null);
  const choice = useRef<HTMLDivElement>(null);

  const bookable = useMemo(() => data?.filter(({ mine }) => !mine) ?? [], [data]);
  const ofMentor = useMemo(
    () => bookable.filter(({ mentor_id }) => mentor_id === mentorId),
    [bookable, mentorId],
  );
  const { shown, choose, ...schools } = useSchool(
    ofMentor.length > 0 ? ofMentor : bookable,
    '',
    (school) => Boolean(targetNamed(targets, school)),
  );
  // Deferred, because reacting to a press is more urgent than redrawing sixty days.
  const drawn = useDeferredValue(shown);
  const days = useMemo(() => slotDays(drawn, targets), [drawn, targets]);
  const hasFree = ({ slots }: SlotDay) => !slots.every(isFull);
  const kept = data?.find(({ id }) => id === wanted?.slot);
  // Booked on another device.
  const isMine = kept?.mine;
  const chosen = picked ?? (kept && !isMine && !isFull(kept) ? kept : undefined);
  const isGone = wanted && data && kind === wanted.kind && !chosen && !isMine;
  const ofChosen = ({ slots }: SlotDay) => slots.some(({ id }) => id === chosen?.id);
  const day =
    days.find(({ id }) => id === dayId) ?? days.find(ofChosen) ?? days.find(hasFree) ?? days[0];
  const nothingFits = !day || !hasFree(day) || (mentorId !== undefined && ofMentor.length === 0);
  const others = without(targets, bookable);
  // Until the list of mentors is known, each school may have one.
  const noMentor = without(others, mentors.data ?? others);
  const fitting = sources.filter(({ kinds }) => kinds.includes(kind));
  const paying = fitting.find(({ id }) => id === chosenSource) ?? fitting[0];

  const book = async (time: Slot, aim: Aim) => {
    setInstitute(aim.institute);
    try {
      const booked = moving
        ? await moveBooking(moving.id, time.id)
        : await bookSlot(time.id, paying?.order, aim);
      if (!moving) dropTime();
      onDone(booked);
    } catch (error) {
      if (!timeRefusals.includes(wordOf(error) ?? '')) throw error;
      setRefused({ time, message: sayBookingFailure(error) });
    }
    setPicked(undefined);
    setWanted(undefined);
  };

  // The message about the last time no longer applies once the member looks for another.
  const pick = (slot?: Slot) => {
    setPicked(slot);
    setRefused(undefined);
    setWanted(undefined);
    if (slot && !moving) dropTime();
  };

  useEffect(() => {
    if (isMine || (isGone && wanted.isGone)) dropTime();
    else if (isGone) chooseTime({ ...wanted, isGone });
  }, [isMine, isGone, wanted]);

  useEffect(() => {
    if (!refused) return;
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'center' });
  }, [refused]);

  const hasChosen = day !== undefined && chosen !== undefined;
  useEffect(() => {
    onChoice(hasChosen);
    return () => onChoice(false);
  }, [hasChosen, onChoice]);

  // On a phone, the details are below the time and out of view. If a time was chosen earlier, we go to it only if
  // the page was opened for booking. The days are deferred, and the details are drawn with them.
  const sought =
    !isWaiting && day && (picked ?? (location.hash.startsWith('#book') ? chosen : undefined));
  useEffect(() => {
    if (!sought) return;
    // The link led to the picker's heading, which is above the window by then.
    if (!picked && document.activeElement?.matches('body, #book')) {
      document.getElementById('chosen')?.focus({ preventScroll: true });
    }
    // If both have no room, the details are in view, with their button.
    const time = choice.current?.parentElement?.querySelector('.booking-times :checked');
    time?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    choice.current?.scrollIntoView({ block: 'nearest' });
  }, [sought, picked]);

  const loading = <Loading className="booking-loading mt-6">Loading the times</Loading>;

  return (
    <div className="card booking-picker p-6">
      {moving && (
        <div className="notice notice-calm mb-6">
          <p>
            <span>Instead of </span>
            <SessionTime at={moving.starts_at} />
            <span>, with </span>
            <bdi translate="no">{moving.mentor.name}</bdi>
            <span>. You keep that time until you have booked another. It costs you nothing.</span>
          </p>
          <button type="button" className="link" onClick={onKeep}>
            Keep this time
          </button>
        </div>
      )}
      {!(moving ? moving.is_free : onlyInterviews) && (
        <Choice
          legend="What do you want to practise?"
          className="mb-3 max-w-md"
          options={kindOptions}
          chosen={kind}
          onChoose={(next) => {
            setKind(next);
            pick();
          }}
        />
      )}
      {ownTime(new Date(now).toISOString()) && (
        <p className="mb-3 text-muted">{`All times are India time (IST), with the time in ${placeOf()} next to each.`}</p>
      )}
      <div ref={notice} tabIndex={-1}>
        {refused && (
          <p className="notice mb-6">
            <Sentence words={sayTime({ ...refused.time, mentor: { name: refused.time.mentor } })} />
            <span>{`. ${refused.message}`}</span>
          </p>
        )}
        {isGone && (
          <p className="notice notice-calm mb-6">
            <Sentence words={sayTime(wanted)} />
            <span>, has gone. You keep your session: choose another time.</span>
          </p>
        )}
      </div>
      <MemberPart {...slots[kind]} loading={loading} notLoaded="We could not load the times.">
        {(times) =>
          isWaiting ? (
            loading
          ) : (
            <>
              {mentorId !== undefined && day && (
                <p className="mt-3">
                  <Sentence
                    words={
                      ofMentor[0]
                        ? ['Times with ', slotMentor(ofMentor[0]), '. ']
                        : `This mentor has no ${sessionWords[kind]} open right now, so here are all mentors’ times. `
                    }
                  />
                  {ofMentor[0] && (
                    <button
                      ref={keepsFocus}
                      type="button"
                      className="link"
                      onClick={() => {
                        setMentorId(undefined);
                        pick();
                      }}
                    >
                      Show all mentors
                    </button>
                  )}
                </p>
              )}
              {day ? (
                <>
                  <Schools
                    {...{ ...schools, targets }}
                    onChoose={(school) => {
                      choose(school);
                      pick();
                    }}
                  />
                  {ofMentor.length === 0 && !moving && (
                    <>
                      {lacking(
                        `No open ${sessionWords[kind]}s with alumni of `,
                        without(others, noMentor),
                        '. Below the times, ask us to email you when one opens.',
                      )}
                      {lacking('No mentor from ', noMentor, ' yet: choose one from any school.')}
                    </>
                  )}
                  <Days
                    days={days}
                    day={day.id}
                    onChange={(next) => {
                      setDayId(next);
                      pick();
                    }}
                  />
                  <div className="booking-columns mt-5 grid gap-6">
                    <Times {...{ day, targets }} chosen={chosen?.id} onChoose={pick} />
                    {chosen && (
                      <div ref={choice} className="booking-chosen">
                        <ChosenSlot
                          {...{ moving, now, targets }}
                          institute={institute ?? targets[0]?.institute ?? ''}
                          sources={fitting}
                          slot={chosen}
                          mentor={mentors.data?.find(({ id }) => id === chosen.mentor_id)}
                          source={paying?.id}
                          onSource={setChosenSource}
                          onInstitute={setInstitute}
                          onBook={(aim) => book(chosen, aim)}
                        />
                      </div>
                    )}
                  </div>
                </>
              ) : (
                <EmptyBox
                  className="mt-6"
                  title={`No ${kind === 'gd' ? 'GD' : kind} times are open right now.`}
                >
                  <p>New times open every week. We can email you.</p>
                  <button type="button" className="link" onClick={refreshSlots}>
                    Refresh times
                  </button>
                </EmptyBox>
              )}
              {!moving && (
                <WaitForTime
                  key={kind}
                  kind={kind}
                  unfolded={nothingFits || times.some(isFull)}
                  bookable={bookable}
                  school={schools.school}
                />
              )}
            </>
          )
        }
      </MemberPart>
    </div>
  );
}
