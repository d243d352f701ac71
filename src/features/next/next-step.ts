import { sayTime } from '../../domain/bookings/say-time.ts';
import { mentorName, sessionNames, sessionWords } from '../../domain/bookings/session-kinds.ts';
import { isRefused } from '../../domain/packs/free-interview.ts';
import { ifApproved, ifFailed } from '../../domain/payments/payment-words.ts';
import { lowestPrice, packName } from '../../domain/packs/packs.ts';
import { dayAndTime } from '../../domain/words/dates.ts';
import { formatRupees, inShort, unbroken } from '../../domain/words/money.ts';
import { sayReason } from '../../domain/loans/choices.ts';
import { memberPages } from '../../domain/member-pages.ts';
import {
  canJoin,
  canRate,
  hasBegun,
  hasCv,
  hasStarted,
  isComing,
  isFree,
  isUnread,
  outcomeOf,
  splitByEnd,
  sayReported,
} from '../bookings/booking-states.ts';
import { exerciseOf, lastFeedbackOf, weakestOf, type Practised } from '../bookings/progress.ts';
import { sharedBy, sharedPack } from '../bookings/second-person.ts';
import { feedbackComing, nearDay, sayWhen, timeUntil } from '../bookings/session-times.ts';
import { freeId, sourcesOf, type Source } from '../bookings/packs-left.ts';
import type {
  Booking,
  Invitation,
  MySessions,
  SessionFeedback,
} from '../bookings/my-sessions-schema.ts';
import type { ChosenTime } from '../public-mentors/chosen-time.ts';
import { needsAnswer, standing } from '../refunds/standing-words.ts';
import type { Words } from '../ui/Sentence.tsx';

type Waiting = MySessions['waiting'];

type Refund = NonNullable<Waiting['refund']>;

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
  | { step: 'payment'; payment: NonNullable<Waiting['payment']> }
  | { step: 'book'; source: Source; isFirst: boolean; last: Practised | undefined }
  | { step: 'rate'; booking: Booking }
  | { step: 'offers'; declined: Waiting['declined'] }
  | { step: 'awaited'; booking: Booking }
  | { step: 'money'; request: Refund }
  | { step: 'free' }
  | { step: 'loan'; state: WaitingForLender; lender: string; loan: string }
  // `time` is null if none is open, and undefined if the member has just cancelled it.
  | { step: 'practice'; last: Practised | undefined; time: Waiting['next_time'] | undefined }
  | { step: 'group' };

type WaitingForLender = Extract<Waiting['loan'], 'chosen' | 'with_lender' | 'sanctioned'>;

/** In milliseconds: for two weeks after its feedback came, a session's rating or exercise can be the next step. */
const fresh = 14 * 24 * 60 * 60_000;

/** The last session whose feedback is still to come. */
export const awaitedOf = (past: readonly Booking[], now: number) =>
  past.find((booking) => isComing(booking, now));

const isFresh = ({ first_given_at: given }: SessionFeedback, now: number) =>
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

type NextStepOptions = {
  /** True for the step after a cancelled session or the rating. */
  isDone?: boolean;
  /**
   * True for the sessions page, which leaves the loan to the other pages, and says that a session was cancelled even if
   * another one is booked.
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
  const { lender, refund, next_time: time } = waiting;
  const loan = onSessions ? 'in group' : waiting.loan;
  const { upcoming, past } = splitByEnd(sessions, now);
  const open = upcoming.find((booking) => canJoin(booking, now));
  const unread = past.find(isUnread);
  const exercise = exerciseOf(past);
  const unrated = unratedOf(past, now);
  const awaited = awaitedOf(past, now);
  const over = awaited ?? past.find(({ report_is_open }) => report_is_open);
  const [coming] = upcoming;
  const [invitation] = invitations;
  const sources = sourcesOf(sessions);
  const [source] = sources;
  const cancelled = past.find(({ id }) => id === waiting.called_off);
  const returned = cancelled && sources.find(({ id }) => id === (cancelled.order ?? freeId));

  if (open) return { step: 'join', booking: open };
  if (refund && needsAnswer(refund)) return { step: 'refund', request: refund };
  if (loan === 'not counted') return { step: 'count' };
  if (returned && (!coming || onSessions) && !isDone) {
    return { step: 'rebook', booking: cancelled, source: returned };
  }
  if (unread) return { step: 'feedback', booking: unread };
  // The session can no longer be moved, so the next step is to prepare for it.
  if (coming && !isFree(coming, now)) return { step: 'session', booking: coming };
  // It was to be done before the session that has just ended.
  if (
    exercise &&
    !awaited &&
    !exercise.feedback.exercise_done_at &&
    isFresh(exercise.feedback, now)
  ) {
    return { step: 'exercise', practised: exercise, coming };
  }
  if (coming) return { step: 'session', booking: coming };
  if (invitation) return { step: 'invitation', invitation };
  if (claimable.length > 0) return { step: 'claim' };
  if (waiting.payment) return { step: 'payment', payment: waiting.payment };
  if (source) {
    return { step: 'book', source, isFirst: past.length === 0, last: lastFeedbackOf(past) };
  }
  if (unrated && !isDone) return { step: 'rate', booking: unrated };
  if (loan === 'to choose') return { step: 'offers', declined: waiting.declined };
  if (over) return { step: 'awaited', booking: over };
  if (refund) return { step: 'money', request: refund };
  const chosen = lender !== null && { lender, loan: sayLoanSum(waiting, { inTitle: true }) };
  // The member has to sign.
  if (chosen && loan === 'sanctioned') return { step: 'loan', state: loan, ...chosen };
  if (free.state === 'none' && free.left > 0) return { step: 'free' };
  if (chosen && (loan === 'chosen' || loan === 'with_lender')) {
    return { step: 'loan', state: loan, ...chosen };
  }
  if (loan === 'none' && !hasBegun(sessions)) return { step: 'group' };
  // The member has just cancelled that very time, so it would be odd to offer it.
  const isGivenUp = past.some(
    ({ state, starts_at }) =>
      (state === 'cancelled' || state === 'late') && starts_at === time?.starts_at,
  );
  return { step: 'practice', last: lastFeedbackOf(past), time: isGivenUp ? undefined : time };
}

/**
 * Whether the member has not begun anything and has nothing to deal with, so that the page offers two starting points
 * (§15.72).
 */
export function isFirstVisit(sessions: MySessions, { step }: NextStep): boolean {
  return !hasBegun(sessions) && (step === 'free' || step === 'group');
}

/** Whether the step also says why the member did not get the free interview, which it would otherwise offer. */
export function saysRefusal({ free_interview: free }: MySessions, { step }: NextStep): boolean {
  return isRefused(free) && (step === 'practice' || step === 'group');
}

/** Why the lender has declined, and what is left to the member. */
export function sayDeclined({ reason, others }: NonNullable<Waiting['declined']>): string {
  const why = reason ? `${sayReason(reason)} ` : '';
  if (others === 0) return `${why}Your loan page says what you can do next.`;
  return `${why}${others === 1 ? 'One other offer is open.' : `${others} other offers are open.`}`;
}

/** What the step says in a sentence or two, and its one button. */
type Said = { title: Words; text?: Words; action?: { label: string; href: string } };

/** The label of a link to a session. */
export const seeSession = 'See your session';

/** Where /dashboard/sessions shows a past session. */
export const pastHref = ({ id }: Booking) => `${memberPages.sessions}#past-${id}`;

/** Where /dashboard/sessions shows a booked session. */
export const bookingHref = ({ id }: Booking) => `${memberPages.sessions}#booking-${id}`;

/** Where /dashboard/sessions asks for a session's rating. */
export const ratingHref = ({ id }: Booking) => `${memberPages.sessions}#rate-${id}`;

function saySession(booking: Booking, now: number): Said {
  const { kind, starts_at } = booking;
  // The title already says 'tomorrow'.
  const until =
    nearDay(starts_at, now) === 'Tomorrow'
      ? ''
      : `, ${hasStarted(booking, now) ? 'running now' : timeUntil(starts_at, now)}`;
  return {
    title: `${sessionNames[kind]}: ${sayWhen(starts_at, now)}`,
    text: [
      'With ',
      mentorName(booking.mentor),
      `${until}.${hasCv(booking) || canJoin(booking, now) ? '' : ' Add your CV: your mentor reads it before the session.'}`,
    ],
    action: {
      label: hasCv(booking) ? seeSession : 'Add your CV',
      href: hasCv(booking) ? bookingHref(booking) : `${memberPages.sessions}#files-${booking.id}`,
    },
  };
}

/** What a member waits for after a session: the feedback (§15.21), or the decision on a report (§15.88); and by when. */
function sayAwaited(booking: Booking, now: number): Said {
  const { mentor } = booking;
  if (booking.report_is_open) {
    return {
      title: ['You told us that ', mentor.name, ' did not join'],
      text: sayReported(booking.answer_until, now),
      action: { label: seeSession, href: pastHref(booking) },
    };
  }
  const { isLate, says } = feedbackComing(booking, now);
  return {
    title: isLate
      ? ['Your feedback from ', mentor.name, ' is late']
      : ['Your session is over. ', mentor.name, ' is writing your feedback'],
    text: says,
    action: { label: seeSession, href: pastHref(booking) },
  };
}

const feedbackPage = ({ id }: Booking) =>
  `${memberPages.sessions}?${new URLSearchParams({ feedback: id })}`;

/** 'your loan of Rs 15 lakh', or 'Rs 15 lakh of the Rs 20 lakh you asked for'; in a title, without the last words. */
export function sayLoanSum(
  { loan_amount: amount, loan_asked: asked }: Waiting,
  { inTitle = false } = {},
): string {
  if (!amount) return 'your loan';
  if (!asked) return `your loan of ${inShort(amount)}`;
  return `${inShort(amount)} of ${inTitle ? inShort(asked) : `the ${inShort(asked)} you asked for`}`;
}

const seeLoan = { label: 'See your loan', href: memberPages.loan };

function sayLoan({ state, lender, loan }: Extract<NextStep, { step: 'loan' }>): Said {
  const words: Record<WaitingForLender, [title: string, text: string]> = {
    chosen: [
      `You chose ${lender}`,
      'We will send your request, usually within two working days. Have your papers ready.',
    ],
    with_lender: [
      `${lender} has your request`,
      'It will call or write to you. Have your papers ready.',
    ],
    sanctioned: [
      `Sanctioned: ${loan}`,
      `Read ${lender}’s sanction letter and Key Facts Statement before you sign.`,
    ],
  };
  const [title, text] = words[state];
  return { title, text, action: seeLoan };
}

const compareOffers = { label: 'Compare offers', href: memberPages.loan };

const requestPage = ({ number }: Refund) =>
  `${memberPages.refunds}?${new URLSearchParams({ request: number })}`;

/** What an open request that does not need the member's answer has come to, and when the money comes (§17.62). */
function sayMoney(request: Refund): Said {
  const [title, next] = standing(request);
  return {
    title,
    text: ['Request ', request.number, `.${next && ` ${next}.`}`],
    action: { label: 'See your request', href: requestPage(request) },
  };
}

/** The weakest point in the last feedback, to practise next: 'presence (2 of 5 last time)'. */
function weakPoint(last: Practised | undefined): string | undefined {
  const weakest = last && weakestOf(last);
  return (
    weakest && `${weakest.name.toLowerCase()} (${unbroken(`${weakest.score} of 5`)} last time)`
  );
}

/** In a sentence: 'tomorrow at 6:30 pm', or 'on Friday 4 December at 6:30 pm' for another day. */
function onDay(at: string, now: number): string {
  const { day, time } = dayAndTime(at);
  return `${nearDay(at, now)?.toLowerCase() ?? `on ${day}`} at ${unbroken(time)}`;
}

/** The practice that the last feedback suggests (or any practice), with the next free time and its price. */
function sayPractice({ last, time }: Extract<NextStep, { step: 'practice' }>, now: number): Said {
  const weak = weakPoint(last);
  const price = `Packs start at ${formatRupees(lowestPrice)}.`;
  const says = time && ` is free ${onDay(time.starts_at, now)}. ${price}`;
  return {
    title: weak ? `Next: practise ${weak}` : 'Practise before the panel',
    text: says
      ? time.mentor
        ? ['', time.mentor, says]
        : `A mentor${says}`
      : `${time === null ? 'No times are open right now. ' : ''}${price}`,
    action: { label: 'Choose a pack', href: `${memberPages.main}#packs` },
  };
}

/**
 * A step's text and its button. Joining a session and asking for the free interview have their buttons elsewhere, and
 * claiming a pack is a separate component. `wanted` is the time that the member chose on another page.
 */
export function sayStep(
  next: Exclude<NextStep, { step: 'claim' }>,
  now: number,
  wanted?: ChosenTime & { isGone: boolean },
): Said {
  switch (next.step) {
    case 'join':
    case 'session':
      return saySession(next.booking, now);
    case 'refund':
      return {
        title: 'We need your answer for your refund',
        text: ['Request ', next.request.number, ' is waiting for your answer.'],
        action: {
          label: 'Answer the request',
          href: requestPage(next.request),
        },
      };
    case 'count':
      return {
        title: 'One step left: verify your email',
        action: { label: 'Verify your email', href: memberPages.loan },
      };
    case 'rebook': {
      const { booking, source } = next;
      return {
        title: `${sessionNames[booking.kind]} cancelled: ${sayWhen(booking.starts_at, now)}`,
        text: [
          'With ',
          mentorName(booking.mentor),
          `. ${outcomeOf(booking, now).text ?? ''} ${source.name}: ${source.left}.`,
        ],
        action: {
          label: 'Book another time',
          href: `${memberPages.sessions}#book-${source.id}`,
        },
      };
    }
    case 'feedback':
      return {
        title: ['', next.booking.mentor.name, ' has written your feedback'],
        text: `On your ${sessionWords[next.booking.kind]} of ${dayAndTime(next.booking.starts_at).day}.${next.booking.feedback?.exercise && !next.booking.feedback.exercise_done_at ? ' It has one exercise to do before your next session.' : ''}`,
        action: {
          label: 'Read your feedback',
          href: feedbackPage(next.booking),
        },
      };
    case 'exercise':
      return {
        title: 'Do your exercise',
        text: [
          '',
          next.practised.mentor.name,
          ` set you one. Your ${next.coming ? `mentor on ${dayAndTime(next.coming.starts_at).day}` : 'next mentor'} will read your note about it.`,
        ],
        action: { label: 'See the exercise', href: feedbackPage(next.practised) },
      };
    case 'rate':
      return {
        title: [
          `How was your ${sessionWords[next.booking.kind]} with `,
          next.booking.mentor.name,
          ` on ${dayAndTime(next.booking.starts_at).day}?`,
        ],
        text: 'Your rating helps the next member choose a mentor.',
        action: {
          label: 'Rate your session',
          href: ratingHref(next.booking),
        },
      };
    case 'invitation':
      return {
        title: sharedBy(next.invitation),
        text: `${sharedPack(next.invitation)}.`,
        action: { label: 'See the invitation', href: memberPages.sessions },
      };
    case 'payment':
      return {
        title: `Your payment for ‘${packName(next.payment.pack)}’ ${next.payment.failed ? 'did not go through' : 'has not arrived yet'}`,
        text: next.payment.failed ? ifFailed : `${ifApproved} If not, pay now.`,
        action: {
          label: 'Pay on the dashboard',
          href: `${memberPages.main}#order-${next.payment.order}`,
        },
      };
    case 'book': {
      const { id, order, name, left, kinds } = next.source;
      const time = wanted && kinds.includes(wanted.kind) ? wanted : undefined;
      const label = order ? 'Book a session' : 'Book your free interview';
      const weak = weakPoint(next.last);
      const says = `${weak ? `Practise ${weak}. ` : ''}${order ? name : 'It is yours'}: ${left}.`;
      return {
        title: order
          ? `Book your ${next.isFirst ? 'first' : 'next'} session`
          : 'Your free interview is waiting',
        text: time
          ? [...sayTime(time), `, ${time.isGone ? 'has gone' : 'if it is still free'}. ${says}`]
          : says,
        action: {
          label: time && !time.isGone ? 'Check and book this time' : label,
          href: `${memberPages.sessions}#book-${id}`,
        },
      };
    }
    case 'offers':
      if (next.declined) {
        return {
          title: ['', next.declined.lender, ' declined'],
          text: sayDeclined(next.declined),
          action: next.declined.others > 0 ? compareOffers : seeLoan,
        };
      }
      return {
        title: 'You have loan offers to choose from',
        text: 'Compare what each costs to the last rupee, and choose one.',
        action: compareOffers,
      };
    case 'awaited':
      return sayAwaited(next.booking, now);
    case 'money':
      return sayMoney(next.request);
    case 'free':
      return { title: 'Free mock interview' };
    case 'loan':
      return sayLoan(next);
    case 'practice':
      return sayPractice(next, now);
    case 'group':
      return {
        title: 'Going to need a loan?',
        text: 'Ask for your loan together with everyone starting the same year as you. It costs you nothing.',
        action: { label: 'Join the loan group', href: memberPages.loan },
      };
  }
}
