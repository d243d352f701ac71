import { sayTime } from '../../domain/bookings/say-time.ts';
import { mentorName } from '../../domain/bookings/session-kinds.ts';
import { toAskFree } from '../../domain/packs/free-interview.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { toPacks } from '../../domain/packs/packs.ts';
import { requestPage, type Standing } from '../../domain/refunds/standing.ts';
import { indiaDay, indiaParts } from '../../domain/words/dates.ts';
import { unbroken } from '../../domain/words/money.ts';
import { hasCv, isComing, isMissed, splitByEnd, week } from '../bookings/booking-states.ts';
import type { Booking, MySessions } from '../bookings/my-sessions-schema.ts';
import { canBook, sourcesOf } from '../bookings/packs-left.ts';
import { feedbackComing, feedbackDue, nearDay, sayWhen } from '../bookings/session-times.ts';
import type { ChosenTime } from '../public-mentors/chosen-time.ts';
import type { Words } from '../ui/Sentence.tsx';
import { betterHref } from './loan-stands.ts';
import { exerciseToDo, isFresh, nextStep, unratedOf, type NextStep } from './next-step.ts';
import {
  bookingHref,
  exerciseHref,
  filesHref,
  pastHref,
  ratingHref,
  sayBetter,
  sayOnDashboard,
  seeSession,
} from './say-on-dashboard.ts';
import { isUsedUp } from './season.ts';

/** How many days `sayDays` names. */
const mostDays = 3;

/** On which days these sessions are: 'Sat 5 and Sun 6 Dec', or, if there are more, 'Sat 5, Sun 6, Mon 7 Dec and 2 more'. */
function sayDays(sessions: readonly Booking[], now: number): string {
  const dayOf = ({ starts_at }: Booking) => indiaDay(Date.parse(starts_at));
  const days = [...new Set(sessions.map(dayOf))].slice(0, mostDays);
  const named = days.map((at, index) => {
    const { shortWeekday, day, shortMonth } = indiaParts(at);
    const next = days[index + 1];
    const month = next && indiaParts(next).shortMonth === shortMonth ? '' : ` ${shortMonth}`;
    const many = sessions.filter((one) => dayOf(one) === at).length;
    const date = nearDay(at, now)?.toLowerCase() ?? `${shortWeekday} ${day}${month}`;
    return unbroken(many > 1 ? `${date} (${many} sessions)` : date);
  });
  const more = sessions.filter((one) => !days.includes(dayOf(one))).length;
  return new Intl.ListFormat('en-GB').format(more > 0 ? [...named, `${more} more`] : named);
}

/**
 * A quiet link below the next step, or a button to the step after it. `says` is what it is about, if it does not say so
 * itself, without a full stop.
 */
export type Also = { says?: Words; words: Words; href: string; isNext?: true };

/** The label of a link to the session that the news is about. */
const seeThat = 'See the session';

const getFree = (isProven: boolean): Also =>
  isProven
    ? { words: 'Get my free interview', href: toAskFree }
    : {
        says: 'A free mock interview is waiting for you',
        words: 'Verify your email',
        href: toAskFree,
      };

/** Where a member whose packs are all used up gets another session: the free interview, or a pack. */
function moreOf(sessions: MySessions, isProven: boolean): Also | undefined {
  if (!isUsedUp(sessions)) return undefined;
  const { state, left } = sessions.free_interview;
  if (state === 'none' && left > 0) return getFree(isProven);
  return {
    says: `Your ${sessions.packs.length > 1 ? 'packs are' : 'pack is'} used up`,
    words: 'See the packs',
    href: toPacks,
  };
}

/** Whose feedback on these sessions is still to come. For a single one, by when and, with `namesSession`, on which. */
function sayWriting(awaited: readonly Booking[], now: number, namesSession: boolean): Also[] {
  const [one, ...more] = awaited;
  if (!one) return [];
  if (more.length === 0) {
    const which = namesSession ? ` (${sayWhen(one.starts_at, now)})` : '';
    const says = [
      'Feedback from ',
      one.mentor.name,
      `${which} is due by ${feedbackDue(one, now).by}`,
    ];
    return [{ says, words: seeThat, href: pastHref(one) }];
  }
  const names = [...new Set(awaited.map(({ mentor }) => mentor.name))];
  const listed = new Intl.ListFormat('en-GB').formatToParts(names).map(({ value }) => value);
  const what =
    awaited.length > names.length ? `feedback on ${awaited.length} sessions` : 'your feedback';
  return [
    {
      says: ['', ...listed, ` ${names.length > 1 ? 'are' : 'is'} writing ${what}`],
      words: 'See the sessions',
      href: `${memberPages.sessions}#awaited`,
    },
  ];
}

/** The refund request that we declined within the last week, unless another has been made or decided since. */
function declinedRefund({ packs, waiting: { refund } }: MySessions, now: number) {
  const at = ({ asked_at, decided_at }: Standing) => Date.parse(decided_at ?? asked_at);
  const requests = [...(refund ? [refund] : []), ...packs.flatMap((pack) => pack.other_refunds)];
  const newest = requests.toSorted((one, other) => at(one) - at(other)).at(-1);
  return newest?.state === 'declined' && now - at(newest) < week ? newest : undefined;
}

/**
 * The quiet links below the step, and the news with theirs (§15.70), to:
 *
 * - the time that the member chose on another page (`wanted`), also once it has gone; if it is the step, other times,
 *   unless it has gone;
 * - if the step is a session: that session while its button asks for the CV, then the sessions after it or, once the
 *   mentor has the CV, what to read before it; below any other step, the member's next session;
 * - if the step is feedback or an exercise and nothing is booked: what can be booked;
 * - sessions that were cancelled or returned, until the member books again;
 * - sessions that await feedback, whose mentor is reported missing or that the member missed, or else, until its time,
 *   one that the member cancelled too late;
 * - a loan that was just sanctioned, a refund request that we have just declined, our answer to a better offer;
 * - once all packs are used up, the free interview or the packs, if the step is the awaited feedback, and the packs, if it
 *   is the free interview, or the rating while no feedback is awaited;
 * - an exercise that is still to do, once its feedback has been read; otherwise
 * - the last session's rating, if the step is to book or to take a session.
 *
 * If the step is to rate a session or to replace one, a button to the step after it comes first.
 */
export function sayAlso(
  sessions: MySessions,
  next: NextStep,
  now: number,
  wanted?: ChosenTime & { isGone: boolean },
  isProven = true,
): Also[] {
  if (next.step === 'join') return [];
  const isNext = next.step === 'session';
  const { upcoming, past } = splitByEnd(sessions, now);
  const later = upcoming.filter(({ id }) => !isNext || id !== next.booking.id);
  const [coming] = later;
  const awaited = past.filter(
    (one) => isComing(one, now) && !(next.step === 'awaited' && one.id === next.booking.id),
  );
  const also: Also[] = [];
  if (isNext && !hasCv(next.booking)) {
    also.push({ words: seeSession, href: bookingHref(next.booking) });
  }
  if ((next.step === 'exercise' || next.step === 'feedback') && !coming && !wanted) {
    const [source] = sourcesOf(sessions);
    if (source) {
      also.push({
        words: source.order ? 'Book your next session' : 'Book your free interview',
        href: `${memberPages.sessions}#book-${source.id}`,
      });
    }
  }
  const { loan, lender } = sessions.waiting;
  if (loan === 'sanctioned' && lender && next.step !== 'loan') {
    also.push({
      says: ['', lender, ' has sanctioned your loan'],
      words: 'Read its letter before you sign',
      href: memberPages.loan,
    });
  }
  const isStep = wanted !== undefined && next.step === 'book' && canBook([next.source], wanted);
  if (wanted && !isStep) {
    const [time, mentor] = sayTime(wanted);
    const href = `${memberPages.sessions}#book`;
    also.push(
      wanted.isGone
        ? { says: [time, mentor, ', has gone'], words: 'Choose another time', href }
        : { words: [`Book your time: ${time}`, mentor], href },
    );
  } else if (wanted && !wanted.isGone) {
    also.push({ words: 'Change the time', href: '/mentors' });
  }
  if (coming) {
    const when = `${isNext ? 'Then' : 'Next session'}: ${sayWhen(coming.starts_at, now)}, with `;
    const isMissingCv = !isNext && !hasCv(coming);
    also.push({
      ...(isNext && later.length > 1
        ? { says: `Then: ${sayDays(later, now)}`, words: 'See the sessions' }
        : {
            says: [when, mentorName(coming.mentor), isMissingCv ? '. Your CV is missing' : ''],
            words: isMissingCv ? 'Add your CV' : seeThat,
          }),
      href: isMissingCv ? filesHref(coming) : bookingHref(coming),
    });
  } else if (isNext && hasCv(next.booking)) {
    also.push({ words: 'What to read before the session', href: memberPages.material });
  }
  const isAhead = ({ starts_at: at }: Booking) => Date.parse(at) > now;
  const { returned } = sessions.waiting;
  const back = returned
    ? past.filter((one) =>
        one.state === 'called_off' ? isAhead(one) : one.id === returned && !one.refund,
      )
    : [];
  for (const booking of back) {
    if (next.step === 'rebook' && booking.id === next.booking.id) continue;
    const what = booking.given_back ? 'Session returned:' : 'Cancelled:';
    also.push({
      says: [`${what} ${sayWhen(booking.starts_at, now)}, with `, booking.mentor.name],
      words: seeThat,
      href: pastHref(booking),
    });
  }
  for (const booking of awaited.filter((one) => feedbackComing(one, now).isLate)) {
    also.push({
      says: ['Your feedback from ', booking.mentor.name, ' is late'],
      words: seeThat,
      href: pastHref(booking),
    });
  }
  const writing = awaited.filter((one) => !feedbackComing(one, now).isLate);
  also.push(...sayWriting(writing, now, next.step === 'awaited'));
  const reported = past.find(({ report_is_open }) => report_is_open);
  if (reported && next.step !== 'awaited') {
    const until = reported.answer_until;
    const what = until
      ? `session back by ${sayWhen(until, now)}, unless they object`
      : 'we are looking into it';
    also.push({
      says: ['', reported.mentor.name, ` did not join: ${what}`],
      words: seeThat,
      href: pastHref(reported),
    });
  }
  // Once the member has had another session since, it is no news.
  const newest = past.find(({ state }) => state === 'held');
  if (newest?.feedback && isMissed(newest) && isFresh(newest.feedback, now)) {
    also.push({
      says: ['', newest.mentor.name, ` marked you absent: ${sayWhen(newest.starts_at, now)}`],
      words: seeThat,
      href: pastHref(newest),
    });
  }
  const late = past.find((one) => one.state === 'late' && isAhead(one));
  // Older news than any other.
  if (late && (isNext || next.step === 'book') && awaited.length === 0 && !reported) {
    const when = sayWhen(late.starts_at, now);
    also.push({
      says: [
        `You cancelled late, so this session counts as used: ${when}, with `,
        late.mentor.name,
      ],
      words: seeThat,
      href: pastHref(late),
    });
  }
  const declined = declinedRefund(sessions, now);
  if (declined) {
    also.push({
      says: 'We declined your refund request',
      words: 'Read why',
      href: requestPage(declined),
    });
  }
  const better = next.step === 'offers' ? undefined : sayBetter(sessions.waiting);
  if (better) also.push({ says: better, words: 'See our answer', href: betterHref });
  const more = moreOf(sessions, isProven);
  if (more && next.step === 'awaited') also.push(more);
  if (next.step === 'rate' || next.step === 'rebook') {
    const after = nextStep(sessions, now, { isDone: true });
    const { title, action } = sayOnDashboard(after, now);
    // The free interview's button is in its card.
    const then =
      after.step === 'free'
        ? getFree(isProven)
        : after.step === 'awaited'
          ? more
          : action && { says: title, words: action.label, href: action.href };
    const isSaid = also.some(({ href }) => href === then?.href);
    if (then && !isSaid && after.step !== 'book') {
      also.unshift({ ...then, isNext: true });
    }
  }
  // While feedback is awaited, the card has enough to say.
  const asksMore = (next.step === 'rate' && awaited.length === 0) || next.step === 'free';
  if (asksMore && more && !also.some(({ href }) => href === toPacks)) {
    also.push({ words: 'See the packs', href: toPacks });
  }
  const isToDo =
    next.step !== 'exercise' &&
    exerciseToDo(past, now)?.feedback.read === true &&
    !also.some(({ href }) => href === exerciseHref);
  if (isToDo) also.push({ words: 'Do your exercise', href: exerciseHref });
  const unrated = isNext || (next.step === 'book' && !isStep) ? unratedOf(past, now) : undefined;
  if (unrated && !isToDo) {
    also.push({
      words: ['Rate your session with ', unrated.mentor.name],
      href: ratingHref(unrated),
    });
  }
  return also;
}
