import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedPage } from '../../functions/_lib/http/counted-page.ts';
import { routes } from '../../src/content/routes.ts';

const counted = Object.keys(routes).filter((route) => route !== '/desk');

test.for(counted)('%s is counted under its own path', (route) => {
  expect(countedPage(route)).toBe(route);
});

test.for([
  ['/buy/', '/buy'],
  ['/Dashboard/Main', '/dashboard/main'],
  ['/success?reference=pay_1', '/success'],
  ['/login#token_hash=secret', '/login'],
] as const)('%s is counted as %s', ([address, path]) => {
  expect(countedPage(address)).toBe(path);
});

test.for([
  '',
  'buy',
  '//evil.example',
  'https://evil.example/buy',
  '/buy/more',
  '/buy//',
  '/invented',
  '/desk',
  '/desk?screen=money',
  '/%62uy',
  '/../buy',
  '/__proto__',
  '__proto__',
  'constructor',
  `/${'a'.repeat(200)}`,
  '/\0',
])('%j is not counted as a page', (address) => {
  expect(countedPage(address)).toBeNull();
});

test('Y3 only the site’s pages are counted', () => {
  const known = counted;
  const address = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string(),
    fc.tuple(fc.constantFrom(...known), fc.string()).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(address, (text) => {
      expect([null, ...known]).toContain(countedPage(text));
    }),
  );
});
