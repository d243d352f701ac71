/** The headers of every response of the served site. No browser is needed. */
import { createHash } from 'node:crypto';
import { expect, test } from 'playwright/test';
import { pageviewPath, paymentPaths } from '../../../src/domain/api.ts';
import { routeOf } from '../../../src/content/routes.ts';
import { checkoutHosts } from '../../../src/domain/environment/environment.ts';
import { filePath } from '../../../src/domain/files/member-files.ts';
import { stack } from '../support/stack.ts';
import { builtFile, builtFiles, builtPage, routes } from './support/built-site.ts';
import { observatoryScore } from './support/observatory.ts';
import { parsePolicy, unsafeSources, type Policy } from './support/policy.ts';

const checkoutPages = ['/buy', '/dashboard/main'];
const framedPages = ['/', ...checkoutPages];
const hstsAge = 31_536_000;

const ask = (path: string, init?: RequestInit) =>
  fetch(`${stack.site}${path}`, { redirect: 'manual', ...init });

/** Checks the headers that every response has (reliability W2, W3; ASVS 3.4). */
function expectCommonHeaders(headers: Headers): void {
  const transport = headers.get('strict-transport-security') ?? '';
  expect(Number(/max-age=(\d+)/.exec(transport)?.[1])).toBeGreaterThanOrEqual(hstsAge);
  expect(transport).toContain('includeSubDomains');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
}

function expectStrictPolicy(policy: Policy, route: string): void {
  const isCheckout = checkoutPages.includes(route);
  const provider = isCheckout ? checkoutHosts(`${stack.sandbox}/v1/checkout.js`) : [];
  for (const name of ['default-src', 'base-uri', 'frame-ancestors']) {
    expect(policy.get(name), name).toEqual(["'none'"]);
  }
  // Without a value of their own they fall back to `default-src 'none'`.
  for (const name of ['object-src', 'worker-src', 'media-src', 'child-src', 'script-src-attr']) {
    expect(policy.get(name), name).toBeUndefined();
  }
  expect(policy.get('form-action')).toEqual(["'self'", ...provider]);
  expect(policy.get('font-src')).toEqual(["'self'"]);
  expect(policy.get('connect-src')).toEqual(["'self'", stack.backend, ...provider]);
  expect(policy.get('img-src')).toEqual(["'self'", 'data:', stack.backend, ...provider]);

  const scripts = policy.get('script-src') ?? [];
  for (const source of scripts) expect(source).not.toMatch(unsafeSources);
  expect(scripts.filter((source) => !source.startsWith("'sha256-"))).toEqual([
    "'self'",
    ...provider,
  ]);
  const styles = policy.get('style-src') ?? ['*'];
  if (isCheckout) expect(styles).toEqual(["'self'", "'unsafe-inline'", ...provider]);
  else for (const source of styles) expect(source).not.toMatch(unsafeSources);
  expect(policy.get('style-src-elem')).toBeUndefined();
  expect(policy.get('style-src-attr')).toBeUndefined();
  if (!framedPages.includes(route)) expect(policy.get('frame-src')).toBeUndefined();
  if (isCheckout) expect(policy.get('frame-src')).toEqual(provider);
}

/** The hashes of the inline scripts in the HTML, as the policy writes them. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(
      ([, attributes = '']) =>
        !/type="(?:application\/(?:ld\+)?json|speculationrules)"/.test(attributes),
    )
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

for (const route of routes) {
  test(`W2 W3 W7 W8 headers and policy of ${route}`, async () => {
    const files = route === '/' ? ['/index', '/index.html'] : [`${route}.html`];
    const { kind, personal = kind === 'member', secretAddress } = routeOf(route);
    for (const address of [route, ...files]) {
      const { status, headers } = await ask(address);
      expect(status, address).toBe(200);
      expectCommonHeaders(headers);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-embedder-policy')).toBeNull();
      expect(headers.get('referrer-policy')).toBe(
        secretAddress ? 'no-referrer' : 'strict-origin-when-cross-origin',
      );
      expect(headers.get('cache-control')).toBe(
        personal ? 'no-store' : 'public, max-age=0, must-revalidate',
      );
      const permissions = headers.get('permissions-policy');
      for (const feature of ['camera', 'microphone', 'geolocation', 'usb']) {
        expect(permissions).toContain(`${feature}=()`);
      }
      expect(permissions, 'the provider needs it').not.toContain('payment');

      const policy = parsePolicy(headers.get('content-security-policy') ?? '');
      expectStrictPolicy(policy, route);
      for (const hash of inlineScripts(builtPage(route))) {
        expect(policy.get('script-src')).toContain(hash);
      }
    }
  });

  test(`W1 W3 W11 W12 the HTML of ${route} contains nothing that its policy refuses`, () => {
    const html = builtPage(route);
    const tags = html.match(/<[a-z][^>]*>/g) ?? [];
    const attribute = (tag: string, name: string) =>
      new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
    for (const tag of tags) {
      expect(tag, 'no script in an attribute').not.toMatch(/\son\w+=|="\s*javascript:/i);
      if (!checkoutPages.includes(route)) expect(tag).not.toMatch(/\sstyle="/);
      const src = attribute(tag, 'src');
      if (src && tag.startsWith('<script')) {
        expect(src, 'no script of another host in the HTML').toMatch(/^\/(?!\/)/);
      }
      const href = attribute(tag, 'href');
      for (const address of [src, href]) {
        if (address?.startsWith('http:')) expect(new URL(address).origin).toBe(stack.site);
      }
      if (attribute(tag, 'target') === '_blank') {
        expect(attribute(tag, 'rel'), tag).toMatch(/\bnoopener\b/);
      }
    }
  });
}

test('files with a hash in their name are cached for a year, and all others are revalidated', async () => {
  const assets = builtFiles.filter((file) => !file.endsWith('.html'));
  expect(assets.filter((file) => file.startsWith('/_astro/')).length).toBeGreaterThan(10);
  for (const file of assets) {
    const { status, headers } = await ask(file);
    expect(status, file).toBe(200);
    expectCommonHeaders(headers);
    const isHashed = file.startsWith('/_astro/');
    expect(headers.get('cache-control'), file).toBe(
      isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    );
    if (isHashed) {
      expect(file, 'a name with a hash in it').toMatch(/[./_-][\w-]{8,}\.\w+$/);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  }
});

for (const path of [
  '/nope',
  '/no/such/page',
  '/dashboard/nope',
  '/%62uy%2f..',
  '/buy%00',
  '/..%2fnetlify.toml',
  '/%2e%2e/package.json',
  '/<script>alert(1)</script>',
  '/_astro/old.deadbeef.js',
  '/api/nope',
]) {
  test(`W2 W14 ${path} is a 404 that nobody can frame`, async () => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expectCommonHeaders(response.headers);
    const html = await response.text();
    expect(html).toContain('Page not found');
    expect(html).toMatch(
      /^<!doctype html><html[^>]*><head><meta http-equiv="content-security-policy"/i,
    );
    const policy = /http-equiv="content-security-policy" content="([^"]+)"/i.exec(html)?.[1] ?? '';
    expect(parsePolicy(policy).get('default-src')).toEqual(["'none'"]);
    for (const source of parsePolicy(policy).get('script-src') ?? ['*']) {
      expect(source).not.toMatch(unsafeSources);
    }
    for (const hash of inlineScripts(html)) expect(policy).toContain(hash);
  });
}

test('W2 W6 W7 no reply of a function is cached, framed or open to another site', async () => {
  const scheduled = ['reconcile', 'watch', 'loans', 'refunds', 'retention'].map(
    (name) => `/.netlify/functions/${name}`,
  );
  const functions = [...Object.values(paymentPaths), pageviewPath, filePath, ...scheduled];
  for (const path of functions) {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await ask(path, { method, headers: { origin: 'https://evil.example' } });
      expectCommonHeaders(headers);
      expect(headers.get('cache-control'), `${method} ${path}`).toBe('no-store');
      expect(headers.get('access-control-allow-headers')).toBeNull();
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      const policy = parsePolicy(headers.get('content-security-policy') ?? '');
      expect(policy.get('default-src')).toEqual(["'none'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    }
  }
});

test('W10 nothing but the site is served: no source maps, settings or sources', async () => {
  expect(builtFiles.filter((file) => /\.(?:map|ts|tsx|astro|env|toml|sql|md)$/.test(file))).toEqual(
    [],
  );
  for (const file of builtFiles.filter((name) => /\.(?:js|css)$/.test(name))) {
    expect(builtFile(file).includes('sourceMappingURL'), file).toBe(false);
  }
  for (const path of [
    '/.env',
    '/.env.example',
    '/.git/HEAD',
    '/.git/config',
    '/.netlify/v1/config.json',
    '/package.json',
    '/netlify.toml',
    '/functions/checkout.ts',
    '/functions/_lib/env/env.ts',
    '/supabase/config.toml',
    '/src/domain/packs/packs.ts',
    '/tests/run.ts',
    '/keys.json',
  ]) {
    expect((await ask(path)).status, path).toBe(404);
  }
});

test('W-1 the Observatory gives / at least 120 and /buy at least 115 points', async () => {
  const scores: Record<string, number> = {};
  for (const route of routes) {
    const response = await ask(route);
    // As deployed, where the backend and the provider have HTTPS.
    const headers = new Headers(response.headers);
    const policy = headers.get('content-security-policy') ?? '';
    headers.set('content-security-policy', policy.replaceAll('http://', 'https://'));
    scores[route] = observatoryScore({ headers, html: await response.text(), site: stack.site });
  }
  console.log('Observatory:', scores);
  expect(scores['/']).toBeGreaterThanOrEqual(120);
  expect(scores['/buy']).toBeGreaterThanOrEqual(115);
  for (const [route, score] of Object.entries(scores)) {
    expect(score, route).toBeGreaterThanOrEqual(115);
  }
});
