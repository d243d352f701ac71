import { aDay, lasting } from '../periods.ts';
import { hints, messages } from '../account/messages.ts';
import type { Refusals } from './refusal.ts';

export const emailRefusals = {
  address_not_valid: { says: messages.emailInvalid },
  same_address: { says: 'This is the address of your account already.' },
  too_many_today: {
    says: `${aDay('email change', 'changes')} is the limit, and you have reached it. The newest links work for ${lasting('address link')}; check the spam folder too. Otherwise come back tomorrow, or write to us.`,
  },
  link_not_valid: { says: `${hints.linkExpired} Nothing was changed.` },
  other_account: { says: hints.otherAccount },
} as const satisfies Refusals;
