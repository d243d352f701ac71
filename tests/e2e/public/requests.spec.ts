import type { Page } from 'playwright/test';
import { publicRoutes } from '../support/routes.ts';
import { stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

test.use({ expectedConsole: [/404 \(Not Found\).*\/no\/such\/page/] });

const withoutScripts = publicRoutes.filter(({ kind }) => kind !== 'form' && kind !== 'island');

test('R4 Y9 a page for reading does not load script files, style sheets or anything from another host', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.resourceType()} ${request.url()}`));
  for (const { path } of withoutScripts) {
    asked.length = 0;
    await page.goto(path, { waitUntil: 'networkidle' });
    const loading = asked.filter((request) => /^(script|stylesheet|fetch|xhr) /.test(request));
    expect.soft(loading, path).toEqual([]);
    const elsewhere = asked.filter((request) => !request.includes(stack.site));
    expect.soft(elsewhere, path).toEqual([]);
  }
});

test('a link is prefetched while the visitor hovers over it', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const fetched = page.waitForRequest(
    (request) => request.url().endsWith('/buy') && request.headers()['sec-purpose'] === 'prefetch',
  );
  const link = page.getByRole('banner').getByRole('link', { name: 'GDPI' });
  await link.hover();
  await (await fetched).response();
  await link.click();
  await expect(page).toHaveURL(/\/buy$/);
  const navigation = await page.evaluate(() =>
    JSON.stringify(performance.getEntriesByType('navigation')),
  );
  expect(navigation).toContain('"deliveryType":"navigational-prefetch"');
});

test('prefetching is eager with a mouse and moderate on a phone @phone', async ({
  page,
  isMobile,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const rules = page.locator('script[type=speculationrules]');
  await expect(rules).toHaveCount(1);
  expect(await rules.textContent()).toContain(isMobile ? '"moderate"' : '"eager"');
});

type View = { url: string; body: unknown };

function watchViews(page: Page): View[] {
  const views: View[] = [];
  page.on('request', (request) => {
    if (request.resourceType() !== 'ping') return;
    views.push({ url: request.url(), body: request.postDataJSON() });
  });
  return views;
}

test.describe('counting the page views of visitors who allow it', () => {
  test.use({ countsViews: true });

  test('Y3 each page load sends one page view, with only the path', async ({ page }) => {
    const views = watchViews(page);
    const counted = page.waitForResponse('**/api/pageview');
    await page.goto('/buy?payment=failed#packs');
    expect((await counted).status()).toBe(204);
    await page.goto('/contact', { waitUntil: 'networkidle' });
    const url = `${stack.site}/api/pageview`;
    expect(views).toEqual([
      { url, body: { path: '/buy' } },
      { url, body: { path: '/contact' } },
    ]);
  });

  for (const [signal, value] of [
    ['doNotTrack', '1'],
    ['globalPrivacyControl', true],
  ] as const) {
    test(`Y3 Y4 no page view is sent with ${signal}`, async ({ page }) => {
      await page.addInitScript(
        ([name, setting]) => {
          Object.defineProperty(Navigator.prototype, name, { get: () => setting });
        },
        [signal, value] as const,
      );
      const views = watchViews(page);
      await page.goto('/', { waitUntil: 'networkidle' });
      expect(views).toEqual([]);
    });
  }
});
