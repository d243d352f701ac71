/**
 * Marks the document if a login is stored, so that members never see the visitors' bar (§12.10), or if the previous
 * page left a toast. The mark is 'welcome' if the toast greets a new member.
 */
import { carriedToastKey, sessionKey } from '../../lib/storage-keys.ts';

try {
  const { dataset } = document.documentElement;
  if (localStorage.getItem(sessionKey)) dataset['session'] = 'stored';
  const toast = sessionStorage.getItem(carriedToastKey);
  if (toast) dataset['toast'] = toast.includes('"welcome"') ? 'welcome' : '';
} catch {
  // Without storage, no one can be logged in, and no toast can have been left.
}
