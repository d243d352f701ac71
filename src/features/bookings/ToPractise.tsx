import { Suspense } from 'react';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';
import type { Practised } from './progress.ts';

// New members have no feedback yet.
const Exercise = withErrorBoundary(late(() => import('./Exercise.tsx')));

type ToPractiseProps = { practised: Practised; heading: 'h3' | 'h4' };

/** The exercise from the latest feedback, and what came of it (§15.99, §15.103). */
export function ToPractise({ practised: { id, feedback }, heading: Heading }: ToPractiseProps) {
  return (
    <section>
      <Heading className="plain-heading">To practise until next time</Heading>
      <p className="wrap-anywhere whitespace-pre-line">{feedback.exercise}</p>
      <Suspense fallback={null}>
        <Exercise booking={id} feedback={feedback} />
      </Suspense>
    </section>
  );
}
