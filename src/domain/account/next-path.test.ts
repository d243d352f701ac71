import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberHome, nextPath } from './next-path.ts';

const site = 'https://admitcircle.example';

test.each([
  '/dashboard/profile',
  '/dashboard/main?tab=packs#receipt',
  '/buy',
  '/success?reference=pay_1',
  '/dashboard/sessions?a=1#book-free',
])('logging in redirects to %s, because this path is on our site', (path) => {
  expect(nextPath(path)).toBe(path);
});

test.each([
  ...[null, undefined, '', 'dashboard/main', '//evil.example', '/\\evil.example', '//['],
  ...['\\\\evil.example', 'https:evil.example', 'https://evil.example', 'javascript:alert(1)'],
  ...['/\t/evil.example', '/\n/evil.example', ' //evil.example', '//site.invalid/buy'],
  ...['/dashboard\\main', '/dashboard\tmain', '/.//evil.example', '/..//evil.example'],
  '@evil.example',
])('A2 logging in redirects to the dashboard instead of %j', (next) => {
  expect(nextPath(next)).toBe(memberHome);
});

test('A2 logging in never redirects to another site, whatever `next` contains', () => {
  const fragment = fc.constantFrom(
    ...['/', '\\', '//', '.', '..', ':', '@', '%2f', '%5c', '\t', '\n', ' ', '?', '#', '\u0000'],
    ...['evil.example', 'https', 'javascript', '／', 'é'],
  );
  const hostile = fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(hostile, fc.webUrl(), fc.string()), (next) => {
      for (const asked of [next, `/${next}`]) {
        const url = new URL(nextPath(asked), site);
        expect(url.origin).toBe(site);
        expect(url.pathname.startsWith('//')).toBe(false);
      }
    }),
    { numRuns: 10_000 },
  );
});
