import { useState } from 'react';
import { formatDay } from '../../domain/words/dates.ts';
import { ExerciseState } from './ExerciseState.tsx';
import type { Practised } from './progress.ts';
import { ReadFeedback } from './ReadFeedback.tsx';

type ToPractiseProps = {
  practised: Practised;
  heading: 'h3' | 'h4';
  /** Where the member can book the next session; undefined once one is booked. */
  next?: string;
  className?: string;
};

/** The exercise from the latest feedback, that feedback, and what the member has noted about it (§15.99). */
export function ToPractise({ practised, heading: Heading, next, className }: ToPractiseProps) {
  const { id, feedback, mentor } = practised;
  // Only an earlier visit's, so that nothing folds away under the finger that ticks the box.
  const [doneAt] = useState(feedback.exercise_done_at);
  const body = (
    <>
      <Heading className="plain-heading">To practise before next time</Heading>
      <p className="text-xl wrap-anywhere whitespace-pre-line">{feedback.exercise}</p>
      <div className="flex flex-wrap items-center gap-x-6">
        <p className="note">
          From <bdi translate="no">{mentor.name}</bdi>
        </p>
        <ReadFeedback
          booking={practised}
          feedback={feedback}
          next={next}
          className="link"
          label="The whole feedback"
        />
      </div>
      <ExerciseState booking={id} feedback={feedback} />
    </>
  );
  if (!doneAt) return <section className={className}>{body}</section>;
  return (
    <details className={className}>
      <summary className="link w-fit">{`Exercise done on ${formatDay(doneAt)}`}</summary>
      {body}
    </details>
  );
}
