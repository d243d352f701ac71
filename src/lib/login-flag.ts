import { keptText } from './kept-text.ts';
import { storageKeys } from './storage-keys.ts';

const flag = keptText(storageKeys.isLoggedIn, 'local');

/**
 * Stores the login flag (§6.14): 'true' after a login, 'false' after a logout. The flag does not give access; it tells
 * other tabs that the member logged out on purpose.
 */
export function rememberLogin(loggedIn: boolean): void {
  flag.keep(String(loggedIn));
}

/** True if the last login in this browser ended with a logout. */
export const wasLoggedOut = () => flag.read() === 'false';
