import { expect, test } from 'vitest';
import { pathOf } from './page-path.ts';

test.each([
  ['/index.html', '/'],
  ['/', '/'],
  ['/buy.html', '/buy'],
  ['/dashboard/main.html', '/dashboard/main'],
  ['/buy', '/buy'],
])('the page built at %s is served at %s', (built, path) => {
  expect(pathOf(new URL(built, 'https://example.org'))).toBe(path);
});
