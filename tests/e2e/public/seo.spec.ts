import type { Page } from 'playwright/test';
import * as v from 'valibot';
import { publicRoutes } from '../support/routes.ts';
import { stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';
import { packs } from '../../../src/domain/packs/packs.ts';

const graph = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    '@context': v.literal('https://schema.org'),
    '@graph': v.array(v.looseObject({ '@type': v.string() })),
  }),
);

async function structuredData(page: Page) {
  const script = page.locator('script[type="application/ld+json"]');
  return v.parse(graph, await script.textContent())['@graph'];
}

test('the home page describes the organization and its questions', async ({ page }) => {
  await page.goto('/');
  const [organization, questions] = await structuredData(page);
  expect(organization).toMatchObject({ '@type': 'Organization', name: 'AdmitCircle' });
  const asked = await page.locator('details summary').allTextContents();
  expect(questions).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: asked.map((name) => ({ '@type': 'Question', name })),
  });
});

test('the GDPI page describes each pack with its price and invents no rating', async ({ page }) => {
  await page.goto('/buy');
  const products = await structuredData(page);
  expect(products.map(({ offers }) => offers)).toMatchObject(
    packs.map(({ price }) => ({ price, priceCurrency: 'INR' })),
  );
  expect(JSON.stringify(products)).not.toContain('Rating');
});

test('the sitemap lists every indexable page, and robots.txt names it', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  const [, index = ''] = /^Sitemap: (\S+)$/m.exec(robots) ?? [];
  expect(index).toBe(`${stack.site}/sitemap-index.xml`);
  const [, sitemap = ''] =
    /<loc>([^<]+)<\/loc>/.exec(await (await request.get(index)).text()) ?? [];
  const listed = [...(await (await request.get(sitemap)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)];
  expect(listed.map(([, url = '']) => new URL(url).pathname).toSorted()).toEqual(
    publicRoutes
      .filter(({ listed }) => listed)
      .map(({ path }) => path)
      .toSorted(),
  );
});

test('every icon of the manifest exists', async ({ page }) => {
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await page.request.get(href ?? '');
  const { icons } = v.parse(
    v.object({ icons: v.array(v.object({ src: v.string() })) }),
    await response.json(),
  );
  expect(icons.length).toBeGreaterThan(0);
  for (const { src } of icons) {
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');
  }
});
