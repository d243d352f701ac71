import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pages } from '../../src/content/pages.ts';
import { parseMarkdown } from '../../src/content/parse-files.ts';
import { parseSite, siteTokens } from '../../src/content/parse-site.ts';
import { policyRoutes, seoDescription, seoTitle } from '../../src/content/schemas.ts';
import { fillTokens } from '../../src/content/tokens.ts';

const site = parseSite({});

const policies = policyRoutes.map((route) => {
  const file = new URL(`../../src/content/policies/${route}.md`, import.meta.url);
  const text = fillTokens(readFileSync(file, 'utf8'), siteTokens(site), route);
  const { fields } = parseMarkdown(text, route);
  return [`/${route}`, { title: fields['title'], description: fields['description'] }] as const;
});
const described = [...Object.entries(pages), ...policies];

test('every route of spec §2 has a title and a description', () => {
  expect(described.map(([route]) => route).sort()).toEqual(
    [
      '/',
      '/404',
      '/buy',
      '/cancellationpolicy',
      '/contact',
      '/dashboard/main',
      '/dashboard/profile',
      '/dashboard/settings',
      '/forgotpassword',
      '/login',
      '/pay',
      '/privacypolicy',
      '/refundpolicy',
      '/signup',
      '/success',
      '/termsandcondition',
    ].sort(),
  );
});

test.each(described)('%s fits a search result', (_route, { title, description }) => {
  expect(seoTitle.safeParse(title).error?.issues).toBeUndefined();
  expect(seoDescription.safeParse(description).error?.issues).toBeUndefined();
  expect(`${String(title)} | ${site.name}`.length).toBeLessThanOrEqual(60);
});

test('no two pages share a title or a description', () => {
  expect(new Set(described.map(([, { title }]) => title)).size).toBe(described.length);
  expect(new Set(described.map(([, { description }]) => description)).size).toBe(described.length);
});

test('private and passing pages stay out of search engines', () => {
  const unlisted = Object.entries(pages).flatMap(([route, { index }]) => (index ? [] : [route]));
  expect(unlisted).toEqual([
    '/login',
    '/forgotpassword',
    '/pay',
    '/success',
    '/dashboard/main',
    '/dashboard/profile',
    '/dashboard/settings',
    '/404',
  ]);
});
