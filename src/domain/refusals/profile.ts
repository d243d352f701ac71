import { messages } from '../account/messages.ts';
import { nameIsLink } from '../words/typed-text.ts';
import { says } from './refusal.ts';

/** What the database refuses of a profile that was not written with our forms, in their words. */
export const profileRefusals = says({
  firstname_missing: messages.firstnameRequired,
  lastname_missing: messages.lastnameRequired,
  name_is_link: nameIsLink,
  phone_not_valid: messages.phoneInvalid,
});
