const page = document.documentElement;
const nextFrame = () => new Promise(requestAnimationFrame);

/** Resolves when the browser has painted something to read; at once where it does not tell. */
export function firstPaint(): Promise<void> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return Promise.resolve();
  return new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

/** Has the rest of the page laid out at once, for somebody who may be on the way to it. */
function completeNow(): void {
  page.dataset['complete'] = '';
}

/**
 * After the first paint: turns on the fonts, then has the sections further down laid out in them, one
 * in a frame, so that no task is long (docs/decisions/pages-first-paint.md). Does nothing where the
 * early script has done it all.
 */
export async function completePage(): Promise<void> {
  if (page.dataset['complete'] !== undefined) return;
  for (const sign of ['pointerdown', 'keydown']) {
    addEventListener(sign, completeNow, { capture: true, once: true });
  }

  const fonts = document.querySelector<HTMLStyleElement>('style[media]');
  if (fonts) fonts.media = 'all';
  // They are asked for with the next frame, and only then waited for.
  await nextFrame();
  await nextFrame();
  await document.fonts.ready;
  for (const section of document.querySelectorAll<HTMLElement>('section ~ section')) {
    section.dataset['complete'] = '';
    await nextFrame();
  }
  completeNow();
}
