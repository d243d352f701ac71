import { aDay } from '../periods.ts';
import type { Refusals } from './refusal.ts';

/** Refusals that sessions, loans and refunds share. */
export const limits = {
  too_many_today: {
    status: 429,
    says: `${aDay('session change', 'changes')} is the limit, and you have reached it. Please come back tomorrow, or write to us.`,
  },
  address_not_proven: { status: 403, says: 'Please verify your e-mail first.' },
  too_many_uploads: {
    status: 429,
    says: `${aDay('session file', 'files')} is the limit, and you have reached it. Please come back tomorrow.`,
  },
} as const satisfies Refusals;
