import { memberPages } from '../../domain/member-pages.ts';
import { lowestPrice, toPacks } from '../../domain/packs/packs.ts';
import { toAskFree, toBookFree } from '../../domain/packs/free-interview.ts';
import { formatRupees } from '../../domain/words/money.ts';
import { hasBegun, isMissed, splitByEnd, tookPlace } from '../bookings/booking-states.ts';
import { sessionsLeft } from '../bookings/packs-left.ts';
import { exerciseOf, scoredOf } from '../bookings/progress.ts';
import { finishRequest, loanTile } from './loan-stands.ts';
import type { NextStep } from './next-step.ts';
import { exerciseHref, pastHref } from './say-on-dashboard.ts';
import { feedbackPage } from './say-step.ts';
import { schools, type SeasonStep } from './schools.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';

function freeInterview(
  { free_interview: free, past }: MySessions,
  isProven: boolean,
): Omit<SeasonStep, 'name'> {
  const { state, left } = free;
  switch (state) {
    case 'none':
      if (!isProven && left > 0) {
        return { state: 'After you verify', progress: 'open', href: toAskFree };
      }
      return {
        state: left > 0 ? 'Get yours' : 'All taken',
        progress: 'open',
        href: toAskFree,
      };
    case 'waiting':
      return { state: 'We are looking at your request', progress: 'begun', href: toAskFree };
    case 'declined':
    case 'had_phone':
    case 'had_address':
      // The page says above why, and what to do.
      return { state: 'Not given', progress: 'open', href: undefined };
    case 'granted':
      return {
        state: 'Not booked yet',
        progress: 'begun',
        href: toBookFree,
      };
    case 'booked':
      return { state: 'Booked', progress: 'begun', href: memberPages.sessions };
    case 'used': {
      const last = past.find(({ is_free, given_back }) => is_free && !given_back);
      if (last?.report_is_open) {
        return { state: 'Mentor reported absent', progress: 'begun', href: pastHref(last) };
      }
      return last?.state === 'late'
        ? { state: 'Cancelled: counts as used', progress: 'open', href: pastHref(last) }
        : { state: 'Done', progress: 'done', href: memberPages.sessions };
    }
    case 'lapsed':
      return { state: 'Not booked in time', progress: 'open', href: memberPages.sessions };
  }
}

/** Whether the member has nothing left in packs, has booked nothing with them, and gets nothing back. */
export function isUsedUp({ packs }: Pick<MySessions, 'packs'>): boolean {
  const own = packs.filter(({ status }) => status !== 'refunded');
  return (
    own.length > 0 &&
    own.every(
      ({ refund, disputed, remaining, booked, theirs, reported }) =>
        !refund && !disputed && remaining + booked - theirs.booked + reported === 0,
    )
  );
}

/**
 * Whether the member has not begun anything and has nothing to deal with, so that the page offers two starting points
 * (§15.72).
 */
export function isFirstVisit(sessions: MySessions, { step }: NextStep): boolean {
  return !hasBegun(sessions) && (step === 'free' || step === 'group');
}

/** How many sessions the others on the member's packs have booked or used, and the other's name if there is only one. */
function takenByOthers(packs: MySessions['packs']) {
  const shared = packs.filter(({ theirs }) => theirs.used + theirs.booked > 0);
  const taken = shared.reduce((sum, { theirs }) => sum + theirs.used + theirs.booked, 0);
  const [name, ...names] = new Set(shared.map(({ other }) => other));
  return { taken, name: names.length > 0 ? undefined : (name ?? undefined) };
}

/** '1 done', '2 booked', without those of which there are none. */
const counted = (counts: readonly (readonly [many: number, word: string])[]) =>
  counts.filter(([many]) => many > 0).map(([many, word]) => `${many}\u00a0${word}`);

function practice(sessions: MySessions, now: number): Omit<SeasonStep, 'name'> {
  const { upcoming, past } = splitByEnd(sessions, now);
  // The free interview is a separate step.
  const booked = upcoming.filter(({ is_free }) => !is_free).length;
  const held = past.filter((booking) => tookPlace(booking) && !booking.is_free).length;
  const missed = past.filter((one) => isMissed(one) && !one.is_free).length;
  const late = past.filter((one) => one.state === 'late' && !one.given_back && !one.is_free).length;
  const reported = past.filter((one) => one.report_is_open && !one.is_free).length;
  const left = sessionsLeft(sessions);
  const { taken, name } = takenByOthers(sessions.packs);
  if (held + missed + late + booked + reported + left + taken === 0) {
    return {
      state: `From ${formatRupees(lowestPrice)}`,
      progress: 'open',
      href: toPacks,
    };
  }
  const own = counted([
    [held, 'done'],
    [missed, 'missed'],
    [late, 'cancelled'],
    [booked, 'booked'],
    [reported, 'reported'],
  ]);
  const rest = isUsedUp(sessions) ? ['none\u00a0left'] : counted([[left, 'left']]);
  const before = [...own, ...counted([[taken, `taken by ${name === undefined ? 'others' : ''}`]])];
  return {
    state:
      taken > 0 && name !== undefined
        ? [before.join(', '), name, rest.map((left) => `, ${left}`).join('')]
        : [...before, ...rest].join(', '),
    progress:
      held > 0 &&
      booked + reported + left === 0 &&
      sessions.packs.some(({ status }) => status !== 'refunded')
        ? 'done'
        : 'begun',
    href: memberPages.sessions,
  };
}

function exercise(sessions: MySessions, now: number): Omit<SeasonStep, 'name'> {
  const { past } = splitByEnd(sessions, now);
  const given = exerciseOf(past);
  if (!given) {
    const isFirst = scoredOf(past).length === 0;
    if (isFirst && !past.some(tookPlace)) {
      return { state: 'After your first session', progress: 'open', href: undefined };
    }
    return {
      state: isFirst ? 'With your first feedback' : 'With your next feedback',
      progress: 'open',
      href: memberPages.sessions,
    };
  }
  const { exercise_done_at: doneAt, exercise_note: note } = given.feedback;
  const done = doneAt !== null;
  return {
    state: done ? 'Done' : 'To do',
    progress: done ? 'done' : note ? 'begun' : 'open',
    // Until its feedback has been read, the sessions page does not show it.
    href: done || !given.feedback.read ? feedbackPage(given) : exerciseHref,
  };
}

/**
 * The four steps of a member's season, in order, and the schools, at `now` in milliseconds, for a member whose email is
 * verified or not, and who has an unsent loan request on this device or not (§15.106).
 */
export function seasonOf(
  sessions: MySessions,
  now: number,
  { isProven, hasDraft }: { isProven: boolean; hasDraft: boolean },
): SeasonStep[] {
  const { loan } = sessions.waiting;
  const isDraft = loan === 'none' && hasDraft;
  return [
    { name: 'Free interview', ...freeInterview(sessions, isProven) },
    { name: 'Practice', ...practice(sessions, now) },
    { name: 'Exercise', ...exercise(sessions, now) },
    {
      name: 'Loan',
      ...(isDraft
        ? { state: finishRequest.label, href: finishRequest.href }
        : loanTile(sessions.waiting, now)),
      progress: loan === 'none' && !hasDraft ? 'open' : loan === 'disbursed' ? 'done' : 'begun',
    },
    ...schools(sessions, now),
  ];
}
