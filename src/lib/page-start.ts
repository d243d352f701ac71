import { completePage, firstPaint } from './first-paint.ts';
import { onApproach, start } from './on-approach.ts';
import { countPageView } from './page-view.ts';

// A reload starts at the top like any other load (spec §2); going back still returns to the place.
const [navigation] = performance.getEntriesByType('navigation');
if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload') {
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'), { once: true });
  // The browser may have restored the place already.
  if (!location.hash) scrollTo({ top: 0, behavior: 'instant' });
}

/** What nobody waits for. */
function startRest(): void {
  void completePage();
  onApproach();
  // Not in the page from the start, nor in a header: there the browser works on them before the first paint.
  for (const rules of document.querySelectorAll<HTMLTemplateElement>('[data-prefetch-rules]')) {
    if (matchMedia(rules.dataset['prefetchRules'] ?? '').matches) start(rules);
  }

  // The toast code is only downloaded when the page before has left a message.
  const toast = document.querySelector<HTMLTemplateElement>('template[data-toast-key]');
  try {
    if (toast && sessionStorage.getItem(toast.dataset['toastKey'] ?? '')) start(toast);
  } catch {
    // Storage is blocked: there is no message to show.
  }

  const { pageViews } = document.documentElement.dataset;
  if (pageViews) countPageView(pageViews);
}

void firstPaint().then(startRest);
