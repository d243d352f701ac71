import { aDay, lasting } from '../periods.ts';
import { messages } from '../account/messages.ts';
import { settingsMessages } from '../account/settings-messages.ts';
import { says } from './refusal.ts';

export const addressRefusals = says({
  address_not_valid: messages.emailInvalid,
  too_many_today: `You have reached the limit of ${aDay('address proof', 'links')}. The newest link works for ${lasting('address link')}, so check your spam folder too. If you cannot find it, come back tomorrow or write to us.`,
  link_not_valid: `${settingsMessages.linkExpired} Ask for a new one.`,
  other_account: settingsMessages.otherAccount,
});
