import { keptText } from './kept-text.ts';
import { storageKeys } from './storage-keys.ts';

const flag = keptText(storageKeys.isLoggedIn, 'local');

/**
 * Stores the login flag (§6.14): 'true' after a sign-in, 'false' after a logout. It gives no access; it tells other tabs
 * that a session was ended on purpose.
 */
export function rememberLogin(loggedIn: boolean): void {
  flag.keep(String(loggedIn));
}

/** True if the last session in this browser was ended by a logout. */
export const wasLoggedOut = () => flag.read() === 'false';
