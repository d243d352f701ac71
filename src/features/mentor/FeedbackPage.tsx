import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { feedbackLink } from './feedback-store.ts';
import { PageState } from './PageState.tsx';

// Only a page with a working link needs the form.
const FeedbackSession = lazy(() => import('./FeedbackSession.tsx'));

function Feedback() {
  const state = useStore(feedbackLink.$page, { ssr: 'initial' });
  const retry = () => void feedbackLink.load();
  if (state.status !== 'ready') return <PageState state={state} retry={retry} />;
  return (
    <Suspense fallback={<PageState state={{ status: 'loading' }} retry={retry} />}>
      <FeedbackSession page={state.page} />
    </Suspense>
  );
}

/** /feedback: the session of a mentor's link, and the feedback on each member (§15.17, §15.20). */
export const FeedbackPage = withErrorBoundary(Feedback);
