import { memberPages } from '../domain/member-pages.ts';
import { freeInterviews } from '../domain/periods.ts';

/** Copy for the page that introduces the mentors (§4.22). */
export const mentors = {
  heading: 'Who sits across the table',
  lead: 'Alumni of the schools you are aiming for run our mock interviews and GDs. Pick a mentor and a time. All times are India time (IST).',
  // The page appends the lowest price to this.
  offer: {
    free: { label: 'One mock interview free', href: '/signup' },
    limit: `for the first ${freeInterviews} students, then`,
    packs: 'packs',
    members: {
      before: 'See',
      own: { label: 'your sessions', href: memberPages.sessions },
      after: ', or',
      // Below the mentors. The page appends the lowest price.
      buy: { before: 'Need more sessions? See the', label: 'packs', href: '/buy#packs' },
    },
  },
  // Around the time that the visitor has chosen.
  chosen: ['Your time:', 'Press another to replace it.', 'It has gone. Choose another.'],
  none: 'No mentors to introduce yet.',
} as const;
