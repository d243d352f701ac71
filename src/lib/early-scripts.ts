import { storageKeys } from './storage-keys.ts';

const stored = `localStorage.getItem('${storageKeys.session}')`;

/** Scripts that run before anything is painted, written out into the page as they stand here. */
export const earlyScripts = {
  /** Marks the document when a session is stored, so that CSS never paints the signed-out bar first. */
  markSession: `try{${stored}&&(document.documentElement.dataset.session='stored')}catch{}`,
  /** Sends a visitor without a stored session from a guarded page to the login, and back afterwards. */
  guard: `try{${stored}||location.hash.includes('token_hash=')||location.replace('/login?next='+encodeURIComponent(location.pathname+location.search))}catch{}`,
  /**
   * Tells the styles when the page has been painted, and turns on those with the fonts: until then
   * text stands in a font of the device, and only the first section is laid out (docs/decisions/
   * pages-first-paint.md). At once where the fonts are in the browser's cache because the page before
   * was ours, and where the browser goes to a place further down.
   */
  afterFirstPaint: `{const fonts=document.querySelector('style[media]'),finish=()=>{if(fonts)fonts.media='all';document.documentElement.dataset.painted=''};location.hash||performance.getEntriesByType('navigation')[0]?.type!=='navigate'||document.referrer.startsWith(origin+'/')?finish():new PerformanceObserver(finish).observe({type:'paint',buffered:true})}`,
} as const;
