import { countPageView } from './page-view.ts';
import { prefetchPages } from './prefetch.ts';

// A reload starts at the top like any other load (§2.20). The back button still restores the old position.
const [navigation] = performance.getEntriesByType('navigation');
if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload') {
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'), { once: true });
  // The browser may have restored the position already.
  if (!location.hash) scrollTo({ top: 0, behavior: 'instant' });
}

const { pageViews } = document.documentElement.dataset;
if (pageViews) countPageView(pageViews);
addEventListener('load', prefetchPages);
