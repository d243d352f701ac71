import { storageKeys } from '../lib/storage-keys.ts';

const stored = `localStorage.getItem('${storageKeys.session}')`;

/** Scripts that must run before the first paint. `InlineScript.astro` writes them into the page unchanged. */
export const headScripts = {
  /**
   * Marks the document when a session is stored, so that a member never sees the signed-out bar (§12.10),
   * and when the previous page kept a toast, among them that of a new member.
   */
  markStored: `try{${stored}&&(document.documentElement.dataset.session='stored');const toast=sessionStorage.getItem('${storageKeys.carriedToast}');toast&&(document.documentElement.dataset.toast=toast.includes('"welcome"')?'welcome':'')}catch{}`,
  /**
   * Redirects visitors without a session or a mail link from a member's page to the login (§6.15). A link
   * that proves or changes an address needs a session, so it waits in this tab for the login (§15.60, §18.82).
   */
  guard: `try{${stored}||location.pathname.includes('/settings')&&location.hash.includes('token_hash=')||(/^#(address|email)_token=/.test(location.hash)&&sessionStorage.setItem('${storageKeys.addressLink}',location.hash),location.replace('/login?next='+encodeURIComponent(location.pathname+location.search)))}catch{}`,
  /** Marks the login when a member's page led somebody there who was never signed in here (§6.27). */
  firstVisit: `try{location.search.includes('next=')&&localStorage.getItem('${storageKeys.isLoggedIn}')===null&&(document.documentElement.dataset.visit='first')}catch{}`,
  /** Marks the sign-up when somebody comes from a purchase (§4.15). */
  fromPurchase: `location.search.includes('from=purchase')&&(document.documentElement.dataset.from='purchase')`,
  /** Says whether the address has a payment to check, so that nothing on the page moves later (§4.17). */
  purchase: `document.documentElement.dataset.purchase=/[?&]reference=[^&]/.test(location.search)?'checking':'none'`,
  /** Hides the figures of the built page when the address has others, until those are there (§16.42). */
  figures: `location.search.length>1&&(document.documentElement.dataset.figures='')`,
  /**
   * Requests the fonts after the first paint, which saves 0.2 s of LCP on a slow phone
   * (docs/decisions/fonts-after-first-paint.md), and uses them when all are there, so that the page is laid
   * out once more and not for each. Visitors who come from another page of this site have them in their
   * cache and use them at once, unless that page sends no referrer.
   */
  fonts: `{const root=document.documentElement,show=()=>root.dataset.fonts='',load=name=>document.fonts.load('1em '+getComputedStyle(root).getPropertyValue(name));if(document.referrer.startsWith(origin+'/'))show();else{new PerformanceObserver((list,observer)=>{if(list.getEntriesByName('first-contentful-paint').length){observer.disconnect();Promise.all([load('--font-anek'),load('--font-eczar')]).then(show,show)}}).observe({type:'paint',buffered:true});addEventListener('load',()=>setTimeout(show,3000))}}`,
  /** Moves the tab of the current page into view, where the tabs of the dashboard are a row that scrolls. */
  currentTab: `{const tab=document.querySelector('.sidebar [aria-current]'),row=tab?.closest('.sidebar');if(row){const {left,width}=tab.getBoundingClientRect();row.scrollLeft=left+width/2-row.clientWidth/2}}`,
} as const;
