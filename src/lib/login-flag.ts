import { storageKeys } from './storage-keys.ts';

/**
 * Stores the login flag (§6.14): 'true' after a sign-in, 'false' after a logout. It gives no access; other
 * tabs learn from it that a session was ended on purpose.
 */
export function rememberLogin(loggedIn: boolean): void {
  try {
    localStorage.setItem(storageKeys.isLoggedIn, String(loggedIn));
  } catch {
    // Storage is blocked or full: nothing depends on the flag.
  }
}

/** True when the last session in this browser was ended by a logout. */
export function wasLoggedOut(): boolean {
  try {
    return localStorage.getItem(storageKeys.isLoggedIn) === 'false';
  } catch {
    return false;
  }
}
