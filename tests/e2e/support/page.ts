import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from 'playwright/test';

/** The axe violations of the page in its current state, one line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Describes violations only. A second page is needed only to put the findings of several frames together.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(page.frames().length === 1)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/** How wide the content of the page and of its fixed bar is, and how wide the window. */
function measure() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const inBar = [...document.querySelectorAll('header a, header button')].map((control) =>
    control.checkVisibility() ? control.getBoundingClientRect().right : 0,
  );
  return { content: Math.max(scrollWidth, ...inBar), viewport: clientWidth };
}

const wcagSpacing = `* {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`;

/** Sets the text spacing that WCAG 1.4.12 lets a reader choose, in a way that the policy allows. */
export async function widenText(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, wcagSpacing);
}

/** The widths a page has to fit (§13.10); 1030 px is where the dashboard's columns are narrowest. */
const widths = [1920, 1280, 1030, 1024, 768, 360, 320];

/** Fails when the page is wider than its window at one of the widths, also with wider text (§13.10). */
export async function expectToFit(page: Page): Promise<void> {
  for (const spacing of ['own', 'wide']) {
    if (spacing === 'wide') await widenText(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const { content, viewport } = await page.evaluate(measure);
      expect
        .soft(content, `${page.url()} at ${width} px, ${spacing} spacing`)
        .toBeLessThanOrEqual(viewport);
    }
  }
}

/** Scrolls through the whole page, so that everything lazy is loaded. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const step = innerHeight / 2;
    for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
      scrollTo({ top: y, behavior: 'instant' });
      // A headless browser sometimes draws no frame until something else requests one.
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 200);
      });
    }
  });
}

/** Adds up the layout shift of pages that are opened from now on; resolves to a function that reads it. */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const moved = { shift: 0 };
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      // The types of the DOM do not know these entries.
      type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
      for (const { value, hadRecentInput } of list.getEntries() as Shift[]) {
        if (!hadRecentInput) moved.shift += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Put there above.
  return () =>
    page.evaluate(() => (globalThis as unknown as { moved: { shift: number } }).moved.shift);
}

/** Resolves once scripts with these names have been downloaded. Call it before they are requested. */
export async function downloaded(page: Page, ...names: string[]): Promise<void> {
  await Promise.all(
    names.map((name) =>
      page.waitForEvent('requestfinished', (request) => request.url().includes(`/${name}.`)),
    ),
  );
}

/**
 * Presses a button with the keyboard once it is enabled. A click that has to wait scrolls the page, which
 * can put the pointer where a toast appears, and a toast stays while a pointer is on it.
 */
export async function pressByKey(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

/** The controls of the content that are smaller than a finger needs; a box counts with its label. */
export function smallControls(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .locator(
      'button, a:not(p a), summary, label:has([type=radio], [type=checkbox]), select, ' +
        'input:not([type=radio], [type=checkbox])',
    )
    .evaluateAll((controls) =>
      controls.flatMap((control) => {
        const { height, width } = control.getBoundingClientRect();
        const shown = control.checkVisibility();
        return shown && (height < 43.9 || width < 43.9) ? [control.outerHTML.slice(0, 120)] : [];
      }),
    );
}
