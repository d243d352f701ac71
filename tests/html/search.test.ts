import * as v from 'valibot';
import { expect, test } from 'vitest';
import { packs } from '../../src/domain/packs/packs.ts';
import { publicRoutes } from '../e2e/support/routes.ts';
import { builtFile, builtPage, one, region, words, wordsOf, siteUrl } from './page.ts';

const graph = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    '@context': v.literal('https://schema.org'),
    '@graph': v.array(v.looseObject({ '@type': v.string() })),
  }),
);

const structuredData = (page: Document) =>
  v.parse(graph, one(page, 'script[type="application/ld+json"]').textContent)['@graph'];

test('the home page describes the organisation and its FAQs for search engines', () => {
  const page = builtPage('/');
  const [organization, questions] = structuredData(page);
  expect(organization).toMatchObject({ '@type': 'Organization', name: 'AdmitCircle' });
  expect(questions).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: wordsOf(page, 'details summary').map((name) => ({ '@type': 'Question', name })),
  });
});

test('the GDPI page describes each pack with its price for search engines, without a rating', () => {
  const products = structuredData(builtPage('/buy'));
  expect(products.map(({ offers }) => offers)).toMatchObject(
    packs.map(({ price }) => ({ price, priceCurrency: 'INR' })),
  );
  expect(JSON.stringify(products)).not.toContain('Rating');
});

test('§13.12 §16.47 the calculator is described for search engines as an estimate, without a rating', () => {
  const page = builtPage('/emi');
  const data = structuredData(page);
  expect(data).toMatchObject([
    {
      '@type': 'WebApplication',
      name: 'MBA loan EMI calculator',
      url: `${siteUrl}/emi`,
      applicationCategory: 'FinanceApplication',
      offers: { price: 0, priceCurrency: 'INR' },
    },
    { '@type': 'BreadcrumbList' },
  ]);
  expect(JSON.stringify(data)).not.toContain('Rating');
  const method = region(page, 'How it is calculated');
  expect(words(method)).toContain('This is an estimate, not an offer.');
  expect(words(method)).toContain('We assume that you get the whole loan on day one.');
  expect(words(region(page, 'What it leaves out'))).toContain('Charges');
});

test('the sitemap lists every page for search engines, and robots.txt names the sitemap', () => {
  const read = (url: string) => builtFile(new URL(url).pathname).toString('utf8');
  const [, index = ''] = /^Sitemap: (\S+)$/m.exec(read(`${siteUrl}/robots.txt`)) ?? [];
  expect(index).toBe(`${siteUrl}/sitemap-index.xml`);
  const [, sitemap = ''] = /<loc>([^<]+)<\/loc>/.exec(read(index)) ?? [];
  const listed = [...read(sitemap).matchAll(/<loc>([^<]+)<\/loc>/g)];
  expect(listed.map(([, url = '']) => new URL(url).pathname).toSorted()).toEqual(
    publicRoutes
      .filter((route) => route.listed)
      .map(({ path }) => path)
      .toSorted(),
  );
});

test('every icon in the manifest exists', () => {
  const href = one(builtPage('/'), 'link[rel="manifest"]').getAttribute('href') ?? '';
  const { icons } = v.parse(
    v.pipe(v.string(), v.parseJson(), v.object({ icons: v.array(v.object({ src: v.string() })) })),
    builtFile(href).toString('utf8'),
  );
  expect(icons.length).toBeGreaterThan(0);
  for (const { src } of icons) expect(builtFile(src).subarray(1, 4).toString(), src).toBe('PNG');
});
