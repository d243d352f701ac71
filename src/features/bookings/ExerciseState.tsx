import { Suspense } from 'react';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';
import type { SessionFeedback } from './my-sessions-schema.ts';

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
