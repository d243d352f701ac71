import { storageKeys } from './storage-keys.ts';

const stored = `localStorage.getItem('${storageKeys.session}')`;

/** Scripts that run before anything is painted, written out into the page as they stand here. */
export const earlyScripts = {
  /** Marks the document when a session is stored, so that CSS never paints the signed-out bar first. */
  markSession: `try{${stored}&&(document.documentElement.dataset.session='stored')}catch{}`,
  /** Sends a visitor without a stored session from a guarded page to the login, and back afterwards. */
  guard: `try{${stored}||location.hash.includes('token_hash=')||location.replace('/login?next='+encodeURIComponent(location.pathname+location.search))}catch{}`,
  /**
   * Turns on what `first-paint.ts` otherwise leaves for later: the fonts where they are in the
   * browser's cache because the page before was ours; the layout of every section too where the
   * browser goes to a place further down, or back.
   */
  allAtOnce: `{const far=location.hash||performance.getEntriesByType('navigation')[0]?.type!=='navigate',fonts=document.querySelector('style[media]');if(fonts&&(far||document.referrer.startsWith(origin+'/')))fonts.media='all';if(far)document.documentElement.dataset.complete=''}`,
} as const;
