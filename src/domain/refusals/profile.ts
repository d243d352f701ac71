import { messages } from '../account/messages.ts';
import { nameIsLink } from '../words/links.ts';
import { says } from './refusal.ts';

/** Why the database refuses a profile that bypassed our forms, in the same words as the forms. */
export const profileRefusals = says({
  firstname_missing: messages.firstnameRequired,
  lastname_missing: messages.lastnameRequired,
  name_is_link: nameIsLink,
  phone_not_valid: messages.phoneInvalid,
  two_phones: messages.twoPhones,
});
