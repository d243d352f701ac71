import { Suspense, useState } from 'react';
import { formatDay } from '../../domain/words/dates.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';
import type { SessionFeedback } from './my-sessions-schema.ts';
import type { Practised } from './progress.ts';

// Loaded late, because new members have no feedback yet.
const Exercise = withErrorBoundary(late(() => import('./Exercise.tsx')));

/** Where an exercise stands: the member's note, 'Done', and the form for the note (§15.103). */
export function ExerciseState(props: { booking: string; feedback: SessionFeedback }) {
  const { exercise_note: note } = props.feedback;
  return (
    <>
      {note && (
        <p className="mt-3 wrap-anywhere whitespace-pre-line">
          <b className="bold">Your note: </b>
          <span dir="auto">{note}</span>
        </p>
      )}
      <div className="booking-exercise no-print">
        <Suspense fallback={null}>
          <Exercise {...props} />
        </Suspense>
      </div>
    </>
  );
}

type ToPractiseProps = {
  practised: Practised;
  heading: 'h3' | 'h4';
  /** The heading's id, if links lead to it. */
  id?: string;
  className?: string;
};

/** The exercise from the latest feedback, and what the member has noted about it (§15.99). */
export function ToPractise({ practised, heading: Heading, id, className }: ToPractiseProps) {
  const { id: booking, feedback, mentor } = practised;
  // Only an earlier visit's, so that nothing folds away under the finger that ticks the box.
  const [doneAt] = useState(feedback.exercise_done_at);
  const body = (
    <>
      <Heading id={id} tabIndex={-1} className="plain-heading">
        To practise before next time
      </Heading>
      <p className="text-xl wrap-anywhere whitespace-pre-line">{feedback.exercise}</p>
      <p className="note">
        From <bdi translate="no">{mentor.name}</bdi>
      </p>
      <a className="link" href={`#past-${booking}`}>
        See the session
      </a>
      <ExerciseState booking={booking} feedback={feedback} />
    </>
  );
  if (!doneAt) return <section className={className}>{body}</section>;
  return (
    <details className={className}>
      <summary className="link w-fit">{`Exercise done on ${formatDay(doneAt)}${feedback.exercise_note ? ', with a note' : ''}`}</summary>
      {body}
    </details>
  );
}
