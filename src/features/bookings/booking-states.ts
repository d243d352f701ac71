import { gdRule } from '../../domain/bookings/gd-rule.ts';
import { lateReasons } from '../../domain/bookings/late-reasons.ts';
import { sessionNames, sessionWords } from '../../domain/bookings/session-kinds.ts';
import { lasting, lengthOf } from '../../domain/periods.ts';
import { count } from '../../domain/words/count.ts';
import { indiaDay } from '../../domain/words/dates.ts';
import type { Booking, MySessions, Slot } from './my-sessions-schema.ts';
import { sayWhen } from './session-times.ts';

/** A week, in milliseconds. */
export const week = 7 * 24 * 60 * 60_000;

const isPast = (timestamp: string, now: number) => Date.parse(timestamp) <= now;

/** Whether a booking can be moved, or cancelled without losing the session, at `now` in milliseconds (§15.12). */
export function isFree({ free_until }: Pick<Booking | Slot, 'free_until'>, now: number): boolean {
  return now <= Date.parse(free_until);
}

/** Whether the free interview goes to another member if this booking is cancelled (§15.31). */
export function isFreeInterviewOver(
  { book_until }: MySessions['free_interview'],
  now: number,
): boolean {
  return book_until !== null && isPast(book_until, now);
}

/** A session's name: 'Mock interview', or 'Free mock interview'. */
export const nameOf = ({ kind, is_free }: Booking) =>
  is_free ? `Free ${sessionWords[kind]}` : sessionNames[kind];

/** Whether the session has begun and can therefore no longer be moved or cancelled. */
export function hasStarted({ starts_at }: Booking, now: number): boolean {
  return isPast(starts_at, now);
}

/** Whether a session's file is the member's CV. */
export const isCv = ({ purpose }: Booking['files'][number]) => purpose === 'cv';

/** Whether the mentor has a CV to read before the session. For a GD, none is needed. */
export function hasCv({ kind, files }: Booking): boolean {
  return kind === 'gd' || files.some(isCv);
}

/** Whether the meeting is open: from ten minutes before the start until the end (§15.36). */
export function canJoin({ join_from, ends_at }: Booking, now: number): boolean {
  return isPast(join_from, now) && !isPast(ends_at, now);
}

/**
 * Whether the member can report that the mentor did not join, even if the mentor disagrees. Members can report this
 * until the end of the last day, in Indian time, for requesting a refund (§15.53). A rating, or feedback on how the
 * member did, proves that the session took place.
 */
export function canReport(booking: Booking, now: number): boolean {
  const start = Date.parse(booking.starts_at);
  const took = booking.state === 'booked' || booking.state === 'held';
  return (
    took &&
    !booking.no_mentor_reported &&
    !booking.given_back &&
    !booking.refund &&
    !booking.rating &&
    !booking.feedback?.attended &&
    now >= start + lengthOf('mentor missing') &&
    indiaDay(now) <= indiaDay(start + lengthOf('refund'))
  );
}

/**
 * Whether a member has a pack, a session, a free interview or a loan request, and therefore a season to show (§15.106).
 */
export function hasBegun({ packs, upcoming, past, free_interview: free, waiting }: MySessions) {
  return (
    [packs, upcoming, past].some(({ length }) => length > 0) ||
    free.state !== 'none' ||
    waiting.loan !== 'none'
  );
}

/** Upcoming and past sessions at `now`, even if a session has ended since the page loaded. */
export function splitByEnd({ upcoming, past }: MySessions, now: number) {
  const ended = upcoming.filter(({ ends_at }) => isPast(ends_at, now));
  return {
    upcoming: upcoming.filter(({ ends_at }) => !isPast(ends_at, now)),
    past: [...ended.map((booking): Booking => ({ ...booking, state: 'held' })).reverse(), ...past],
  };
}

/** Whether the session has feedback that the member has not opened yet (§15.71). */
export function isUnread({ feedback }: Booking): boolean {
  return feedback !== null && feedback.attended && !feedback.read;
}

/**
 * Past sessions in two lists: those that took place, and those that did not. In the first list, sessions with an open
 * report, with new feedback and with feedback in `justRead` come first. After the next one come, until a week after their
 * time, the last session that we gave back, and the last one that the member cancelled too late, because its card says
 * what the member can do.
 */
export function splitByOutcome(past: readonly Booking[], justRead: readonly string[], now: number) {
  const recent = past.filter(({ starts_at }) => now < Date.parse(starts_at) + week);
  const late = recent.find(
    ({ state, reason, given_back }) => state === 'late' && reason === null && !given_back,
  );
  const returned = recent.find(
    ({ state, given_back, refund }) => state === 'held' && given_back && !refund,
  );
  const held = past.filter((booking) => canRate(booking) && !booking.given_back);
  // Feedback that was just opened is shown in a dialog inside this list, and moving its row would close the dialog.
  const isNew = (booking: Booking) =>
    booking.report_is_open || isUnread(booking) || justRead.includes(booking.id);
  const [latest, ...earlier] = held.filter((booking) => !isNew(booking));
  const listed = [...held.filter(isNew), latest, returned, late, ...earlier].filter(
    (one) => one !== undefined,
  );
  return { held: listed, ended: past.filter((booking) => !listed.includes(booking)) };
}

/**
 * How many people have joined a GD, and whether it takes place (§15.34). The final decision is made before the start
 * (§15.43); until then, also says what becomes of the session if too few people book.
 */
export function gdSeats(booking: Booking, now: number): string {
  const { taken, minimum, takes_place, starts_at } = booking;
  const joined = `${count(taken, 'person has', 'people have')} joined`;
  if (takes_place) return `It takes place: ${joined}`;
  if (Date.parse(starts_at) - lengthOf('gd closes') <= now) {
    return `${joined}; we are deciding now whether it takes place`;
  }
  const soFar =
    taken < minimum
      ? `${taken} of ${minimum} needed so far`
      : `${joined}, enough for it to take place`;
  return `${soFar}. ${gdRule(minimum)}`;
}

/** Whether the session took place, as far as we know. Only then can the member rate it. */
export function canRate({ state }: Booking): boolean {
  return state === 'held';
}

/** Whether the session took place, and the member has not reported that the mentor did not join. */
export const isHeld = ({ state, given_back, report_is_open }: Booking) =>
  state === 'held' && !given_back && !report_is_open;

/** Whether the mentor has said that the member did not join, and the member has not reported the mentor. */
export const isMissed = ({ feedback, given_back, report_is_open }: Booking) =>
  feedback?.attended === false && !given_back && !report_is_open;

/** Whether the session took place, and the member was there. */
export const tookPlace = (booking: Booking) => isHeld(booking) && !isMissed(booking);

/** Whether the member is waiting for the mentor to write the feedback on a session that took place. */
export function awaitsFeedback(booking: Booking): boolean {
  const { given_back, feedback, report_is_open, refund } = booking;
  return canRate(booking) && !given_back && !feedback && !report_is_open && !refund;
}

/** Whether the mentor still has to write the feedback. False once the operator has been told that it is missing (§15.21). */
export function isComing(booking: Booking, now: number): boolean {
  return (
    awaitsFeedback(booking) && now - Date.parse(booking.ends_at) < lengthOf('feedback missing')
  );
}

const reasons: Record<string, string> = {
  mentor: 'Your mentor could not make it, so we cancelled. You have your session back.',
  too_few: 'Too few people had booked, so we cancelled. You have your session back.',
  us: 'We cancelled this session. You have your session back.',
  refunded: 'We cancelled this booking because we refunded the session.',
  refund_asked: 'This booking was cancelled because a refund of the pack was requested.',
  pack_ended: 'This booking was cancelled because we ended the pack.',
  account_closed:
    'This booking was cancelled because the person who bought the pack closed their account.',
};

/**
 * A past booking's outcome: a label for its badge and, unless the session took place as far as we know, a sentence. The
 * `appeal` begins the next one, which says when to write to us and ends with the link. While the member can report that
 * the mentor did not join, the label does not say the opposite.
 */
export function outcomeOf(
  booking: Booking,
  now: number,
): { label: string; text?: string; appeal?: string } {
  const { state, reason, given_back, feedback, report_is_open } = booking;
  if (state === 'cancelled') {
    return { label: 'Cancelled', text: 'You cancelled in time and have your session back.' };
  }
  if (state === 'called_off') {
    return { label: 'Cancelled', text: reasons[reason ?? 'us'] ?? 'We cancelled this session.' };
  }
  if (given_back) {
    const to = booking.is_free ? 'you' : 'your pack';
    return { label: 'Returned', text: `We returned this session to ${to}.` };
  }
  if (state === 'late' && reason === 'refund_asked') {
    return {
      label: 'Cancelled',
      text: `A refund of the pack was requested less than ${lasting('cancel free')} before the start, so the session counts as used.`,
    };
  }
  if (state === 'late') {
    return {
      label: 'Cancelled late',
      text: `You cancelled less than ${lasting('cancel free')} before the start, so the session counts as used.`,
      appeal: `If the reason was ${lateReasons},`,
    };
  }
  // The card says below what the mentor says.
  if (report_is_open) return { label: 'Reported: no mentor' };
  if (feedback && !feedback.attended) {
    return {
      label: 'Missed',
      text: 'Your mentor waited but you did not join.',
      appeal: 'If that is wrong, please',
    };
  }
  return { label: canReport(booking, now) ? 'Over' : 'Took place' };
}

/** Until when the mentor can contradict the report that they did not join, and what follows (§15.88). */
export const sayReported = (answer_until: string | null, now: number) =>
  answer_until === null
    ? 'Your mentor says they were there. We will look into it and write to you.'
    : `You get your session back by ${sayWhen(answer_until, now)} unless your mentor says they were there.`;
