const root = document.documentElement;

/** After this time a browser that reports no such moment gets the fonts too. In ms. */
const longestWait = 3000;

function show(): void {
  root.dataset['fonts'] = '';
}

function load(variable: string): Promise<unknown> {
  return document.fonts.load(`1em ${getComputedStyle(root).getPropertyValue(variable)}`);
}

/**
 * Requests the fonts after this moment of the page, which saves 0.2 s of LCP on a slow phone
 * (docs/decisions/fonts-after-first-paint.md), and uses them when all have arrived, so that the page is laid out again
 * only once. Visitors who come from another page of this site have them in their cache and get them from the start,
 * unless that page sends no referrer.
 */
export function loadFontsAfter(type: 'paint' | 'mark', moment: string): void {
  if (document.referrer.startsWith(`${origin}/`)) {
    show();
    return;
  }
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName(moment).length === 0) return;
    observer.disconnect();
    void Promise.all([load('--font-anek'), load('--font-eczar')]).then(show, show);
  }).observe({ type, buffered: true });
  addEventListener('load', () => setTimeout(show, longestWait));
}
