import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { ownPage } from './own-page-store.ts';
import { PageState } from './PageState.tsx';

// Only a page with a working link needs the forms.
const OwnParts = lazy(() => import('./OwnParts.tsx'));

function Own() {
  const state = useStore(ownPage.$page, { ssr: 'initial' });
  const retry = () => void ownPage.load();
  if (state.status !== 'ready') return <PageState state={state} retry={retry} />;
  return (
    <Suspense fallback={<PageState state={{ status: 'loading' }} retry={retry} />}>
      <OwnParts page={state.page} />
    </Suspense>
  );
}

/** /mentor: a mentor's sessions, times, meeting link and pause, opened by the link in our mails (§15.85). */
export const OwnPage = withErrorBoundary(Own);
