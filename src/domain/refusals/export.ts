import { aDay } from '../periods.ts';
import type { Refusals } from './refusal.ts';

/** Why a member does not get the file of §18.40. The function refuses, not the database. */
export const exportRefusals = {
  too_many_requests: {
    status: 429,
    says: `${aDay('export', 'downloads')} are the limit, and it is reached. Please come back tomorrow.`,
  },
} as const satisfies Refusals;
