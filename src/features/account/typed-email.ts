import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

const email = keptText(storageKeys.typedEmail, 'session');

/** Keeps the address that was typed at the sign-up for the login (§5.47). */
export const handOnEmail = email.keep;

/** Returns the address that the sign-up kept and forgets it; '' if there is none. */
export function takeEmail(): string {
  const typed = email.read() ?? '';
  email.forget();
  return typed;
}
