import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedPage } from '../../functions/_lib/counted-page.ts';

test.for([
  ['/', '/'],
  ['/buy', '/buy'],
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
  '/\\evil',
  'https://evil.example/buy',
  '/a@example.com',
  '/%61',
  '/../etc',
  '/a//b',
  '/<script>',
  `/${'a'.repeat(200)}`,
  '/\0',
])('%j is not a page', (address) => {
  expect(countedPage(address)).toBeNull();
});

test('Y3 never counts a query, a fragment or an unusual character', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const { pathname, search, hash } = new URL(url);
      expect(countedPage(`${pathname}${search}${hash}`) ?? '/').toMatch(/^\/[a-z0-9/_-]*$/);
    }),
  );
});
