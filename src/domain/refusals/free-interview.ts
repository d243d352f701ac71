import { limits } from './limits.ts';
import type { Refusals } from './refusal.ts';

export const freeInterviewRefusals = {
  address_not_proven: limits.address_not_proven,
  free_gone: { says: 'All free interviews are taken.' },
  person_changed: {
    says: 'Your details have changed in the meantime. Reload the page and try again.',
  },
} as const satisfies Refusals;

/** Why the function refuses the free interview without asking the database. */
export const freeInterviewOwnRefusals = {
  phone_missing: {
    status: 403,
    says: 'Add your ten-digit Indian mobile number to your profile first.',
  },
} as const satisfies Refusals;
