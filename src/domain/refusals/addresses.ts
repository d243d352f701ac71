import { aDay, lasting } from '../periods.ts';
import { hints, messages } from '../account/messages.ts';
import type { Refusals } from './refusal.ts';

export const addressRefusals = {
  address_not_valid: { says: messages.emailInvalid },
  too_many_today: {
    says: `${aDay('address proof', 'links')} is the limit, and you have reached it. The newest one works for ${lasting('address link')}; check the spam folder too. Otherwise come back tomorrow, or write to us.`,
  },
  link_not_valid: { says: `${hints.linkExpired} Nothing was changed.` },
  other_account: { says: hints.otherAccount },
} as const satisfies Refusals;
