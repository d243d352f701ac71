import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

const email = keptText(storageKeys.typedEmail, 'session');

/** Keeps the email address typed at sign-up, so that the login form is prefilled with it (§5.47). */
export const handOnEmail = email.keep;

/** Returns the address kept at sign-up, and forgets it; '' if there is none. */
export function takeEmail(): string {
  const typed = email.read() ?? '';
  email.forget();
  return typed;
}
