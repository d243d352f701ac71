import { aDay } from '../periods.ts';
import type { Refusals } from './refusal.ts';

/** Why a member cannot get the export (§18.40). Refused by the function, not by the database. */
export const exportRefusals = {
  too_many_requests: {
    status: 429,
    says: `You have reached the limit of ${aDay('export', 'downloads')}. Please come back tomorrow.`,
  },
} as const satisfies Refusals;
