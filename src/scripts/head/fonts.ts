/**
 * Requests the fonts after the first paint, which saves 0.2 s of LCP on a slow phone
 * (docs/decisions/fonts-after-first-paint.md); on a member's page, after the first reply to an early call, so that the
 * fonts arrive after the scripts and before these have drawn the rows. Uses the fonts once all have arrived, so that
 * the page is laid out again only once. Visitors who come from another page of this site have the fonts in their cache
 * and get them from the start, unless that page sends no referrer. So do members whose data this tab has kept
 * (guard.ts).
 */
const root = document.documentElement;
// None on other pages, and none if the account client has to renew the login first.
const answers = [...(globalThis.earlyAnswers?.calls.values() ?? [])];

globalThis.fontsInUse = new Promise((resolve) => {
  const show = () => {
    root.dataset['fonts'] = '';
    resolve();
  };
  const load = (variable: string) =>
    document.fonts.load(`1em ${getComputedStyle(root).getPropertyValue(variable)}`);

  if (document.referrer.startsWith(`${origin}/`)) {
    show();
  } else {
    new PerformanceObserver((list, observer) => {
      if (!list.getEntriesByName('first-contentful-paint')[0]) return;
      observer.disconnect();
      void Promise.any(answers)
        .catch(() => undefined)
        .then(() => Promise.all([load('--font-anek'), load('--font-eczar')]))
        .then(show, show);
    }).observe({ entryTypes: ['paint'] });
    // In browsers that do not report the first paint, the fonts are used after 3 s.
    addEventListener('load', () => setTimeout(show, 3000));
  }
});
