import { useStore } from '@nanostores/react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { gdRule } from '../../domain/bookings/gd-rule.ts';
import { sayTime } from '../../domain/bookings/say-time.ts';
import { sessionWords } from '../../domain/bookings/session-kinds.ts';
import { longTime, shortTime } from '../../domain/words/dates.ts';
import { memberPages } from '../../domain/member-pages.ts';
import type { Fetched } from '../../lib/fetched-store.ts';
import { $now } from '../../lib/now.ts';
import type { ChosenTime } from '../public-mentors/chosen-time.ts';
import type { Elements } from '../ui/elements.ts';
import { PressButton } from '../ui/PressButton.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { isFree } from './booking-states.ts';
import { bookSlot, sayBookingFailure, slots } from './bookings.ts';
import type { Booking, MySessions, Slot } from './my-sessions-schema.ts';
import { sessionsLeft, sourcesOf, type Source } from './packs-left.ts';
import { sayFixed } from './session-times.ts';
import { isFull } from './slot-days.ts';

const pickerHref = `${memberPages.sessions}#book`;

/** How many free times we offer instead of one that is no longer free. */
const instead = 2;

/** The free times nearest to a given time, earliest first. */
function nearest(free: readonly Slot[], at: string): Slot[] {
  const distance = ({ starts_at }: Slot) => Math.abs(Date.parse(starts_at) - Date.parse(at));
  return free
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, instead)
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at));
}

/** What the booking uses: 'It uses one of your 2 sessions.' */
function sayCost({ order, name }: Source, sessions: MySessions): string {
  if (!order) return 'It uses your free mock interview.';
  const left = sessionsLeft(sessions);
  if (left > 1) return `It uses one of your ${left} sessions.`;
  const keeps = sessions.free_interview.state === 'granted' ? ' You keep your free interview.' : '';
  return `It uses the session in your ${name}.${keeps}`;
}

/** The rule that matters most before booking this time, besides the warning above the button. */
function sayRule(slot: Slot, now: number): string | false {
  if (slot.kind === 'gd') return gdRule(slot.minimum);
  return isFree(slot, now) && `You can change the time until ${longTime(slot.free_until)}.`;
}

type BookOfferProps = {
  time: ChosenTime;
  sessions: Fetched<MySessions>;
  onBooked: (booking: Booking) => void;
  /** How the member adds the pack of this payment, while it waits. Until then, nothing can be booked. */
  children?: Elements;
};

/**
 * Lets the member book the chosen time on the newest pack with one press. If the time is no longer free, says so and
 * offers the nearest ones.
 */
export default function BookOffer({ time, sessions, onBooked, children }: BookOfferProps) {
  const open = useStore(slots[time.kind].$data);
  const now = useStore($now);
  // The times that were on offer when a button was pressed, because the list is fetched again before the reply arrives.
  const [pressed, setPressed] = useState<readonly Slot[]>();
  const [failed, setFailed] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const free = open.data?.filter((slot) => !isFull(slot));
  const same = free?.filter(({ id }) => id === time.slot) ?? [];
  const offered = pressed ?? (same.length > 0 ? same : nearest(free ?? [], time.starts_at));
  const isGone = !offered.some(({ id }) => id === time.slot);

  useEffect(() => {
    // The pressed button has disappeared together with its time.
    if (failed && isGone) status.current?.focus();
  }, [failed, isGone]);

  const named = <Sentence words={sayTime(time)} />;
  const all = (
    <a className="link" href={pickerHref}>
      See all times
    </a>
  );
  if (!free || !sessions.data || sessions.isKept) {
    if ((sessions.error ?? open.error) === undefined) {
      return (
        <p>
          <span>Checking whether </span>
          {named}
          <span>, is still free</span>
        </p>
      );
    }
    return (
      <>
        <p>We could not check whether your time is still free.</p>
        {all}
      </>
    );
  }
  if (children) {
    return (
      <>
        <p>
          {named}
          <span>: you can book it once your pack is added. We do not hold the seat.</span>
        </p>
        {children}
      </>
    );
  }
  // The pack that was bought last is last.
  const source = sourcesOf(sessions.data).findLast(({ kinds }) => kinds.includes(time.kind));
  if (!source) {
    return (
      <>
        <p>You have no session left for the time you chose.</p>
        <a className="button" href={memberPages.sessions}>
          See your sessions
        </a>
      </>
    );
  }
  const book = async (slot: Slot) => {
    setPressed(offered);
    try {
      onBooked(await bookSlot(slot.id, source.order, { institute: '', interviewOn: '' }));
    } catch (error) {
      setPressed(undefined);
      setFailed(true);
      throw error;
    }
  };
  return (
    <>
      {isGone ? (
        <p ref={status} tabIndex={-1}>
          {named}
          <span>{`, has just gone. You keep your session.${offered.length > 0 ? ' The nearest open times:' : ' No other time is open right now.'}`}</span>
        </p>
      ) : (
        <>
          <p>The time you chose is still free:</p>
          <p className="text-xl bold text-ink">{named}</p>
        </>
      )}
      {offered.map((slot) => (
        <Fragment key={slot.id}>
          {!isFree(slot, now) && (
            <p className="notice text-left">
              {`${isGone ? `${shortTime(slot.starts_at)}. ` : ''}${sayFixed(slot.starts_at, now)}`}
            </p>
          )}
          <PressButton
            className={`button ${isGone ? 'button-quiet' : ''}`}
            busyLabel="Booking ..."
            sayFailure={sayBookingFailure}
            work={() => book(slot)}
          >
            {isGone ? (
              <Sentence
                words={[
                  `Book the ${sessionWords[slot.kind]} on ${longTime(slot.starts_at)}, with `,
                  slot.mentor,
                ]}
              />
            ) : (
              'Book this time'
            )}
          </PressButton>
        </Fragment>
      ))}
      {!isGone && offered[0] && (
        <p>
          <span>{`${sayCost(source, sessions.data)} `}</span>
          <span>{sayRule(offered[0], now)}</span>
        </p>
      )}
      {all}
    </>
  );
}
