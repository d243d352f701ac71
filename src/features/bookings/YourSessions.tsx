import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { lasting } from '../../domain/periods.ts';
import { bookingRefusals } from '../../domain/refusals/bookings.ts';
import { count } from '../../domain/words/count.ts';
import { zonedTime } from '../../domain/words/dates.ts';
import { sayFailure, wordOf } from '../../lib/say-failure.ts';
import { notLoaded } from '../../lib/service-errors.ts';
import { sourcesOf } from '../packs/packs-left.ts';
import type { Booking, Sessions } from '../packs/practice-schema.ts';
import { $practice, refreshPractice } from '../packs/practice-store.ts';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { MemberPage } from '../ui/MemberPage.tsx';
import { showToast } from '../ui/toast.ts';
import { useGoTo } from '../ui/use-go-to.ts';
import {
  isFree,
  isFreeInterviewOver,
  isUnread,
  splitByEnd,
  splitByOutcome,
} from './booking-states.ts';
import { $justRead, cancelBooking, refreshSlots, reportNoMentor } from './bookings.ts';
import type { CalendarPerson } from './download-calendar.ts';
import { Invitations, ProofForInvitations } from './Invitations.tsx';
import { $now } from './now.ts';
import { PacksLeft } from './PacksLeft.tsx';
import { PastSession } from './PastSession.tsx';
import { exerciseOf, progressOf } from './progress.ts';
import { SessionTime } from './SessionTime.tsx';
import { SlotPicker } from './SlotPicker.tsx';
import { ToPractise } from './ToPractise.tsx';
import { UpcomingSession } from './UpcomingSession.tsx';
import './bookings.css';

// Few visits cancel anything, so the dialog comes on demand.
const loadAskFirst = () => import('../ui/AskFirst.tsx');
const AskFirst = lazy(async () => ({ default: (await loadAskFirst()).AskFirst }));

// Only who has two sheets of feedback has progress to see.
const YourProgress = withErrorBoundary(
  lazy(async () => ({ default: (await import('./YourProgress.tsx')).YourProgress })),
);

type YourSessionsProps = {
  /** Who sends the calendar files. */
  organiser: CalendarPerson;
  /** Where a pack is bought. */
  packsHref: string;
};

type Question = { what: 'cancel' | 'report'; booking: Booking };

// A page shows this many past sessions before it is asked for all.
const pastAtFirst = 5;

/** The session in `?feedback=<id>`, to which the mail about its feedback leads (§15.71). */
const linkedFeedback = () => new URLSearchParams(location.search).get('feedback');

// 'Book a session' on other pages leads to `#book`, which the browser looked for before it was there.
const linkedPlace = () => (location.hash.startsWith('#book') ? 'book' : '');

/** The source in `#book-<order>` or `#book-free`, to which 'Book a session' leads from other pages. */
function linkedSource(): string | undefined {
  return /^#book-(.+)/.exec(location.hash)?.[1];
}

const say = (error: unknown) => sayFailure(error, bookingRefusals);

function Which({ booking: { kind, starts_at, mentor } }: { booking: Booking }) {
  return (
    <p>
      {sessionNames[kind]}, <SessionTime at={starts_at} />, with {mentor.name}.
    </p>
  );
}

type AskProps = { booking: Booking; onClose: (done: boolean) => void };

type AskCancelProps = AskProps & { now: number; freeInterview: Sessions['free_interview'] };

function AskCancel({ booking, now, freeInterview, onClose }: AskCancelProps) {
  // The clock of this device may be slow, and the time may run out while the dialog is open.
  const [isLate, setIsLate] = useState(false);
  const free = isFree(booking, now) && !isLate;
  const lapses = booking.is_free && isFreeInterviewOver(freeInterview, now);
  return (
    <AskFirst
      title="Cancel this session?"
      confirm="Cancel the session"
      confirming="Cancelling it"
      keep="Keep it"
      work={async () => {
        const cameBack = await cancelBooking(booking.id, free).catch((error: unknown) => {
          if (wordOf(error) === 'no_longer_free') setIsLate(true);
          throw error;
        });
        showToast(
          'success',
          cameBack ? 'Cancelled. The session came back to you.' : 'Cancelled. The session is used.',
        );
      }}
      sayFailure={say}
      onClose={onClose}
    >
      <Which booking={booking} />
      {free && lapses && (
        <p className="notice mt-3">
          The time to book your free interview is over, so it passes to the next student if you
          cancel this one.
        </p>
      )}
      {free && !lapses && (
        <p className="notice notice-calm mt-3">
          The session comes back, and you can book another time.
        </p>
      )}
      {!free && (
        <p className="notice mt-3">
          Less than {lasting('cancel free')} are left, so the session does not come back: it counts
          as used. If a call, an exam, an illness or a failure of power or network is the reason,
          write to us.
        </p>
      )}
    </AskFirst>
  );
}

function AskReport({ booking, onClose }: AskProps) {
  return (
    <AskFirst
      title="Did the mentor not come?"
      confirm="The mentor did not come"
      confirming="Telling us"
      keep="Never mind"
      work={async () => {
        await reportNoMentor(booking.id);
        showToast('success', 'Thank you. We will look into it and write to you.');
      }}
      sayFailure={say}
      onClose={onClose}
    >
      <Which booking={booking} />
      <p className="mt-3">
        A person looks at it and writes to you. If it was our fault you choose: the session again at
        no cost, or its share of the price back.
      </p>
    </AskFirst>
  );
}

function NoPack({ href }: { href: string }) {
  return (
    <EmptyBox>
      <p>
        A pack holds one, two or five sessions, which you book here.{' '}
        <a className="text-link" href={href}>
          See the packs
        </a>
      </p>
    </EmptyBox>
  );
}

function Shown({ sessions, organiser, packsHref }: YourSessionsProps & { sessions: Sessions }) {
  const now = useStore($now, { ssr: 'initial' });
  // A number of its own for each press, so that the picker begins anew with the source that was pressed.
  const [start, setStart] = useState(() => ({ source: linkedSource(), nth: 0 }));
  const [movingId, setMovingId] = useState<string>();
  const [question, setQuestion] = useState<Question>();
  const [feedback] = useState(linkedFeedback);
  const [showsAll, setShowsAll] = useState(false);
  const goTo = useGoTo(linkedPlace);

  const { packs, free_interview: free, invitations } = sessions;
  const { upcoming, past } = splitByEnd(sessions, now);
  const sources = sourcesOf(sessions);
  const hasAny = packs.length > 0 || free.state === 'granted';
  const moving = upcoming.find(({ id }) => id === movingId);
  const { held, ended } = splitByOutcome(past, useStore($justRead, { ssr: 'initial' }));
  const shownHeld = showsAll ? held : held.slice(0, pastAtFirst);
  const progress = progressOf(past);
  const exercise = exerciseOf(past);
  const isNextStep = sources.length === 1 && upcoming.length === 0 && !held.some(isUnread);

  const ask = async (asked: Question) => {
    try {
      await loadAskFirst();
    } catch {
      showToast('error', notLoaded());
      return;
    }
    setQuestion(asked);
  };

  const done = (booking: Booking) => {
    const { day, time } = zonedTime(booking.starts_at);
    showToast('success', `${moving ? 'Moved to' : 'Booked for'} ${day}, ${time}.`);
    setMovingId(undefined);
    goTo(`booking-${booking.id}`);
  };

  const listed = (bookings: readonly Booking[]) => (
    <ul className="grid gap-4">
      {bookings.map((booking) => (
        <PastSession
          key={booking.id}
          {...{ booking, now }}
          linked={booking.id === feedback}
          next={sources.length > 0 ? '#book' : packsHref}
          onReport={() => void ask({ what: 'report', booking })}
        />
      ))}
    </ul>
  );

  return (
    <>
      <Invitations invitations={invitations} />
      {upcoming.length > 0 && (
        <section aria-labelledby="upcoming">
          <h2 id="upcoming" tabIndex={-1} className="member-heading">
            Coming up
          </h2>
          <ul className="upcoming grid gap-4">
            {upcoming.map((booking, index) => (
              <UpcomingSession
                key={booking.id}
                {...{ booking, now, organiser }}
                moving={booking.id === movingId}
                isNext={index === 0}
                exercise={index === 0 ? exercise : undefined}
                onMove={() => {
                  setMovingId(booking.id);
                  goTo('book');
                }}
                onCancel={() => void ask({ what: 'cancel', booking })}
                onReport={() => void ask({ what: 'report', booking })}
              />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="left">
        <h2 id="left" tabIndex={-1} className="member-heading">
          Sessions left
        </h2>
        {hasAny ? (
          <PacksLeft
            {...{ packs, free }}
            primary={isNextStep}
            onBook={(chosen) => {
              setMovingId(undefined);
              setStart(({ nth }) => ({ source: chosen, nth: nth + 1 }));
              goTo('book');
            }}
          />
        ) : (
          <NoPack href={packsHref} />
        )}
      </section>
      {(sources.length > 0 || moving) && (
        <section aria-labelledby="book">
          <h2 id="book" tabIndex={-1} className="member-heading">
            {moving ? 'Move your session' : 'Book a session'}
          </h2>
          <SlotPicker
            key={movingId ?? start.nth}
            source={start.source}
            {...{ sources, moving, now }}
            onDone={done}
            onKeep={() => {
              goTo(`booking-${movingId}`);
              setMovingId(undefined);
            }}
          />
        </section>
      )}
      {packs.length > 0 && sources.length === 0 && !moving && (
        <p className="notice notice-calm mt-8">
          Nothing is left to book.{' '}
          <a className="text-link" href={packsHref}>
            See the packs
          </a>
        </p>
      )}
      {(progress.length > 0 || (exercise && upcoming.length === 0)) && (
        <section aria-labelledby="progress">
          <h2 id="progress" tabIndex={-1} className="member-heading">
            Your progress
          </h2>
          <div className="grid gap-4">
            {exercise && upcoming.length === 0 && <ToPractise exercise={exercise} heading="h3" />}
            <Suspense fallback={<p className="progress-loading">Loading your progress</p>}>
              {progress.map((one) => (
                <YourProgress key={one.kind} {...one} />
              ))}
            </Suspense>
          </div>
        </section>
      )}
      {past.length > 0 && (
        <section aria-labelledby="past">
          <h2 id="past" tabIndex={-1} className="member-heading">
            Past sessions
          </h2>
          {listed(shownHeld)}
          {shownHeld.length < held.length && (
            <button
              type="button"
              className="link mt-3"
              onClick={() => {
                setShowsAll(true);
                goTo(`past-${held[pastAtFirst]?.id}`);
              }}
            >
              Show all {held.length}
            </button>
          )}
          {ended.length > 0 && (
            <details className="mt-4">
              <summary className="link w-fit">
                {count(ended.length, 'session')} that did not take place
              </summary>
              {listed(ended)}
            </details>
          )}
        </section>
      )}
      <ProofForInvitations hasPack={packs.length > 0} />
      <Suspense fallback={null}>
        {question?.what === 'cancel' && (
          <AskCancel
            booking={question.booking}
            now={now}
            freeInterview={free}
            onClose={(cancelled) => {
              setQuestion(undefined);
              if (cancelled) goTo('upcoming', 'left');
            }}
          />
        )}
        {question?.what === 'report' && (
          <AskReport
            booking={question.booking}
            onClose={(reported) => {
              setQuestion(undefined);
              if (reported)
                goTo(past.some(({ id }) => id === question.booking.id) ? 'past' : 'upcoming');
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function refreshAll(): void {
  refreshPractice();
  refreshSlots();
}

function Page(props: YourSessionsProps) {
  return (
    <MemberPage
      $data={$practice}
      refresh={refreshAll}
      words={{
        loading: 'Loading your sessions',
        notLoaded: 'Your sessions could not be loaded. They are safe; the connection is not.',
        offline: 'This is what we knew last; booking needs a connection.',
      }}
      loadingClass="sessions-loading"
    >
      {(sessions) => <Shown sessions={sessions} {...props} />}
    </MemberPage>
  );
}

/** /dashboard/sessions: what is left of the packs, what is booked, what was, and the picker (§15.34). */
export const YourSessions = withErrorBoundary(Page);
