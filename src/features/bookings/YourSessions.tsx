import { useStore } from '@nanostores/react';
import { Fragment, Suspense, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import type { CalendarPerson } from '../../domain/bookings/calendar-file.ts';
import { toPacks } from '../../domain/packs/packs.ts';
import { longTime, shortTime } from '../../domain/words/dates.ts';
import { $now } from '../../lib/now.ts';
import { notLoaded } from '../../lib/service-errors.ts';
import { canBook, freeId, sourcesOf, type Source } from './packs-left.ts';
import type { Booking, MySessions } from './my-sessions-schema.ts';
import { mySessions } from './my-sessions-store.ts';
import { openRequest } from '../refunds/standing-words.ts';
import { $chosenTime } from '../public-mentors/chosen-time.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/Loading.tsx';
import { MemberPage, MemberSection } from '../ui/MemberPage.tsx';
import type { Words } from '../ui/Sentence.tsx';
import { showToast } from '../ui/toast.ts';
import { useGoTo } from '../ui/use-go-to.ts';
import { late } from '../ui/late.tsx';
import { isComing, splitByEnd, splitByOutcome } from './booking-states.ts';
import { $justRead, refreshSlots } from './bookings.ts';
import { $isOpening, InvitationLink, Invitations, ProofForInvitations } from './Invitations.tsx';
import { NextTime, practiseAgain } from './NextTime.tsx';
import { PacksLeft } from './PacksLeft.tsx';
import { PastSession } from './PastSession.tsx';
import { PastSessions } from './PastSessions.tsx';
import { exerciseOf, progressOf } from './progress.ts';
import type { Question } from './Questions.tsx';
import { SlotPicker } from './SlotPicker.tsx';
import { TargetSchools } from './TargetSchools.tsx';
import { ToPractise } from './ToPractise.tsx';
import { UpcomingSession } from './UpcomingSession.tsx';
import './bookings.css';

// Loaded late, because members seldom cancel or report anything.
const loadQuestions = () => import('./Questions.tsx');
const Questions = late(loadQuestions);

// Loaded late, because progress appears only after a member's second piece of feedback.
const YourProgress = withErrorBoundary(late(() => import('./YourProgress.tsx')));

type YourSessionsProps = {
  /** The sender in the calendar files. */
  organiser: CalendarPerson;
  /** True if the card of the free interview is above. */
  hasFreeCard: boolean;
  /** The version of the terms that are in force. */
  terms: string;
};

/** The booking in `?feedback=<id>`, as in the link in the email about its feedback (§15.71). */
const linkedFeedback = () => new URLSearchParams(location.search).get('feedback');

// Other pages link to `#book`, `#past` or a single session. The browser looks for these elements before they are
// rendered, so the page has to scroll to them itself.
function linkedPlace(sources: readonly Source[], upcoming: readonly Booking[]): string {
  const source = linkedSource();
  // If nothing that the member has can book the chosen time, the page says above how to book it.
  const [wanted, mentor] = [$chosenTime.get(), linkedMentor()];
  const isAbove = wanted && !canBook(sources, wanted);
  if (location.hash === '#book' && isAbove && (!mentor || mentor === wanted.mentor.id)) {
    return 'wanted';
  }
  if (source === undefined) return location.hash.slice(1);
  if (sources.some(({ id }) => id === source)) return 'book';
  // The session has been booked since. Without such a session, the page stays at the top, where the next step is.
  const booked = upcoming.find(({ order, is_free }) => (is_free ? freeId : order) === source);
  return booked ? `booking-${booked.id}` : '';
}

/** The source in `#book-<order>` or `#book-free`, as in the 'Book a session' links on other pages. */
const linkedSource = () => /^#book-(.+)/.exec(location.hash)?.[1];

/** The booking in `#rate-<id>`, as in the 'Rate your session' link (§15.70). */
const linkedRating = () => /^#rate-(.+)/.exec(location.hash)?.[1];

/** The mentor in `?mentor=<id>`, as in the links on other pages (§4.25). */
const linkedMentor = () => Number(new URLSearchParams(location.search).get('mentor')) || undefined;

/** Where the focus goes after the member has confirmed: to the first of these places that still exists. */
function placesAfter({ what, booking }: Question, past: readonly Booking[]): string[] {
  const after = past.find(({ id }) => id === booking.id);
  const isShown = after && (what === 'report' || after.state === 'late');
  return [...(isShown ? [`past-${after.id}`] : []), 'upcoming', 'left'];
}

function Shown({
  sessions,
  organiser,
  hasFreeCard,
  terms,
}: YourSessionsProps & { sessions: MySessions }) {
  const now = useStore($now, { ssr: 'initial' });
  // Counts presses, so that the picker is mounted again even if the same source is chosen again.
  const [start, setStart] = useState(() => ({
    source: linkedSource(),
    mentor: linkedMentor(),
    nth: 0,
  }));
  const [movingId, setMovingId] = useState<string>();
  const [done, setDone] = useState<{ id: string; what: Words }>({ id: '', what: '' });
  const [hasChosen, setHasChosen] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const [feedback] = useState(linkedFeedback);
  const [rating, setRating] = useState(linkedRating);
  const { packs, free_interview: free, invitations } = sessions;
  const { upcoming, past } = splitByEnd(sessions, now);
  const sources = sourcesOf(sessions);
  const hasSources = sources.length > 0;
  // A member who has just booked their last session stays here.
  const [leaves, setLeaves] = useState(true);
  if (hasSources && leaves) setLeaves(false);
  const wanted = useStore($chosenTime, { ssr: 'initial' });
  // Only as the page opens, so that a press moves nothing.
  const [hasTime] = useState(wanted !== undefined && canBook(sources, wanted));
  const [opensToBook] = useState(hasTime || upcoming.length === 0);
  const isBookFirst = opensToBook && done.id === '';
  // Once a session is booked, the picker waits for a press.
  const [opens, setOpens] = useState(hasTime);
  if (!opens && (upcoming.length === 0 || /^#book\b/.test(location.hash))) setOpens(true);
  const goTo = useGoTo(() => linkedPlace(sources, upcoming));
  const follow = useEffectEvent(() => {
    setRating(linkedRating());
    goTo(linkedPlace(sources, upcoming));
  });
  // The next step above is on the same page, so its link does not reload the page.
  useEffect(() => {
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  const hasAny = packs.length > 0 || free.state === 'granted';
  const moving = upcoming.find(({ id }) => id === movingId);
  const { held, ended } = splitByOutcome(past, useStore($justRead, { ssr: 'initial' }), now);
  const coming = held.filter((booking) => isComing(booking, now));
  // When feedback arrives, its session keeps its place, and with it a rating that the member is writing.
  const [waited] = useState(() => coming.map(({ id }) => id));
  const awaited = held.filter(
    (booking) => coming.includes(booking) || (booking.feedback && waited.includes(booking.id)),
  );
  const progress = progressOf(past);
  const practised = exerciseOf(past);
  // An exercise that is done comes last. Only as the page opens, so that a press moves nothing.
  const [isFinished] = useState(practised?.feedback.exercise_done_at);
  // Upcoming sessions and, unless the picker comes first, the packs are shown before it is drawn, if the address
  // leads to no part of the page.
  const shows = useDeferredValue(true, location.hash !== '' || location.search !== '');
  // A member with an invitation need not be told to buy a pack.
  const needsSession =
    !hasSources &&
    !moving &&
    (!hasFreeCard || start.mentor !== undefined) &&
    (start.mentor !== undefined || !wanted || wanted.isGone) &&
    (hasAny || invitations.length === 0);
  // Above this section, the page shows a time of this mentor that the member has just chosen.
  const isShownAbove = wanted !== undefined && wanted.mentor.id === start.mentor;
  const ask = async (asked: Question) => {
    try {
      await loadQuestions();
    } catch {
      showToast('error', notLoaded());
      return;
    }
    setQuestion(asked);
  };

  const startBooking = (source: string | undefined, mentor?: number) => {
    setMovingId(undefined);
    setOpens(true);
    // A time that is already chosen stays so, unless the member wants another mentor or has to choose the pack.
    if (!hasChosen || moving || mentor !== undefined || sources.length > 1) {
      setStart((last) => ({ source, mentor: mentor ?? last.mentor, nth: last.nth + 1 }));
    }
    goTo(...(mentor === undefined ? ['chosen'] : []), 'book');
  };

  const left = hasAny && (
    <MemberSection key="left" id="left" title={hasSources ? 'Sessions left' : 'Your packs'}>
      <PacksLeft
        {...{ packs, free }}
        past={sessions.past}
        onBook={isBookFirst && !moving && sources.length === 1 ? undefined : startBooking}
      />
    </MemberSection>
  );
  const isOnHold = packs.some((pack) => pack.role === 'buyer' && openRequest(pack));
  const shared = {
    now,
    requests: packs.flatMap(({ other_refunds }) => other_refunds),
    next: hasSources ? '#book' : toPacks,
    sells: !isOnHold,
    onBookAgain: hasSources
      ? ({ mentor }: Booking) => startBooking(undefined, mentor.id)
      : undefined,
  };
  // Before its feedback is read, only the feedback counts. Once shown, it stays, even if the mentor corrects the
  // feedback, so that a note that the member is typing is not lost.
  const [shownId, setShownId] = useState('');
  if (practised?.feedback.read && practised.id !== shownId) setShownId(practised.id);
  const exercise = practised?.id === shownId && upcoming.length === 0 && (
    <MemberSection id="exercise" title="Your exercise">
      <ToPractise
        practised={practised}
        heading="h3"
        className={`${isFinished || hasFreeCard ? 'card' : 'ink-panel'} p-6`}
      />
    </MemberSection>
  );
  const again = needsSession && (
    <MemberSection
      key="again"
      id={isShownAbove ? 'again' : 'book'}
      title={practiseAgain(sessions, now)}
    >
      <NextTime {...sessions} mentor={start.mentor} leaves={leaves} />
    </MemberSection>
  );
  const history = (
    <Fragment key="history">
      {progress.length > 0 && (
        <MemberSection id="progress" title="Your progress">
          <div className="grid gap-4">
            <Suspense fallback={<Loading>Loading your progress</Loading>}>
              {progress.map((one) => (
                <YourProgress key={one.kind} {...one} />
              ))}
            </Suspense>
          </div>
        </MemberSection>
      )}
      {past.length > awaited.length && (
        <PastSessions
          {...{ ended, feedback, rating, shared, goTo }}
          held={held.filter((booking) => !awaited.includes(booking))}
          onReport={(booking) => void ask({ what: 'report', booking })}
        />
      )}
      {isFinished && exercise}
    </Fragment>
  );

  const showBooked = (booking: Booking) => {
    showToast('success', `${moving ? 'Moved to' : 'Booked for'} ${longTime(booking.starts_at)}.`);
    const what = moving
      ? [`Moved from ${shortTime(moving.starts_at)}, with `, moving.mentor.name]
      : 'Booked';
    setDone({ id: booking.id, what });
    setMovingId(undefined);
    setOpens(false);
    // A reload would otherwise look for more times of the mentor in the address.
    globalThis.history.replaceState(globalThis.history.state, '', location.pathname);
    goTo(`booking-${booking.id}`);
  };

  const book = (moving ?? (hasSources && opens)) && (
    <MemberSection
      key="book"
      id="book"
      title={moving ? 'Change your session’s time' : 'Book a session'}
    >
      <SlotPicker
        key={movingId ?? start.nth}
        source={start.source}
        mentor={start.mentor}
        {...{ sources, moving, now }}
        targets={sessions.targets}
        onChoice={setHasChosen}
        onDone={showBooked}
        onKeep={() => {
          goTo(`booking-${movingId}`);
          setMovingId(undefined);
        }}
      />
    </MemberSection>
  );
  const schools = (
    <MemberSection key="schools" id="schools" title="Your schools">
      <TargetSchools {...sessions} />
    </MemberSection>
  );
  // With nothing left, the member comes for the last session, not for the next one. The keys keep what has been typed
  // or opened while the sections change places.
  const isHistoryLast = hasTime || hasSources || isOnHold;
  const toBook = isBookFirst ? [book, left] : [left, book];
  const parts = isHistoryLast ? toBook : [history, ...toBook];
  const isAgainFirst = upcoming.length === 0 && !isOnHold;

  return (
    <>
      <Invitations {...{ invitations, terms, goTo }} />
      {upcoming.length > 0 && (
        <MemberSection id="upcoming" title="Coming up">
          <ul className="grid gap-4">
            {upcoming.map((booking, index) => (
              <UpcomingSession
                key={booking.id}
                {...{ booking, now, organiser }}
                moving={booking.id === movingId}
                done={booking.id === done.id ? done.what : undefined}
                isNext={index === 0}
                practised={index === 0 ? practised : undefined}
                onMove={() => {
                  setMovingId(booking.id);
                  goTo('book');
                }}
                onCancel={() => void ask({ what: 'cancel', booking })}
                onReport={() => void ask({ what: 'report', booking })}
              />
            ))}
          </ul>
        </MemberSection>
      )}
      {awaited.length > 0 && (
        <MemberSection
          id="awaited"
          title={coming.length > 0 ? 'Feedback to come' : 'Your feedback is here'}
        >
          <ul className="grid gap-4">
            {awaited.map((booking) => (
              <PastSession
                key={booking.id}
                {...{ booking, ...shared }}
                linked={false}
                rates={booking.id === rating}
                onReport={() => void ask({ what: 'report', booking })}
              />
            ))}
          </ul>
        </MemberSection>
      )}
      {!isFinished && exercise}
      {isAgainFirst && again}
      {shows
        ? [...parts, !isAgainFirst && again, isHistoryLast && history, schools]
        : hasSources && !isBookFirst && [left]}
      {shows ? (
        <ProofForInvitations hasPack={packs.length > 0} />
      ) : (
        <Loading className="loading-page member-loading mt-8">Loading the rest of the page</Loading>
      )}
      <Suspense fallback={null}>
        {question && (
          <Questions
            {...{ question, now }}
            freeInterview={free}
            onClose={(done) => {
              setQuestion(undefined);
              if (done) goTo(...placesAfter(question, past));
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function Page(props: YourSessionsProps) {
  const isOpening = useStore($isOpening, { ssr: 'initial' });
  return (
    <MemberPage
      $data={mySessions.$data}
      refresh={() => {
        mySessions.refresh();
        refreshSlots();
      }}
      words={{
        loading: 'Loading your sessions',
        notLoaded: 'We could not load your sessions. They are safe. Check your connection.',
        offline: 'This is the last version we loaded. To book, connect to the internet.',
      }}
    >
      {(sessions) => (
        <>
          <InvitationLink />
          {isOpening ? (
            <Loading className="loading-page member-loading mt-8">Opening your invitation</Loading>
          ) : (
            <Shown sessions={sessions} {...props} />
          )}
        </>
      )}
    </MemberPage>
  );
}

/** /dashboard/sessions: upcoming sessions, the picker, the sessions left in each pack, and past sessions (§15.34). */
export const YourSessions = withErrorBoundary(Page);
