import { isRefused } from '../../domain/packs/free-interview.ts';
import {
  canJoin,
  canRate,
  hasBegun,
  isComing,
  isFree,
  isUnread,
  splitByEnd,
  tookPlace,
} from '../bookings/booking-states.ts';
import { exerciseOf, lastFeedbackOf, type Practised } from '../bookings/progress.ts';
import {
  bookablePacks,
  freeId,
  sessionsLeft,
  sourcesOf,
  type Source,
} from '../bookings/packs-left.ts';
import type {
  Booking,
  Invitation,
  MySessions,
  SessionFeedback,
} from '../bookings/my-sessions-schema.ts';
import { needsAnswer } from '../refunds/standing-words.ts';

export type Waiting = MySessions['waiting'];

export type Refund = NonNullable<Waiting['refund']>;

/** The next open time: null if there is none, undefined if the member has just cancelled it. */
type OpenTime = Waiting['next_time'] | undefined;

/** The possible next steps for a member, most important first (§15.70). */
export type NextStep =
  | { step: 'join'; booking: Booking }
  | { step: 'refund'; request: Refund }
  | { step: 'count' }
  | { step: 'rebook'; booking: Booking; source: Source }
  | { step: 'feedback'; booking: Booking }
  | { step: 'exercise'; practised: Practised; coming: Booking | undefined }
  | { step: 'session'; booking: Booking }
  | { step: 'invitation'; invitation: Invitation }
  | { step: 'claim' }
  // `all` is how many sessions are left, if in more than one pack.
  | {
      step: 'book';
      source: Source;
      isFirst: boolean;
      last: Practised | undefined;
      all: number | undefined;
      time: OpenTime;
    }
  | { step: 'payment'; payment: NonNullable<Waiting['payment']> }
  | { step: 'rate'; booking: Booking }
  | { step: 'offers'; waiting: Waiting }
  | { step: 'awaited'; booking: Booking }
  | { step: 'money'; request: Refund }
  | { step: 'free'; done: number }
  | { step: 'loan'; state: WaitingForLender; lender: string; waiting: Waiting }
  | { step: 'practice'; last: Practised | undefined; time: OpenTime }
  | { step: 'group' };

export type WaitingForLender = Extract<Waiting['loan'], 'chosen' | 'with_lender' | 'sanctioned'>;

/** How long after its feedback a session's rating or exercise can be the next step, in milliseconds. */
const fresh = 14 * 24 * 60 * 60_000;

/** Whether feedback is recent enough for its session to be news. */
export const isFresh = ({ first_given_at: given }: SessionFeedback, now: number) =>
  now - Date.parse(given) < fresh;

/** The last session that the member can still rate. */
export const unratedOf = (past: readonly Booking[], now: number) =>
  past.find(
    (booking) =>
      canRate(booking) &&
      !booking.given_back &&
      !booking.report_is_open &&
      !booking.rating &&
      booking.feedback?.attended &&
      isFresh(booking.feedback, now),
  );

/** The exercise that the member still has to do, if its feedback is recent enough to be news. */
export function exerciseToDo(past: readonly Booking[], now: number): Practised | undefined {
  const given = exerciseOf(past);
  return given && !given.feedback.exercise_done_at && isFresh(given.feedback, now)
    ? given
    : undefined;
}

type NextStepOptions = {
  /** True for the step after a cancelled session or the rating. */
  isDone?: boolean;
  /**
   * True for the sessions page, which leaves the loan to the other pages, and the exercise and the rating to its own
   * sections, and says that a session was cancelled even if another one is booked.
   */
  onSessions?: boolean;
};

/** The most important next step for the member (§15.70). `now` is in milliseconds. */
export function nextStep(
  sessions: MySessions,
  now: number,
  { isDone = false, onSessions = false }: NextStepOptions = {},
): NextStep {
  const { waiting, invitations, claimable, free_interview: free } = sessions;
  const { lender, refund, next_time: nextTime } = waiting;
  const loan = onSessions ? 'in group' : waiting.loan;
  const { upcoming, past } = splitByEnd(sessions, now);
  const open = upcoming.find((booking) => canJoin(booking, now));
  const unread = past.find(isUnread);
  const exercise = exerciseToDo(past, now);
  const unrated = unratedOf(past, now);
  const awaited = past.find((booking) => isComing(booking, now));
  const over = awaited ?? past.find(({ report_is_open }) => report_is_open);
  const [coming] = upcoming;
  const [invitation] = invitations;
  const sources = sourcesOf(sessions);
  const [source] = sources;
  // The member has just cancelled that very time, so it would be odd to offer it.
  const isGivenUp = past.some(
    ({ state, starts_at }) =>
      (state === 'cancelled' || state === 'late') && starts_at === nextTime?.starts_at,
  );
  const time = isGivenUp ? undefined : nextTime;
  const returned = past.find(({ id, refund: back }) => id === waiting.returned && !back);
  const back = returned && sources.find(({ id }) => id === (returned.order ?? freeId));

  if (open) return { step: 'join', booking: open };
  if (refund && needsAnswer(refund)) return { step: 'refund', request: refund };
  if (loan === 'not counted') return { step: 'count' };
  if (back && (!coming || onSessions) && !isDone) {
    return { step: 'rebook', booking: returned, source: back };
  }
  if (unread) return { step: 'feedback', booking: unread };
  // The session can no longer be moved, so the next step is to prepare for it.
  if (coming && !isFree(coming, now)) return { step: 'session', booking: coming };
  // One that came before the session that has just ended was to be done before it. The database writes both times in the
  // same form.
  if (exercise && !onSessions && !(awaited && awaited.ends_at > exercise.feedback.first_given_at)) {
    return { step: 'exercise', practised: exercise, coming };
  }
  if (coming) return { step: 'session', booking: coming };
  if (invitation) return { step: 'invitation', invitation };
  if (claimable.length > 0) return { step: 'claim' };
  if (source) {
    // A later session may have gone better, and its feedback is still to come.
    const last = awaited ? undefined : lastFeedbackOf(past);
    const all = bookablePacks(sessions).length > 1 ? sessionsLeft(sessions) : undefined;
    return { step: 'book', source, isFirst: past.length === 0, last, all, time };
  }
  if (waiting.payment) return { step: 'payment', payment: waiting.payment };
  if (unrated && !isDone && !onSessions) return { step: 'rate', booking: unrated };
  if (loan === 'one offer' || loan === 'to choose') return { step: 'offers', waiting };
  if (over) return { step: 'awaited', booking: over };
  if (refund) return { step: 'money', request: refund };
  const chosen = lender !== null && { lender, waiting };
  if (chosen && (loan === 'chosen' || loan === 'with_lender' || loan === 'sanctioned')) {
    return { step: 'loan', state: loan, ...chosen };
  }
  // On the sessions page, the exercise comes before it, in its own section.
  const isAfter = onSessions && exercise !== undefined;
  if (free.state === 'none' && free.left > 0 && !isAfter) {
    return { step: 'free', done: past.filter(tookPlace).length };
  }
  if (loan === 'none' && !hasBegun(sessions)) return { step: 'group' };
  return { step: 'practice', last: lastFeedbackOf(past), time };
}

/** Whether the step also says why the member did not get the free interview, which it would otherwise offer. */
export function saysRefusal({ free_interview: free }: MySessions, { step }: NextStep): boolean {
  return isRefused(free) && (step === 'practice' || step === 'group');
}
