import { namings } from '../periods.ts';
import { inWords } from '../words/count.ts';
import { bookingRefusals } from './bookings.ts';
import { says, type Refusals } from './refusal.ts';

/** Refusals about a pack's second person. Separate from the others, because few members share a pack. */
export const secondPersonRefusals = says({
  pack_is_over: 'This pack has expired, so you can no longer share it.',
  not_for_two: 'This pack is for one person.',
  own_address: 'This is your own address. Enter someone else’s.',
  address_not_valid: 'entered email is not valid',
  second_has_booked: 'The other person has booked, so you can no longer invite someone else.',
  no_naming_left: `You have already named ${inWords(namings)} people. To change this, write to us.`,
  no_invitation: 'This invitation is no longer open. Ask the person who bought the pack.',
  terms_not_accepted: 'Tick the box to accept the terms.',
});

/**
 * Why a buyer cannot name a pack's second person, or why that person cannot accept. Here the daily limit counts emails
 * to that person's address.
 */
export const namingRefusals = {
  ...bookingRefusals,
  ...secondPersonRefusals,
  too_many_today: {
    says: 'This address has had too many invitations today. Please try again tomorrow.',
  },
} as const satisfies Refusals;
