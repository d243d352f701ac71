import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { sayTime } from '../../domain/bookings/say-time.ts';
import { $member } from '../../lib/member-store.ts';
import { $isPackToAdd, mySessions, $unproven } from '../bookings/my-sessions-store.ts';
import { canBook, freeInterviewPlace, sourcesOf } from '../bookings/packs-left.ts';
import { AskForFree } from '../packs/FreeInterview.tsx';
import { $chosenTime, dropTime, type ChosenTime } from '../public-mentors/chosen-time.ts';
import { useIsGone } from '../public-mentors/use-is-gone.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import type { Elements } from '../ui/elements.ts';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { Sentence } from '../ui/Sentence.tsx';

type WantedTimeProps = {
  /** True on the dashboard, above the packs. */
  onDashboard?: boolean;
  /** True if this is the member's next step. */
  isStep?: boolean;
  /** True if the next step is the free interview, whose card names a time for it. */
  hasFreeCard: boolean;
};

type TimeProps = { time: ChosenTime; says: string; children: Elements };

function Time({ time, says, children }: TimeProps) {
  const isGone = useIsGone(time.slot);
  const box = useRef<HTMLDivElement>(null);
  // In px.
  const height = useRef(0);
  // What follows stays in place when the time goes while the page is open.
  useLayoutEffect(() => {
    if (!box.current) return;
    if (isGone) box.current.style.minHeight = `${height.current}px`;
    else height.current = box.current.offsetHeight;
  });
  return (
    <div ref={box} id="wanted" tabIndex={-1} className="notice notice-calm mt-6">
      <p>
        <span>Your time: </span>
        <strong>
          <Sentence words={sayTime(time)} />
        </strong>
        {/* The key replaces the sentence as a whole (§12.54). */}
        <span key={String(isGone)}>{isGone ? '. It has gone: choose another.' : says}</span>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3 gap-x-6">
        {!isGone && children}
        <a className="link" href="/mentors" onClick={isGone ? dropTime : undefined}>
          {isGone ? 'Choose another time' : 'Change the time'}
        </a>
        <button ref={keepsFocus} type="button" className="link" onClick={dropTime}>
          Remove the time
        </button>
      </div>
    </div>
  );
}

function Wanted({ onDashboard = false, isStep = false, hasFreeCard }: WantedTimeProps) {
  const wanted = useStore($chosenTime, { ssr: 'initial' });
  const member = useStore($member, { ssr: 'initial' });
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  const unproven = useStore($unproven, { ssr: 'initial' });
  const isToAdd = useStore($isPackToAdd, { ssr: 'initial' });
  // The picker forgets a time that was already known to have gone, and any time once the member has booked. The line
  // that led to the picker then becomes invisible, so that what is below it stays in place.
  const [first] = useState(wanted);
  const toPick = wanted ?? first;
  if (!toPick || !member || !data) return null;
  if (canBook(sourcesOf(data), toPick)) {
    if (onDashboard || !(data.upcoming[0] ?? data.past[0])) return null;
    const [time, mentor] = sayTime(toPick);
    // Below the sessions that come first, the picker may be out of sight.
    return (
      <a className={`link mt-4 ${(wanted ?? toPick.isGone) ? '' : 'invisible'}`} href="#book">
        <Sentence
          key={String(toPick.isGone)}
          words={
            toPick.isGone
              ? [time, mentor, ', has gone. Choose another']
              : [`Book your time: ${time}`, mentor]
          }
        />
      </a>
    );
  }
  if (!wanted) return null;
  const hasPack = isToAdd || data.claimable.length > 0;
  // The free interview cannot book a GD (§15.52).
  const isInterview = wanted.kind === 'interview';
  if (isInterview && hasFreeCard && !hasPack) return null;
  const { payment } = data.waiting;
  // While a payment is open, the free interview’s card, below the packs, has the button.
  const isElsewhere = hasPack || (onDashboard && payment);
  const toFree = isInterview && !isElsewhere ? freeInterviewPlace(data.free_interview) : undefined;
  let waitsFor = '';
  if (hasPack) waitsFor = 'your pack is added';
  else if (payment && !toFree) waitsFor = payment.failed ? 'you have paid' : 'your payment arrives';
  const waiting = waitsFor && `You can book it once ${waitsFor}. `;
  const needs = isInterview || waitsFor ? '' : ' A GD needs a pack.';
  return (
    <Time time={wanted} says={`. ${waiting}We do not hold the seat.${needs}`}>
      {toFree &&
        (unproven ? (
          <a className="button button-quiet" href={toFree}>
            Verify your email to take it
          </a>
        ) : (
          <AskForFree label="Take it as your free interview" says="always" />
        ))}
      {!hasPack && !payment && (
        <a
          className={isStep && !toFree ? 'button' : 'button button-quiet'}
          href={onDashboard ? '#packs' : '/buy#packs'}
        >
          Book it with a pack
        </a>
      )}
    </Time>
  );
}

/**
 * The time that a member without a session chose on another page, with a press that takes the free interview, while they
 * can get it, and a link to the packs (§4.28).
 */
export const WantedTime = withErrorBoundary(Wanted);
