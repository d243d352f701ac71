import { aDay, lasting } from '../periods.ts';
import { messages } from '../account/messages.ts';
import { says } from './refusal.ts';

export const emailRefusals = says({
  address_not_valid: messages.emailInvalid,
  same_address: 'Your account already uses this address.',
  too_many_today: `You have reached the limit of ${aDay('email change', 'changes')}. The newest links work for ${lasting('address link')}, so check your spam folders too. If you cannot find them, come back tomorrow or write to us.`,
});
