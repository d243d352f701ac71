import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** The axe violations of the page in its current state, one line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/** Fails when the page is wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, viewport] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content, `${page.url()} is as wide as its window`).toBe(viewport);
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

/** Resolves once scripts with these names have been downloaded. Call it before they are requested. */
export async function downloaded(page: Page, ...names: string[]): Promise<void> {
  await Promise.all(
    names.map((name) =>
      page.waitForEvent('requestfinished', (request) => request.url().includes(`/${name}.`)),
    ),
  );
}
