import { Suspense, type ComponentProps } from 'react';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';
import type FeedbackSheet from './FeedbackSheet.tsx';

// Loaded late, because new members have no feedback yet.
const Sheet = withErrorBoundary(late(() => import('./FeedbackSheet.tsx')));

/** 'Read the feedback', which holds its place until its script has arrived (§15.37). */
export function ReadFeedback(props: ComponentProps<typeof FeedbackSheet>) {
  return (
    <Suspense
      fallback={
        <button type="button" className={props.className ?? 'button button-quiet'} disabled>
          {props.label ?? 'Read the feedback'}
        </button>
      }
    >
      <Sheet {...props} />
    </Suspense>
  );
}
