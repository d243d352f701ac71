/**
 * Requests the fonts after the first paint, which saves 0.2 s of LCP on a slow phone
 * (docs/decisions/fonts-after-first-paint.md), and on a member's page after the first own rows; and uses them when all have arrived, so that the page is laid out again
 * only once. Visitors who come from another page of this site have them in their cache and get them from the start,
 * unless that page sends no referrer.
 */
const root = document.documentElement;
const { after = 'first-contentful-paint' } = document.currentScript?.dataset ?? {};

/** After this time a browser that reports no first paint gets the fonts too. In ms. */
const longestWait = 3000;

function show(): void {
  root.dataset['fonts'] = '';
}

function load(variable: string): Promise<unknown> {
  return document.fonts.load(`1em ${getComputedStyle(root).getPropertyValue(variable)}`);
}

if (document.referrer.startsWith(`${origin}/`)) {
  show();
} else {
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName(after).length === 0) return;
    observer.disconnect();
    void Promise.all([load('--font-anek'), load('--font-eczar')]).then(show, show);
  }).observe({ entryTypes: ['paint', 'mark'] });
  addEventListener('load', () => setTimeout(show, longestWait));
}
