import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

const email = keptText(storageKeys.typedEmail, 'session');

/** Hands the address that was typed at the sign-up on to the login (§5.47). */
export const handOnEmail = email.keep;

/** The address that the sign-up handed on, once. */
export function takeEmail(): string {
  const typed = email.read() ?? '';
  email.forget();
  return typed;
}
