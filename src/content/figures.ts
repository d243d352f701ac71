import type { Figure } from './copy.ts';

/**
 * The figures that the site claims (§14.20, §14.23). They are updated by hand, not counted live. Section 10 of the
 * terms explains what the counts and the rating mean.
 */
export const figures = {
  students: {
    value: '740+',
    label: 'students',
    note: 'Everyone who has signed up since we began.',
  },
  rate: {
    value: 'up to 4%',
    label: 'for members',
    note: 'The widest gap, in percentage points a year, between a standard rate and a group offer. Yours may be smaller.',
  },
  bookings: {
    value: '695+',
    label: 'mock bookings',
    note: 'Every session booked, free and upcoming ones included.',
  },
  rating: {
    value: '4.5/5',
    label: 'average rating',
    note: 'From students, after their sessions.',
  },
  sessions: {
    value: '350+',
    label: 'sessions',
    note: 'Held so far.',
  },
} as const satisfies Record<string, Figure>;
