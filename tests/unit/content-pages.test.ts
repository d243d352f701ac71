import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../src/prerender/parse-files.ts';
import { parseSite } from '../../src/prerender/environment.ts';
import { policyIds, routes as known, type Route } from '../../src/content/routes.ts';
import { seoDescription, seoTitle } from '../../src/prerender/schemas.ts';
import { fillTokens } from '../../src/prerender/tokens.ts';

const site = parseSite({});

const policies = policyIds.map((route) => {
  const file = new URL(`../../src/content/policies/${route}.md`, import.meta.url);
  const text = fillTokens(readFileSync(file, 'utf8'), site, route);
  return [`/${route}`, parseMarkdown(text, route).fields] as const;
});
const described = Object.entries<Partial<Route>>({
  ...known,
  ...Object.fromEntries(policies),
});

test('every page has a route, and every route has a page or a policy', () => {
  const files = readdirSync(new URL('../../src/pages', import.meta.url), { recursive: true })
    .map(String)
    .filter((file) => /^[^[]+\.astro$/.test(file));
  const paths = files.map((file) => `/${file.replace(/(?:^index)?\.astro$/, '')}`);
  const all = [...paths, ...policies.map(([path]) => path)];
  expect(Object.keys(known).toSorted()).toEqual(all.toSorted());
});

test.each(described)(
  'the title and the description of %s fit into a search result',
  (_route, { title, description }) => {
    expect(seoTitle.safeParse(title).error?.issues).toBeUndefined();
    expect(seoDescription.safeParse(description).error?.issues).toBeUndefined();
    expect(`${String(title)} | ${site.name}`.length).toBeLessThanOrEqual(60);
  },
);

test('no two pages share a title or a description', () => {
  expect(new Set(described.map(([, { title }]) => title)).size).toBe(described.length);
  expect(new Set(described.map(([, { description }]) => description)).size).toBe(described.length);
});

test('§13.13 private, temporary and personal pages are marked as such', () => {
  const kept = Object.entries<Route>(known).flatMap(([path, route]) => {
    const { kind, listed, personal = kind === 'member', secretAddress = false } = route;
    const marks = { unlisted: !listed, personal, secretAddress };
    const set = Object.entries(marks).flatMap(([mark, isSet]) => (isSet ? [mark] : []));
    return set.length > 0 ? [[path, ...set].join(' ')] : [];
  });
  expect(kept, 'this list is deliberate: correct src/content/routes.ts, or this list').toEqual([
    '/contact secretAddress',
    '/signup secretAddress',
    '/login unlisted secretAddress',
    '/forgotpassword unlisted',
    '/pay unlisted',
    '/success unlisted personal secretAddress',
    '/feedback unlisted personal secretAddress',
    '/cancelsession unlisted personal secretAddress',
    '/mentor unlisted personal secretAddress',
    '/dashboard/main unlisted personal',
    '/dashboard/sessions unlisted personal',
    '/dashboard/loan unlisted personal',
    '/dashboard/material unlisted personal',
    '/dashboard/refunds unlisted personal',
    '/dashboard/profile unlisted personal',
    '/dashboard/settings unlisted personal secretAddress',
    '/dashboard/verify unlisted personal secretAddress',
    '/unsubscribe unlisted personal secretAddress',
    '/desk unlisted personal secretAddress',
    '/404 unlisted',
  ]);
});
