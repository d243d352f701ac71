import { storageKeys } from '../../lib/storage-keys.ts';

/**
 * Keeps the local login flag (§6.14): 'true' after a sign-in, 'false' from a logout on. It decides
 * nothing about access; other tabs learn from it that a session was ended on purpose.
 */
export function rememberLogin(loggedIn: boolean): void {
  try {
    localStorage.setItem(storageKeys.isLoggedIn, String(loggedIn));
  } catch {
    // A browser that keeps nothing is signed in for this page only.
  }
}

/** True when the last thing that happened to the session in this browser was a logout. */
export function wasLoggedOut(): boolean {
  try {
    return localStorage.getItem(storageKeys.isLoggedIn) === 'false';
  } catch {
    return false;
  }
}
