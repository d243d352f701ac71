import { Fragment, Suspense, useState } from 'react';
import type { CalendarPerson } from '../../domain/bookings/calendar-file.ts';
import { googleCalendarLink, memberNote } from '../../domain/bookings/google-calendar.ts';
import { mentorName, sessionTitle } from '../../domain/bookings/session-kinds.ts';
import { lasting } from '../../domain/periods.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { capitalized } from '../../domain/words/capitalized.ts';
import { serverNow } from '../../lib/clock.ts';
import { saveBytes } from '../../lib/save-bytes.ts';
import { notLoaded } from '../../lib/service-errors.ts';
import { inTime } from '../../domain/in-time.ts';
import type { Booking } from './my-sessions-schema.ts';
import type { Practised } from './progress.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { useWaitsForFresh } from '../ui/FreshButton.tsx';
import { NewTabLink } from '../ui/NewTabLink.tsx';
import { Sentence, type Words } from '../ui/Sentence.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { late } from '../ui/late.tsx';
import {
  canJoin,
  canReport,
  gdSeats,
  hasCv,
  hasStarted,
  isFree,
  nameOf,
  sayReported,
} from './booking-states.ts';
import { CalendarLeaf } from './CalendarLeaf.tsx';
import { JoinButton } from './JoinButton.tsx';
import { nearDay, sayFixed, timeUntil } from './session-times.ts';
import { SessionFiles } from './SessionFiles.tsx';
import { SessionTime } from './SessionTime.tsx';
import { ToPractise } from './ToPractise.tsx';
import '../ui/ink-panel.css';

// Loaded late, because few sessions are group discussions. If the download fails, the session and its 'Join' button
// stay.
const GdRoom = withErrorBoundary(late(() => import('./GdRoom.tsx')));

/**
 * Saves a booking's calendar file (§15.40). Loads its code on demand, and throws if that fails. Throws ToldError if the
 * browser cannot save files.
 */
async function saveCalendar(booking: Booking, organiser: CalendarPerson): Promise<void> {
  const { calendarFile } = await inTime(import('../../domain/bookings/calendar-file.ts'));
  const file = calendarFile({
    method: 'PUBLISH',
    id: booking.id,
    sequence: booking.sequence,
    startsAt: booking.starts_at,
    endsAt: booking.ends_at,
    madeAt: new Date(serverNow()),
    title: sessionTitle(booking.kind, booking.mentor),
    text: memberNote,
    site: location.origin,
    page: memberPages.sessions,
    organiser,
  });
  const name = booking.kind === 'gd' ? 'mock-gd' : 'mock-interview';
  await saveBytes(new Blob([file], { type: 'text/calendar;charset=utf-8' }), `${name}.ics`);
}

type UpcomingSessionProps = {
  booking: Booking;
  now: number;
  organiser: CalendarPerson;
  moving: boolean;
  /** What the member last did to this session on this visit: 'Booked', or from where it was moved. */
  done: Words | undefined;
  /** True for the next session, whose files are expanded at first. */
  isNext: boolean;
  /** The session whose feedback says what to practise. */
  practised: Practised | undefined;
  onMove: () => void;
  onCancel: () => void;
  onReport: () => void;
};

/** An upcoming or running session, and what the member can do with it (§15.36). */
export function UpcomingSession(props: UpcomingSessionProps) {
  const { booking, now, organiser, moving, done, isNext, practised, onMove, onCancel, onReport } =
    props;
  const { id, kind, starts_at, minutes, mentor, institute } = booking;
  const started = hasStarted(booking, now);
  const open = canJoin(booking, now);
  const near = nearDay(starts_at, now);
  const until = timeUntil(starts_at, now);
  // An open session may start after midnight.
  const day =
    near && (near === 'Today' || open) ? `${near}, ${until}` : (near ?? capitalized(until));
  const free = isFree(booking, now);
  const needsCv = kind === 'interview' && !open;
  // Only if it was missing at first, so that nothing moves when it has just been added.
  const isCvFirst = useState(!hasCv(booking))[0] && needsCv;
  const waitsForFresh = useWaitsForFresh();
  // The later sessions' cards are short: their rules and their buttons are folded.
  const isShort = !isNext && done === undefined;
  // Once the meeting is open, nothing should stand beside 'Join'.
  const isFolded = isShort || open;
  const fold = free
    ? isFolded
      ? 'Calendar, change or cancel'
      : 'Change or cancel'
    : isFolded
      ? 'Calendar or cancel'
      : 'Cancel this session';
  const rules = !open && (
    <>
      <p className="note">{`You can join from ${lasting('join opens')} before the start.`}</p>
      <p className="note">
        {free ? (
          <>
            <span>Change the time or cancel by </span>
            <SessionTime at={booking.free_until} now={now} />
            <span> and you keep the session. It costs you nothing.</span>
          </>
        ) : (
          sayFixed(starts_at, now)
        )}
      </p>
    </>
  );
  const calendars = (
    <>
      <PressButton work={() => saveCalendar(booking, organiser)} sayFailure={notLoaded}>
        Add to calendar
      </PressButton>
      <NewTabLink
        className="link"
        href={googleCalendarLink({
          title: sessionTitle(kind, mentor),
          startsAt: starts_at,
          endsAt: booking.ends_at,
          page: `${location.origin}${memberPages.sessions}`,
        })}
      >
        Google Calendar
      </NewTabLink>
    </>
  );

  // With the key, what is chosen and opened stays when both change places.
  const preparation = (
    <Fragment key="preparation">
      {practised && <ToPractise practised={practised} heading="h4" id="exercise" />}
      {/* A GD needs no files. */}
      <SessionFiles
        booking={booking}
        open
        needsCv={needsCv}
        unfolded={needsCv && (isNext || done !== undefined)}
      />
    </Fragment>
  );

  return (
    <li
      className={`booking-session grid gap-4 p-6 ${isNext ? 'ink-panel outlined' : 'card'}`}
      aria-labelledby={`booking-${id}`}
    >
      {done && (
        <p className="booking-done round-table round-table-taken bold">
          <span>
            <Sentence words={done} />
            <span>{`.${hasCv(booking) ? '' : ' Add your CV below: your mentor reads it before the session.'}`}</span>
          </span>
        </p>
      )}
      <CalendarLeaf at={starts_at} />
      <div>
        <p className="booking-when bold text-leaf">{started ? 'Running now' : day}</p>
        <h3 id={`booking-${id}`} tabIndex={-1} className="text-2xl text-wrap">
          {nameOf(booking)}
        </h3>
      </div>
      <div className="booking-facts">
        <p className="bold text-wrap">
          <SessionTime besideLeaf at={starts_at} minutes={minutes} />
        </p>
        <p>
          With <bdi translate="no">{mentorName(mentor)}</bdi>
          {institute && <span>{`. Target school: ${institute}.`}</span>}
        </p>
        {kind === 'gd' && !started && <p className="note">{gdSeats(booking, now)}</p>}
        {!isShort && rules}
      </div>
      {isCvFirst && preparation}
      <div className="actions">
        {open && (
          <div className="grid w-full">
            <JoinButton booking={booking} />
          </div>
        )}
        {!started && (
          <>
            {!isFolded && calendars}
            <details className="booking-changes">
              <summary className="link w-fit">{fold}</summary>
              {isShort && rules}
              <div className="actions">
                {isFolded && calendars}
                {free && (
                  <button type="button" className="link" aria-pressed={moving} onClick={onMove}>
                    Change time
                  </button>
                )}
                <button type="button" className="link" onClick={onCancel}>
                  Cancel session
                </button>
              </div>
              <p className="note">
                Google Calendar does not update itself: change or cancel the session there too.
              </p>
            </details>
          </>
        )}
        {canReport(booking, now) && (
          <button type="button" className="link" onClick={onReport}>
            My mentor did not join
          </button>
        )}
        {booking.report_is_open && <p>{sayReported(booking.answer_until, now)}</p>}
      </div>
      {kind === 'gd' && !waitsForFresh && (
        <Suspense fallback={null}>
          <GdRoom booking={booking} open={open} />
        </Suspense>
      )}
      {!isCvFirst && preparation}
    </li>
  );
}
