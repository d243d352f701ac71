import { limits } from './limits.ts';
import type { Refusals } from './refusal.ts';

export const freeInterviewRefusals = {
  address_not_proven: limits.address_not_proven,
  already_had: {
    says: 'There is one free interview for each person, and yours was given already.',
  },
  free_gone: { says: 'All free interviews are taken.' },
  person_changed: { says: 'Your details have changed meanwhile. Reload the page and try again.' },
} as const satisfies Refusals;

/** The same for what the database does not look at. */
export const freeInterviewOwnRefusals = {
  phone_missing: {
    status: 403,
    says: 'Add your mobile number of India to your profile first, with its ten digits.',
  },
} as const satisfies Refusals;
