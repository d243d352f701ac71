import { sayTime } from '../../domain/bookings/say-time.ts';
import { mentorName, sessionNames } from '../../domain/bookings/session-kinds.ts';
import { sayReason } from '../../domain/loans/choices.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { lowestPrice, toPacks } from '../../domain/packs/packs.ts';
import { requestPage } from '../../domain/refunds/standing.ts';
import { dayAndTime, formatDay, indiaDay } from '../../domain/words/dates.ts';
import { formatRupees, inShort, unbroken } from '../../domain/words/money.ts';
import {
  canJoin,
  hasCv,
  hasStarted,
  isCv,
  nameOf,
  sayReported,
} from '../bookings/booking-states.ts';
import type { Booking, MySessions } from '../bookings/my-sessions-schema.ts';
import { weakestOf, type Practised } from '../bookings/progress.ts';
import { sharedBy, sharedPack } from '../bookings/second-person.ts';
import { feedbackComing, nearDay, sayWhen, timeUntil } from '../bookings/session-times.ts';
import type { ChosenTime } from '../public-mentors/chosen-time.ts';
import { toVerifyTitle } from '../packs/free-messages.ts';
import { standing } from '../refunds/standing-words.ts';
import type { Words } from '../ui/Sentence.tsx';
import { betterHref, loanLink } from './loan-stands.ts';
import type { NextStep, Refund, Waiting, WaitingForLender } from './next-step.ts';
import { sayStep, type Said } from './say-step.ts';

/** The label of a link to a session. */
export const seeSession = 'See your session';

/** Where /dashboard/sessions shows a past session. */
export const pastHref = ({ id }: Booking) => `${memberPages.sessions}#past-${id}`;

/** Where /dashboard/sessions asks for a session's rating. */
export const ratingHref = ({ id }: Booking) => `${memberPages.sessions}#rate-${id}`;

/** Where members add files to a booked session on /dashboard/sessions. */
export const filesHref = ({ id }: Booking) => `${memberPages.sessions}#files-${id}`;

/** Where /dashboard/sessions shows the exercise from the latest feedback. */
export const exerciseHref = `${memberPages.sessions}#exercise`;

/** Whether the member added a CV to any of their sessions. */
export const hasAddedCv = ({ upcoming, past }: MySessions) =>
  [...upcoming, ...past].some(({ files }) => files.some(isCv));

/** Where /dashboard/sessions shows a booked session. */
export const bookingHref = ({ id }: Booking) => `${memberPages.sessions}#booking-${id}`;

/** After the lender's name: that it has declined, or withdrawn its offer. */
export const sayEnd = ({ withdrew }: NonNullable<Waiting['declined']>) =>
  withdrew
    ? ` withdrew ${withdrew === 'loan' ? 'the loan that it had sanctioned' : 'its offer'}`
    : ' declined';

/** Why the lender has declined or withdrawn, and what is left to the member. */
export function sayDeclined({ reason, others }: NonNullable<Waiting['declined']>): string {
  const why = reason ? `${sayReason(reason)} ` : '';
  if (others === 0)
    return `${why}No other lender is left to ask for now. You can change your request.`;
  return `${why}${others === 1 ? 'One other offer is open.' : `${others} other offers are open.`}`;
}

function sayCv(booking: Booking): string {
  if (booking.files.some(isCv)) return ' Your CV is ready for your mentor.';
  return hasCv(booking) ? '' : ' Your CV is missing: your mentor reads it before the session.';
}

function saySession(booking: Booking, now: number, hadCv: boolean): Said {
  const { starts_at } = booking;
  // The title already says 'tomorrow'.
  const until =
    nearDay(starts_at, now) === 'Tomorrow'
      ? ''
      : `, ${hasStarted(booking, now) ? 'running now' : timeUntil(starts_at, now)}`;
  return {
    title: `${nameOf(booking)}: ${sayWhen(starts_at, now)}`,
    text: [
      'With ',
      mentorName(booking.mentor),
      `${until}.${canJoin(booking, now) ? '' : sayCv(booking)}`,
    ],
    action: {
      label: hasCv(booking) ? seeSession : hadCv ? 'Use your last CV' : 'Add your CV',
      href: hasCv(booking) ? bookingHref(booking) : filesHref(booking),
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
      : ['', mentor.name, ' is writing your feedback'],
    text: says,
    action: { label: seeSession, href: pastHref(booking) },
  };
}

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

function sayLoan({ state, lender, waiting }: Extract<NextStep, { step: 'loan' }>): Said {
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
      `Sanctioned: ${sayLoanSum(waiting, { inTitle: true })}`,
      `Read ${lender}’s sanction letter and Key Facts Statement before you sign.`,
    ],
  };
  const [title, text] = words[state];
  return { title, text, action: seeLoan };
}

const betterWords = { matched: 'A lender matched ', bettered: 'A lender beat ' };

/** What came of the better offer that the member sent us; undefined while it is open. */
export function sayBetter({ better }: Waiting): Words | undefined {
  if (!better?.answer) return undefined;
  const { answer, lender, rate } = better;
  return answer === 'declined'
    ? ['No lender matched ', lender]
    : [betterWords[answer], lender, `: ${rate}%`];
}

/** Our answer to a better offer, the offers to choose from, or those that are left after a decline. */
function sayOffers({ waiting }: Extract<NextStep, { step: 'offers' }>, now: number): Said {
  const { loan, declined, better } = waiting;
  const action = loanLink(waiting);
  const answered = sayBetter(waiting);
  if (answered) {
    return {
      title: answered,
      text:
        better?.answer === 'declined'
          ? 'Take its offer: it is the better one.'
          : 'Compare the offers before you sign.',
      action: { label: 'See our answer', href: betterHref },
    };
  }
  if (declined) {
    return {
      title: ['', declined.lender, sayEnd(declined)],
      text: sayDeclined(declined),
      action,
    };
  }
  const waits =
    better &&
    (better.answer_by < indiaDay(now)
      ? ' Our answer to your better offer is late. We are sorry.'
      : ` We will answer your better offer by ${formatDay(better.answer_by)}.`);
  const [title, text] =
    loan === 'one offer'
      ? [
          'A loan offer fits your amount and term',
          'See what it costs to the last rupee, and its terms.',
        ]
      : [
          'You have loan offers to choose from',
          `Compare what each costs to the last rupee${better ? '' : ', and choose one'}.`,
        ];
  return { title, text: `${text}${waits ?? ''}`, action };
}

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

/** The words at the beginning of a text, on at most about four lines of a phone. */
function opening(text: string): string {
  const end = text.lastIndexOf(' ', 140);
  return text.length > 140 ? `${text.slice(0, end < 0 ? 140 : end)} …` : text;
}

/** In a sentence: 'tomorrow at 6:30 pm', or 'on Friday 4 December at 6:30 pm' for another day. */
function onDay(at: string, now: number): string {
  const { day, time } = dayAndTime(at);
  return `${nearDay(at, now)?.toLowerCase() ?? `on ${day}`} at ${unbroken(time)}`;
}

/** Who is free next, and when, between these words. */
function sayFree(
  before: string,
  { mentor, starts_at: at }: NonNullable<Waiting['next_time']>,
  after: string,
  now: number,
): Words {
  const says = ` is free ${onDay(at, now)}.${after}`;
  return mentor ? [before, mentor, says] : `${before}A mentor${says}`;
}

/** The practice that the last feedback suggests (or any practice), with the next free time and its price. */
function sayPractice({ last, time }: Extract<NextStep, { step: 'practice' }>, now: number): Said {
  const weak = weakPoint(last);
  const price = `Packs start at ${formatRupees(lowestPrice)}.`;
  return {
    title: weak ? `Next: practise ${weak}` : 'Practise before the panel',
    text: time
      ? sayFree('', time, ` ${price}`, now)
      : `${time === null ? 'No times are open right now. ' : ''}${price}`,
    action: { label: 'Choose a pack', href: toPacks },
  };
}

/**
 * What the dashboard says about a step. `wanted` is the time that the member chose on another page, if the step can book
 * it; `hadCv` says whether the member has added a CV to any session, which can be used again.
 */
export function sayOnDashboard(
  next: NextStep,
  now: number,
  wanted?: ChosenTime & { isGone: boolean },
  hadCv = false,
): Said {
  switch (next.step) {
    case 'join':
    case 'session':
      return saySession(next.booking, now, hadCv);
    case 'count':
      return { title: toVerifyTitle };
    case 'exercise':
      return {
        title: `Do your exercise${next.coming ? ` before ${dayAndTime(next.coming.starts_at).day}` : ''}`,
        text: [
          '',
          next.practised.mentor.name,
          `: ${opening(next.practised.feedback.exercise ?? '')}`,
        ],
        action: { label: 'See the exercise', href: exerciseHref },
      };
    case 'invitation':
      return {
        title: sharedBy(next.invitation),
        text: `${sharedPack(next.invitation)}.`,
        action: { label: 'See the invitation', href: memberPages.sessions },
      };
    case 'book': {
      const { id, order, name, left, until } = next.source;
      const { time } = next;
      const all =
        next.all === undefined
          ? `${name}: ${unbroken(left)}`
          : `${next.all} sessions left in your packs`;
      const label = order ? 'Book a session' : 'Book your free interview';
      const weak = weakPoint(next.last);
      const [chosen, mentor] = wanted ? sayTime(wanted) : ['', ''];
      const isGone = wanted?.isGone ?? false;
      const says = `${weak ? `Practise ${weak}. ` : ''}${order ? all : `The interview is yours: ${left}`}.`;
      return {
        title: isGone
          ? 'Your time has gone. Choose another'
          : order
            ? `Book your ${next.isFirst ? 'first' : 'next'} session`
            : 'Your free interview is waiting',
        text: wanted
          ? [
              isGone ? chosen : `Your time: ${chosen}`,
              mentor,
              isGone ? ` was taken before you booked it. ${says}` : '. We do not hold the seat.',
            ]
          : time && !(until && indiaDay(Date.parse(time.starts_at)) > until)
            ? sayFree(`${says} `, time, '', now)
            : says,
        action: {
          label: isGone ? 'See other times' : wanted ? 'Check and book this time' : label,
          href: `${memberPages.sessions}#book-${id}`,
        },
      };
    }
    case 'offers':
      return sayOffers(next, now);
    case 'practice':
      return sayPractice(next, now);
    case 'awaited':
      return sayAwaited(next.booking, now);
    case 'rate': {
      const { kind, mentor, starts_at } = next.booking;
      return {
        title: ['How was your session with ', mentor.name, '?'],
        text: `${sessionNames[kind]}, ${dayAndTime(starts_at).day}. Your rating helps the next member choose a mentor.`,
        action: { label: 'Rate your session', href: ratingHref(next.booking) },
      };
    }
    case 'money':
      return sayMoney(next.request);
    case 'loan':
      return sayLoan(next);
    case 'group':
      return {
        title: 'Going to need a loan?',
        text: 'Ask for your loan together with everyone starting the same year as you. It costs you nothing.',
        action: { label: 'Join the loan group', href: memberPages.loan },
      };
    default:
      return sayStep(next, now);
  }
}
