import { aDay, type dailyLimits } from '../periods.ts';
import type { Refusal, Refusals } from './refusal.ts';

/** The refusal of a change beyond the daily limit. */
export const tooManyChanges = (limit: keyof typeof dailyLimits, what = 'changes') =>
  ({
    status: 429,
    says: `You have reached the limit of ${aDay(limit, what)}. Please come back tomorrow, or write to us.`,
  }) as const satisfies Refusal;

/** Refusals shared by sessions, loans and refunds. */
export const limits = {
  address_not_proven: { status: 403, says: 'Please verify your email first.' },
  too_many_uploads: {
    status: 429,
    says: `You have reached the limit of ${aDay('session file', 'files')}. Please come back tomorrow.`,
  },
} as const satisfies Refusals;
