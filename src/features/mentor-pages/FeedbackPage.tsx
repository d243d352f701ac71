import { feedbackLink } from './feedback-store.ts';
import { linkedPage } from './LinkedPage.tsx';
import { late } from '../ui/late.tsx';

// Loaded late, because only a working link needs the form.
const FeedbackSession = late(() => import('./FeedbackSession.tsx'));

/** /feedback: the session behind a mentor's link, and the feedback on each member (§15.17, §15.20). */
export const FeedbackPage = linkedPage(feedbackLink, FeedbackSession);
