import { mentorName, sessionNames, sessionWords } from '../../domain/bookings/session-kinds.ts';
import { packName } from '../../domain/packs/packs.ts';
import { freeInterviews } from '../../domain/periods.ts';
import { zonedTime } from '../../domain/words/dates.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { canJoin, hasStarted, isUnread, splitByEnd } from '../bookings/booking-states.ts';
import { sharedBy, sharedPack } from '../bookings/second-person.ts';
import { nearDay, timeUntil } from '../bookings/session-times.ts';
import { sourcesOf, type Source } from '../bookings/packs-left.ts';
import type { Booking, Invitation, MySessions } from '../bookings/my-sessions-schema.ts';

type Waiting = MySessions['waiting'];

/** What a member should do now, in order of rank (§15.70). */
export type NextStep =
  | { step: 'join'; booking: Booking }
  | { step: 'refund'; request: NonNullable<Waiting['refund']> }
  | { step: 'count' }
  | { step: 'feedback'; booking: Booking }
  | { step: 'session'; booking: Booking }
  | { step: 'invitation'; invitation: Invitation }
  | { step: 'claim' }
  | { step: 'payment'; payment: NonNullable<Waiting['payment']> }
  | { step: 'book'; source: Source }
  | { step: 'free' }
  | { step: 'offers' }
  | { step: 'group' };

/** What comes first for a member at `now` (ms); undefined when nothing waits (§15.70). */
export function nextStep(sessions: MySessions, now: number): NextStep | undefined {
  const { waiting, invitations, claimable, free_interview: free } = sessions;
  const { upcoming, past } = splitByEnd(sessions, now);
  const open = upcoming.find((booking) => canJoin(booking, now));
  const unread = past.find(isUnread);
  const [coming] = upcoming;
  const [invitation] = invitations;
  const [source] = sourcesOf(sessions);

  if (open) return { step: 'join', booking: open };
  if (waiting.refund) return { step: 'refund', request: waiting.refund };
  if (waiting.loan === 'not counted') return { step: 'count' };
  if (unread) return { step: 'feedback', booking: unread };
  if (coming) return { step: 'session', booking: coming };
  if (invitation) return { step: 'invitation', invitation };
  if (claimable.length > 0) return { step: 'claim' };
  if (waiting.payment) return { step: 'payment', payment: waiting.payment };
  if (source) return { step: 'book', source };
  if (free.state === 'none' && free.left > 0) return { step: 'free' };
  if (waiting.loan === 'to choose') return { step: 'offers' };
  if (waiting.loan === 'none') return { step: 'group' };
  return undefined;
}

/** Whether the member has no pack and no session yet, so that two starting points are offered (§15.72). */
export function isFirstVisit(sessions: MySessions, next: NextStep | undefined): boolean {
  const { packs, upcoming, past } = sessions;
  const isBeginning = next?.step === 'free' || next?.step === 'group';
  return isBeginning && [packs, upcoming, past].every(({ length }) => length === 0);
}

/** A sentence or two, and the one button. */
type Said = { title: string; text?: string; action: { label: string; href: string } };

/** Whether the mentor has a CV to read beforehand; a GD needs none. */
const hasCv = ({ kind, files }: Booking) =>
  kind === 'gd' || files.some(({ purpose }) => purpose === 'cv');

function saySession(booking: Booking, now: number): Said {
  const { id, kind, starts_at } = booking;
  const { day, time } = zonedTime(starts_at);
  const when = `${nearDay(starts_at, now) ?? day}, ${time}`;
  const until = hasStarted(booking, now) ? 'running now' : timeUntil(starts_at, now);
  return {
    title: `${sessionNames[kind]}: ${when}`,
    text: `With ${mentorName(booking.mentor)}, ${until}.${hasCv(booking) || canJoin(booking, now) ? '' : ' Your CV is missing; your mentor reads it before the session.'}`,
    action: {
      label: hasCv(booking) ? 'See your session' : 'Add your CV',
      href: `${memberPages.sessions}#booking-${id}`,
    },
  };
}

/** The words of a step, and its button. Joining has a button of its own, and claiming is a component of its own. */
export function sayStep(next: Exclude<NextStep, { step: 'claim' }>, now: number): Said {
  switch (next.step) {
    case 'join':
    case 'session':
      return saySession(next.booking, now);
    case 'refund':
      return {
        title: 'We need something more for your refund',
        text: `Request ${next.request.number} is waiting for your answer.`,
        action: {
          label: 'Answer us',
          href: `${memberPages.refunds}?${new URLSearchParams({ order: next.request.order })}`,
        },
      };
    case 'count':
      return {
        title: 'One step left: verify your e-mail',
        text: 'Your loan request counts in the group as soon as you have.',
        action: { label: 'Verify your e-mail', href: memberPages.loan },
      };
    case 'feedback':
      return {
        title: `${next.booking.mentor.name} has written your feedback`,
        text: `On your ${sessionWords[next.booking.kind]} of ${zonedTime(next.booking.starts_at).day}.`,
        action: {
          label: 'Read your feedback',
          href: `${memberPages.sessions}?${new URLSearchParams({ feedback: next.booking.id })}`,
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
        title: `Your payment for the ${packName(next.payment.pack)} is not confirmed yet`,
        action: { label: 'See the order', href: `${memberPages.main}#order-${next.payment.order}` },
      };
    case 'book':
      return {
        title: next.source.order ? 'Book your next session' : 'Your free interview is waiting',
        text: `${next.source.name}: ${next.source.left}.`,
        action: {
          label: next.source.order ? 'Book a session' : 'Book your free interview',
          href: `${memberPages.sessions}#book-${next.source.id}`,
        },
      };
    case 'free':
      return {
        title: 'A mock interview, free of charge',
        text: `The first ${freeInterviews} students get one.`,
        action: { label: 'Get it', href: `${memberPages.main}#free-interview` },
      };
    case 'offers':
      return {
        title: 'Lenders have made you offers',
        text: 'Compare what each costs to the last rupee, and choose one.',
        action: { label: 'Compare the offers', href: memberPages.loan },
      };
    case 'group':
      return {
        title: 'Going to need a loan?',
        text: 'Ask for it together with everybody who starts in your year. It costs you nothing.',
        action: { label: 'Join the loan group', href: memberPages.loan },
      };
  }
}
