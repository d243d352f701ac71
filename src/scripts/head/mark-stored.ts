/**
 * Marks the document if a login is stored, so that members never see the visitors' bar (§12.10), or if the previous
 * page left a toast. The mark is 'welcome' if the toast greets a new member. If this tab has kept a member's
 * data, the page uses our fonts from the start: it draws that data before the fonts would arrive, and a heading that
 * breaks differently would move the page.
 */
import { answersKey, carriedToastKey, sessionKey } from '../../lib/storage-keys.ts';

try {
  const { dataset } = document.documentElement;
  if (localStorage.getItem(sessionKey)) dataset['session'] = 'stored';
  if (sessionStorage.getItem(answersKey)) dataset['fonts'] = '';
  const toast = sessionStorage.getItem(carriedToastKey);
  if (toast) dataset['toast'] = toast.includes('"welcome"') ? 'welcome' : '';
} catch {
  // Without storage, no one can be logged in, and no toast can have been left.
}
