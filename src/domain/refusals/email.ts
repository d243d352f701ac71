import { aDay, lasting } from '../periods.ts';
import { hints, messages } from '../account/messages.ts';
import { settingsMessages } from '../account/settings-messages.ts';
import { says } from './refusal.ts';

export const emailRefusals = says({
  address_not_valid: messages.emailInvalid,
  same_address: 'This is the address of your account already.',
  too_many_today: `${aDay('email change', 'changes')} is the limit, and you have reached it. The newest links work for ${lasting('address link')}; check the spam folder too. Otherwise come back tomorrow, or write to us.`,
  link_not_valid: `${hints.linkExpired} Nothing was changed.`,
  other_account: settingsMessages.otherAccount,
});
