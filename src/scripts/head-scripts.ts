import { storageKeys } from '../lib/storage-keys.ts';

const stored = `localStorage.getItem('${storageKeys.session}')`;

/**
 * Scripts that must run before anything is painted. `InlineScript.astro` puts them into the page as they
 * stand here.
 */
export const headScripts = {
  /**
   * Marks the document when a session is stored, so that a member never sees the signed-out bar, and when
   * the page before has left a toast.
   */
  markStored: `try{${stored}&&(document.documentElement.dataset.session='stored');sessionStorage.getItem('${storageKeys.carriedToast}')&&(document.documentElement.dataset.toast='')}catch{}`,
  /** Sends visitors without a stored session from a member's page to the login, and back afterwards. */
  guard: `try{${stored}||location.hash.includes('token_hash=')||location.replace('/login?next='+encodeURIComponent(location.pathname+location.search))}catch{}`,
  /**
   * Asks for the fonts after the first paint, which measured 0.2 s of LCP on a slow phone
   * (docs/decisions/fonts-after-first-paint.md). Visitors who come from another page of this site have
   * them in their cache already and get them at once.
   */
  fonts: `{const show=()=>document.documentElement.dataset.fonts='';if(document.referrer.startsWith(origin+'/'))show();else{new PerformanceObserver((list,observer)=>{if(list.getEntriesByName('first-contentful-paint').length){observer.disconnect();show()}}).observe({type:'paint',buffered:true});addEventListener('load',()=>setTimeout(show,3000))}}`,
} as const;
