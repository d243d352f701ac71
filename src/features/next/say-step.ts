import { mentorName, sessionNames, sessionWords } from '../../domain/bookings/session-kinds.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { packName } from '../../domain/packs/packs.ts';
import { ifApproved, ifFailed } from '../../domain/payments/payment-words.ts';
import { requestPage } from '../../domain/refunds/standing.ts';
import { count } from '../../domain/words/count.ts';
import { dayAndTime } from '../../domain/words/dates.ts';
import { outcomeOf } from '../bookings/booking-states.ts';
import type { Booking } from '../bookings/my-sessions-schema.ts';
import { sayWhen } from '../bookings/session-times.ts';
import type { Words } from '../ui/Sentence.tsx';
import type { NextStep } from './next-step.ts';

/** What the step says in a sentence or two, and its one button. */
export type Said = { title: Words; text?: Words; action?: { label: string; href: string } };

/** The page with a session's feedback open. */
export const feedbackPage = ({ id }: Booking) => `${memberPages.sessions}?feedback=${id}`;

/**
 * A step's text and its button, for the steps that the sessions page shows too; for any other, only an empty title.
 * Asking for the free interview has its button elsewhere.
 */
export function sayStep(next: NextStep, now: number): Said {
  switch (next.step) {
    case 'refund':
      return {
        title: 'We need your answer for your refund',
        text: ['Request ', next.request.number, ' is waiting for your answer.'],
        action: {
          label: 'Answer the request',
          href: requestPage(next.request),
        },
      };
    case 'rebook': {
      const { booking, source } = next;
      const when = sayWhen(booking.starts_at, now);
      const left = `${source.name}: ${source.left}.`;
      return {
        title: booking.given_back
          ? 'You have your session back'
          : `${sessionNames[booking.kind]} cancelled: ${when}`,
        text: booking.given_back
          ? [
              'With ',
              booking.mentor.name,
              `, ${when}. ${booking.no_mentor_reported ? 'We are sorry that your mentor did not join. ' : ''}${left}`,
            ]
          : [
              'With ',
              mentorName(booking.mentor),
              `. ${outcomeOf(booking, now).text ?? ''} ${left}`,
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
    case 'payment':
      return {
        title: `Your payment for ‘${packName(next.payment.pack)}’ ${next.payment.failed ? 'did not go through' : 'has not arrived yet'}`,
        text: next.payment.failed ? ifFailed : `${ifApproved} If you did not approve it, pay now.`,
        action: {
          label: 'Pay on the dashboard',
          href: `${memberPages.main}#order-${next.payment.order}`,
        },
      };
    case 'free':
      return {
        title:
          next.done > 0
            ? `${count(next.done, 'session')} done. Next: your free interview`
            : 'Free mock interview',
      };
    default:
      return { title: '' };
  }
}
