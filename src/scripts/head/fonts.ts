/**
 * Requests the fonts after the first paint, which saves 0.2 s of LCP on a slow phone
 * (docs/decisions/fonts-after-first-paint.md), or after the mark that the page specifies. Uses the fonts once all have
 * arrived, so that the page is laid out again only once. Visitors who come from another page of this site have the
 * fonts in their cache and get them from the start, unless that page sends no referrer. So do members whose data this
 * tab has kept (guard.ts).
 */
const root = document.documentElement;

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
    if (!list.getEntriesByName(root.dataset['after'] ?? 'first-contentful-paint')[0]) return;
    observer.disconnect();
    void Promise.all([load('--font-anek'), load('--font-eczar')]).then(show, show);
  }).observe({ entryTypes: ['paint', 'mark'] });
  // In browsers that do not report the first paint, the fonts are used after 3 s.
  addEventListener('load', () => setTimeout(show, 3000));
}
