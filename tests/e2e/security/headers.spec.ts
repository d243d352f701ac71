/** The headers of every response from the served site. These tests need no browser. */
import { createHash } from 'node:crypto';
import { expect, test } from 'playwright/test';
import { routeOf } from '../../../src/content/routes.ts';
import { checkoutHosts } from '../../../src/domain/environment/environment.ts';
import { memberPages } from '../../../src/domain/member-pages.ts';
import { stack } from '../support/stack.ts';
import { unknownPaths } from '../support/unknown-paths.ts';
import { builtFile, builtFiles, builtPage, routes } from './support/built-site.ts';
import { observatoryScore } from './support/observatory.ts';
import { parsePolicy, unsafeSources, type Policy } from './support/policy.ts';

const checkoutPages = ['/buy', memberPages.main];
const framedPages = ['/', ...checkoutPages];
const hstsAge = 31_536_000;

const ask = (path: string, init?: RequestInit) =>
  fetch(`${stack.site}${path}`, { redirect: 'manual', ...init });

/** Checks the headers that every response has (reliability W2, W3; ASVS 3.4). */
function expectCommonHeaders(headers: Headers): void {
  const transport = headers.get('strict-transport-security') ?? '';
  expect.soft(Number(/max-age=(\d+)/.exec(transport)?.[1])).toBeGreaterThanOrEqual(hstsAge);
  expect.soft(transport).toContain('includeSubDomains');
  expect.soft(headers.get('x-content-type-options')).toBe('nosniff');
  expect.soft(headers.get('x-frame-options')).toBe('DENY');
  expect.soft(headers.get('access-control-allow-origin')).toBeNull();
  expect.soft(headers.get('set-cookie')).toBeNull();
  expect.soft(headers.get('x-powered-by')).toBeNull();
}

function expectStrictPolicy(policy: Policy, route: string): void {
  const isCheckout = checkoutPages.includes(route);
  const provider = isCheckout ? checkoutHosts(`${stack.sandbox}/v1/checkout.js`) : [];
  for (const name of ['default-src', 'base-uri', 'frame-ancestors']) {
    expect.soft(policy.get(name), name).toEqual(["'none'"]);
  }
  // Without a value of their own these directives fall back to `default-src 'none'`.
  for (const name of ['object-src', 'worker-src', 'media-src', 'child-src', 'script-src-attr']) {
    expect.soft(policy.get(name), name).toBeUndefined();
  }
  expect.soft(policy.get('form-action')).toEqual(["'self'", ...provider]);
  expect.soft(policy.get('font-src')).toEqual(["'self'"]);
  expect.soft(policy.get('connect-src')).toEqual(["'self'", stack.backend, ...provider]);
  expect.soft(policy.get('img-src')).toEqual(["'self'", 'data:', stack.backend, ...provider]);

  const scripts = policy.get('script-src') ?? [];
  for (const source of scripts) expect.soft(source).not.toMatch(unsafeSources);
  expect
    .soft(scripts.filter((source) => !source.startsWith("'sha256-")))
    .toEqual(["'self'", ...provider]);
  const styles = policy.get('style-src') ?? ['*'];
  if (isCheckout) expect.soft(styles).toEqual(["'self'", "'unsafe-inline'", ...provider]);
  else for (const source of styles) expect.soft(source).not.toMatch(unsafeSources);
  expect.soft(policy.get('style-src-elem')).toBeUndefined();
  expect.soft(policy.get('style-src-attr')).toBeUndefined();
  if (!framedPages.includes(route)) expect.soft(policy.get('frame-src')).toBeUndefined();
  if (isCheckout) expect.soft(policy.get('frame-src')).toEqual(provider);
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

/** Runs a check for each of these in one test, and names all that fail. */
async function each<T extends string>(
  things: readonly T[],
  check: (thing: T) => void | Promise<void>,
): Promise<void> {
  for (const thing of things) await test.step(thing, async () => check(thing));
}

test('W2 W3 W7 W8 every page has the right headers and content policy', async () => {
  await each(routes, async (route) => {
    const files = route === '/' ? ['/index', '/index.html'] : [`${route}.html`];
    const { kind, personal = kind === 'member', secretAddress } = routeOf(route);
    for (const address of [route, ...files]) {
      const { status, headers } = await ask(address);
      expect.soft(status, address).toBe(200);
      expectCommonHeaders(headers);
      expect.soft(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect.soft(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      expect.soft(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect.soft(headers.get('cross-origin-embedder-policy')).toBeNull();
      expect
        .soft(headers.get('referrer-policy'))
        .toBe(secretAddress ? 'no-referrer' : 'strict-origin-when-cross-origin');
      expect
        .soft(headers.get('cache-control'))
        .toBe(personal ? 'no-store' : 'public, max-age=0, must-revalidate');
      const permissions = headers.get('permissions-policy');
      for (const feature of ['camera', 'microphone', 'geolocation', 'usb']) {
        expect.soft(permissions).toContain(`${feature}=()`);
      }
      expect.soft(permissions, 'the payment provider needs this feature').not.toContain('payment');

      const policy = parsePolicy(headers.get('content-security-policy') ?? '');
      expectStrictPolicy(policy, route);
      for (const hash of inlineScripts(builtPage(route))) {
        expect.soft(policy.get('script-src')).toContain(hash);
      }
    }
  });
});

test('W1 W3 W11 W12 no page contains anything that its own policy blocks', async () => {
  await each(routes, (route) => {
    const html = builtPage(route);
    const tags = html.match(/<[a-z][^>]*>/g) ?? [];
    const attribute = (tag: string, name: string) =>
      new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
    const scripts = tags.filter((tag) => tag.startsWith('<script'));
    const addresses = (of: readonly string[], ...names: string[]) =>
      of.flatMap((tag) => names.flatMap((name) => attribute(tag, name) ?? []));
    const inAttributes = tags.filter((tag) => /\son\w+=|="\s*javascript:/i.test(tag));
    expect.soft(inAttributes, 'an attribute contains a script').toEqual([]);
    if (!checkoutPages.includes(route)) {
      expect.soft(tags.filter((tag) => /\sstyle="/.test(tag))).toEqual([]);
    }
    const foreign = addresses(scripts, 'src').filter((src) => !/^\/(?!\/)/.test(src));
    expect.soft(foreign, 'the HTML loads a script from another host').toEqual([]);
    const plain = addresses(tags, 'src', 'href').filter((address) => address.startsWith('http:'));
    expect.soft(plain.filter((address) => new URL(address).origin !== stack.site)).toEqual([]);
    const opened = tags.filter((tag) => attribute(tag, 'target') === '_blank');
    const held = /\bnoopener\b/;
    expect.soft(opened.filter((tag) => !held.test(attribute(tag, 'rel') ?? ''))).toEqual([]);
  });
});

test('files with a hash in their name are cached for a year, and all other files are revalidated', async () => {
  const assets = builtFiles.filter((file) => !file.endsWith('.html'));
  expect.soft(assets.filter((file) => file.startsWith('/_astro/')).length).toBeGreaterThan(10);
  for (const file of assets) {
    const { status, headers } = await ask(file);
    expect.soft(status, file).toBe(200);
    expectCommonHeaders(headers);
    const isHashed = file.startsWith('/_astro/');
    expect
      .soft(headers.get('cache-control'), file)
      .toBe(
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
      );
    if (isHashed) {
      expect.soft(file, 'the file’s name contains a hash').toMatch(/[./_-][\w-]{8,}\.\w+$/);
      expect.soft(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  }
});

test('W2 W14 every unknown path is a 404 page that cannot be framed', async () => {
  await each(unknownPaths, async (path) => {
    const response = await ask(path);
    expect.soft(response.status).toBe(404);
    expectCommonHeaders(response.headers);
    const html = await response.text();
    expect.soft(html).toContain('Page not found');
    expect
      .soft(html)
      .toMatch(
        /^<!doctype html><html[^>]*><head><meta charset="utf-8"><meta http-equiv="content-security-policy"/i,
      );
    const policy = /http-equiv="content-security-policy" content="([^"]+)"/i.exec(html)?.[1] ?? '';
    expect.soft(parsePolicy(policy).get('default-src')).toEqual(["'none'"]);
    for (const source of parsePolicy(policy).get('script-src') ?? ['*']) {
      expect.soft(source).not.toMatch(unsafeSources);
    }
    for (const hash of inlineScripts(html)) expect.soft(policy).toContain(hash);
  });
});

test('W10 the site does not serve source maps, settings or source files', async () => {
  expect
    .soft(builtFiles.filter((file) => /\.(?:map|ts|tsx|astro|env|toml|sql|md)$/.test(file)))
    .toEqual([]);
  for (const file of builtFiles.filter((name) => /\.(?:js|css)$/.test(name))) {
    expect.soft(builtFile(file).includes('sourceMappingURL'), file).toBe(false);
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
    expect.soft((await ask(path)).status, path).toBe(404);
  }
});

test('W-1 the Mozilla Observatory gives / at least 120 points and /buy at least 115', async () => {
  const scores: Record<string, number> = {};
  for (const route of routes) {
    const response = await ask(route);
    // Scores the headers as deployed, where the backend and the payment provider use HTTPS.
    const headers = new Headers(response.headers);
    const policy = headers.get('content-security-policy') ?? '';
    headers.set('content-security-policy', policy.replaceAll('http://', 'https://'));
    scores[route] = observatoryScore({ headers, html: await response.text(), site: stack.site });
  }
  console.log('Observatory:', scores);
  expect.soft(scores['/']).toBeGreaterThanOrEqual(120);
  expect.soft(scores['/buy']).toBeGreaterThanOrEqual(115);
  for (const [route, score] of Object.entries(scores)) {
    expect.soft(score, route).toBeGreaterThanOrEqual(115);
  }
});
