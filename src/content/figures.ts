import type { Figure } from './copy.ts';

/**
 * The figures that the site claims (§14.20, §14.23). They are updated by hand, not counted live. Section 10 of the
 * terms explains what the counts and the rating mean.
 */
export const figures = {
  students: {
    value: '740+',
    label: 'students',
    note: 'Members who have signed up so far.',
  },
  rate: {
    value: 'up to 4%',
    label: 'for members',
    note: 'The largest gap to a standard rate, in percentage points a year.',
  },
  bookings: {
    value: '695+',
    label: 'mock bookings',
    note: 'Including free and upcoming sessions.',
  },
  rating: {
    value: '4.5/5',
    label: 'average rating',
    note: 'From students, after their sessions.',
  },
  sessions: {
    value: '350+',
    label: 'sessions',
    note: 'Held so far, with more booked.',
  },
} as const satisfies Record<string, Figure>;
