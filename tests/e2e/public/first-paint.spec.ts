import type { Page } from 'playwright/test';
import { expect, test } from '../support/test.ts';

/** When the page was painted and when it asked for its fonts, in ms since the visit began. */
const times = (page: Page) =>
  page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const fonts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime);
    return { painted: paint?.startTime ?? Number.NaN, fonts };
  });

test('a first visit is painted before the fonts are asked for', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const { painted, fonts } = await times(page);
  expect(fonts).toHaveLength(2);
  expect(Math.min(...fonts)).toBeGreaterThanOrEqual(painted);
});

test('the pages after it have their fonts at once', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('banner').getByRole('link', { name: 'GDPI' }).click();
  await expect(page).toHaveURL(/\/buy$/);
  await expect.poll(async () => (await times(page)).fonts).toHaveLength(2);
  const media = await page.locator('style[media]').getAttribute('media');
  expect(media).toBe('all');
});

test('the largest thing painted is the headline, and nothing moves @phone', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { largest: '', shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
        seen.largest = entry.element?.tagName ?? '';
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        seen.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const seen = () =>
    page.evaluate(
      () => (globalThis as unknown as { seen: { largest: string; shift: number } }).seen,
    );
  await expect.poll(seen).toMatchObject({ largest: 'H1' });
  expect((await seen()).shift).toBeLessThan(0.01);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the fonts are there as well', async ({ page }) => {
    const fonts: string[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'font') fonts.push(request.url());
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(fonts).toHaveLength(2);
  });
});
