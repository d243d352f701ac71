import { linkedPage } from './LinkedPage.tsx';
import { ownPage } from './own-page-store.ts';
import { late } from '../ui/late.tsx';

// Loaded late, because only a working link needs the forms.
const OwnParts = late(() => import('./OwnParts.tsx'));

/** /mentor: a mentor's sessions, times, meeting link and pause, opened from the link in our emails (§15.85). */
export const OwnPage = linkedPage(ownPage, OwnParts);
