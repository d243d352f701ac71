import { lazy } from 'react';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { LinkedPage } from './LinkedPage.tsx';
import { ownPage } from './own-page-store.ts';

// Only a page with a working link needs the forms.
const OwnParts = lazy(() => import('./OwnParts.tsx'));

/** /mentor: a mentor's sessions, times, meeting link and pause, opened by the link in our mails (§15.85). */
export const OwnPage = withErrorBoundary(() => (
  <LinkedPage link={ownPage}>{(page) => <OwnParts page={page} />}</LinkedPage>
));
