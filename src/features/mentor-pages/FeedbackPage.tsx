import { lazy } from 'react';
import { feedbackLink } from './feedback-store.ts';
import { linkedPage } from './LinkedPage.tsx';

// Only a page with a working link needs the form.
const FeedbackSession = lazy(() => import('./FeedbackSession.tsx'));

/** /feedback: the session of a mentor's link, and the feedback on each member (§15.17, §15.20). */
export const FeedbackPage = linkedPage(feedbackLink, FeedbackSession);
