import { useState } from 'react';
import { lateReasons } from '../../domain/bookings/late-reasons.ts';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { lasting } from '../../domain/periods.ts';
import { wordOf } from '../../lib/say-failure.ts';
import type { Booking, MySessions } from './my-sessions-schema.ts';
import { AskFirst } from '../ui/AskFirst.tsx';
import { showToast } from '../ui/toast.ts';
import { WriteToUs } from '../ui/WriteToUs.tsx';
import { isFree, isFreeInterviewOver, sayReported } from './booking-states.ts';
import { cancelBooking, reportNoMentor, sayBookingFailure } from './bookings.ts';
import { SessionTime } from './SessionTime.tsx';

/** The action to confirm, and its booking. */
export type Question = { what: 'cancel' | 'report'; booking: Booking };

type QuestionsProps = {
  question: Question;
  now: number;
  freeInterview: MySessions['free_interview'];
  onClose: (done: boolean) => void;
};

/** Asks the member to confirm a cancellation or a report. */
export default function Questions({ question, now, freeInterview, onClose }: QuestionsProps) {
  const { what, booking } = question;
  const { kind, starts_at, mentor } = booking;
  // Set when the database replies that it is too late: this device's clock may be slow, or the dialog may have been
  // open for a long time.
  const [isLate, setIsLate] = useState(false);
  const free = isFree(booking, now) && !isLate;
  const lapses = booking.is_free && isFreeInterviewOver(freeInterview, now);
  const dialog = { sayFailure: sayBookingFailure, onClose };
  const which = (
    <p>
      <span>{`${sessionNames[kind]}, `}</span>
      <SessionTime at={starts_at} />
      <span>, with </span>
      <bdi translate="no">{mentor.name}</bdi>.
    </p>
  );
  if (what === 'report') {
    return (
      <AskFirst
        {...dialog}
        title="Did your mentor not join?"
        confirm="My mentor did not join"
        confirming="Reporting ..."
        keep="Never mind"
        work={async () => {
          const until = await reportNoMentor(booking.id);
          showToast('success', `Thank you. ${sayReported(until, now)}`, { duration: 6000 });
        }}
      >
        {which}
        <p className="mt-3">
          {`We ask your mentor. Unless they say within ${lasting('mentor answer')} that they were there, you get the session back. If they do, one of our team looks into it and writes to you.`}
        </p>
      </AskFirst>
    );
  }
  return (
    <AskFirst
      {...dialog}
      title="Cancel this session?"
      confirm="Cancel the session"
      confirming="Cancelling ..."
      keep="Keep the session"
      work={async () => {
        const cameBack = await cancelBooking(booking.id, free).catch((error: unknown) => {
          if (wordOf(error) === 'no_longer_free') setIsLate(true);
          throw error;
        });
        showToast(
          'success',
          cameBack
            ? 'Cancelled. You have your session back.'
            : 'Cancelled. The session counts as used.',
          // Long enough to read, because it is the only message.
          { duration: 6000 },
        );
      }}
    >
      {which}
      <p className={`notice mt-3 ${free && !lapses ? 'notice-calm' : ''}`}>
        {free ? (
          <span>
            {lapses
              ? 'It is too late to book your free interview again, so it goes to the next student if you cancel.'
              : 'It costs you nothing: you get the session back and can book another time.'}
          </span>
        ) : (
          <WriteToUs
            before={`The session is less than ${lasting('cancel free')} away, so it counts as used if you cancel. If the reason is ${lateReasons},`}
          />
        )}
      </p>
    </AskFirst>
  );
}
