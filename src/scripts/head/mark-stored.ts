/**
 * Marks the document if a session is stored, so that a member never sees the signed-out bar (§12.10), and if the
 * previous page left a toast: with 'welcome' if it greets a new member.
 */
import { carriedToastKey, sessionKey } from '../../lib/storage-keys.ts';

try {
  const { dataset } = document.documentElement;
  if (localStorage.getItem(sessionKey)) dataset['session'] = 'stored';
  const toast = sessionStorage.getItem(carriedToastKey);
  if (toast) dataset['toast'] = toast.includes('"welcome"') ? 'welcome' : '';
} catch {
  // Without storage nobody is signed in, and no toast was left.
}
