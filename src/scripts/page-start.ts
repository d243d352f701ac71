import { countPageView } from './page-view.ts';
import { prefetchPages } from './prefetch.ts';

// A reload starts at the top of the page, like any other load (§2.20). The back button still restores the old position.
const [navigation] = performance.getEntriesByType('navigation');
if (navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload') {
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'), { once: true });
  // The browser may already have restored the scroll position.
  if (!location.hash) scrollTo(0, 0);
}

const { pageViews } = document.documentElement.dataset;
if (pageViews) countPageView(pageViews);
addEventListener('load', prefetchPages);
