import { bookingRefusals } from './bookings.ts';
import type { Refusals } from './refusal.ts';

/** Why a buyer cannot name a pack's second person. Here the daily limit counts emails to that person's address. */
export const namingRefusals = {
  ...bookingRefusals,
  too_many_today: {
    says: 'This address has had too many invitations today. Please try again tomorrow.',
  },
} as const satisfies Refusals;
