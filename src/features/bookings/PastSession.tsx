import { Suspense } from 'react';
import { mentorName } from '../../domain/bookings/session-kinds.ts';
import { inTime } from '../../domain/in-time.ts';
import type { Standing } from '../../domain/refunds/standing.ts';
import { timesOf } from '../public-mentors/choose-time.ts';
import { SessionStanding } from '../refunds/SessionRefunds.tsx';
import type { Booking } from './my-sessions-schema.ts';
import { Badge } from '../ui/Badge.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { WriteToUs } from '../ui/WriteToUs.tsx';
import {
  awaitsFeedback,
  canRate,
  canReport,
  nameOf,
  outcomeOf,
  sayReported,
} from './booking-states.ts';
import { CalendarLeaf } from './CalendarLeaf.tsx';
import { Rating } from './Rating.tsx';
import { SessionFiles } from './SessionFiles.tsx';
import { SessionTime } from './SessionTime.tsx';
import { feedbackComing } from './session-times.ts';

// Loaded late, because new members have no feedback yet.
const FeedbackSheet = withErrorBoundary(late(() => import('./FeedbackSheet.tsx')));

// Loaded late, because few sessions are group discussions.
const KeptNotes = withErrorBoundary(
  late(async () => ({ default: (await inTime(import('./GdNotes.tsx'))).KeptNotes })),
);

export type PastSessionProps = {
  booking: Booking;
  now: number;
  /** True if the page's address asks for this session's feedback. */
  linked: boolean;
  /** True if the page's address asks for this session's rating. */
  rates: boolean;
  /** Where the member can book the next session. */
  next: string;
  /** Opens the picker with the same mentor's times; undefined if the member has no session left. */
  onBookAgain: ((booking: Booking) => void) | undefined;
  onReport: () => void;
  /** False while the member waits for a refund, so that nothing is for sale. */
  sells: boolean;
  /** The buyer's refund requests. The pack's second person sees none. */
  requests: readonly Standing[];
};

/** A past session: outcome, feedback and rating (§15.37). */
export function PastSession({
  booking,
  now,
  linked,
  rates,
  next,
  onBookAgain,
  onReport,
  sells,
  requests,
}: PastSessionProps) {
  const { id, kind, starts_at, mentor, topic, feedback, rating, refund } = booking;
  const { report_is_open, answer_until } = booking;
  const request = requests.find(({ number }) => number === refund?.number);
  const { label, text, appeal } = outcomeOf(booking, now);
  const coming = feedbackComing(booking, now);
  const held = canRate(booking) && text === undefined;
  return (
    <li
      className="booking-session card grid gap-4 p-6"
      aria-labelledby={`past-${id}`}
      data-faded={!held || undefined}
    >
      <CalendarLeaf at={starts_at} />
      <div>
        <h3 id={`past-${id}`} tabIndex={-1} className="text-2xl text-wrap">
          <span>{`${nameOf(booking)} `}</span>
          <Badge tone={held ? undefined : 'ended'}>{label}</Badge>
        </h3>
      </div>
      <div className="booking-facts">
        <p className="bold text-wrap">
          <SessionTime besideLeaf at={starts_at} />
        </p>
        <p>
          With <bdi translate="no">{mentorName(mentor)}</bdi>
        </p>
        {topic && <p>{`Topic: ${topic}`}</p>}
        {kind === 'gd' && (
          <Suspense fallback={null}>
            <KeptNotes booking={id} />
          </Suspense>
        )}
        {text && (
          <p className="note">
            <span>{`${text} `}</span>
            {appeal && <WriteToUs before={appeal} />}
          </p>
        )}
        {report_is_open && <p className="note">{sayReported(answer_until, now)}</p>}
        {request && <SessionStanding request={request} session="this session" className="note" />}
        {refund && !request && (
          <p className="note">The buyer asked for a refund of this session.</p>
        )}
        {awaitsFeedback(booking) && (
          <p className="note">
            <Sentence
              words={[
                '',
                mentor.name,
                ` ${coming.isLate ? 'still has to write' : 'is writing'} your feedback. ${coming.says}`,
              ]}
            />
          </p>
        )}
        {rating?.word && <p className="note">{`Your comment: ${rating.word}`}</p>}
      </div>
      <div className="actions">
        {feedback?.attended && (
          <Suspense
            fallback={
              <button type="button" className="button button-quiet" disabled>
                Read the feedback
              </button>
            }
          >
            <FeedbackSheet {...{ booking, feedback, linked, next }} />
          </Suspense>
        )}
        {held &&
          (onBookAgain ? (
            <button type="button" className="link" onClick={() => onBookAgain(booking)}>
              Book again
            </button>
          ) : (
            sells &&
            feedback && (
              <a className="link" href={timesOf(mentor.id)}>
                Book again
              </a>
            )
          ))}
        {held && !report_is_open && <Rating key={String(rates)} booking={booking} linked={rates} />}
        {canReport(booking, now) && (
          <button type="button" className="link" onClick={onReport}>
            My mentor did not join
          </button>
        )}
      </div>
      <SessionFiles booking={booking} open={false} unfolded={false} />
    </li>
  );
}
