import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

const email = keptText(storageKeys.typedEmail, 'session');

/** Keeps the email address typed at sign-up or login for the next form, without putting it into a URL (§5.47). */
export const handOnEmail = email.keep;

/** Returns the address kept for this form, and forgets it; '' if there is none. */
export function takeEmail(): string {
  const typed = email.read() ?? '';
  email.forget();
  return typed;
}
