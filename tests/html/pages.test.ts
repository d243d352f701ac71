import { expect, test } from 'vitest';
import { oldestBrowsersText } from '../../src/prerender/oldest-browsers.ts';
import { formPaths, memberPaths, mentorPaths, publicRoutes } from '../e2e/support/routes.ts';
import { builtFile, builtPage, isBuilt, one, words, wordsOf, siteUrl } from './page.ts';

const meta = (page: Document, name: string) =>
  page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');

test.each(publicRoutes)(
  'R7 the HTML of $path contains its heading, metadata and footer',
  ({ path, heading, listed, footer }) => {
    const page = builtPage(path);
    // The same heading on /success also has the text shown while the payment is checked.
    expect(wordsOf(page, 'h1')).toEqual([expect.stringContaining(heading)]);
    expect(page.title).toMatch(/^.{5,46} \| AdmitCircle$/);
    expect(meta(page, 'description')).toMatch(/^.{50,160}$/);
    const image = new URL(meta(page, 'og:image') ?? '').pathname;
    expect(image).toMatch(/\/og\/\w+\.png$/);
    expect(builtFile(image).subarray(1, 4).toString()).toBe('PNG');
    const canonical = page.querySelector('link[rel="canonical"]')?.getAttribute('href');
    expect(canonical).toBe(listed ? new URL(path, siteUrl).href : undefined);
    expect(meta(page, 'robots')).toBe(listed ? undefined : 'noindex');
    expect(page.querySelectorAll('body > footer')).toHaveLength(footer ? 1 : 0);
  },
);

const withoutScripts = publicRoutes.filter(({ kind }) => kind !== 'form' && kind !== 'island');

test.each(withoutScripts)(
  'R4 Y9 $path does not refer to any script file, style sheet or other host',
  ({ path }) => {
    const page = builtPage(path);
    const loading = 'script[src], link[rel~="stylesheet"], link[rel~="modulepreload"]';
    expect([...page.querySelectorAll(loading)]).toEqual([]);
    const loaded = [...page.querySelectorAll('[src], link[rel~="icon"], link[rel~="preload"]')]
      .map((part) => part.getAttribute('src') ?? part.getAttribute('href') ?? '')
      .filter((address) => !address.startsWith('data:'));
    expect(loaded.filter((address) => !/^\/(?!\/)/.test(address))).toEqual([]);
  },
);

test.each([...formPaths, '/dashboard/settings'])('R7 %s says that it needs JavaScript', (path) => {
  const page = builtPage(path);
  expect(page.querySelector('noscript')?.innerHTML).toContain('This page needs JavaScript');
  const buttons = [
    ...one(page, 'main').querySelectorAll('button:is([type=submit], [data-waiting])'),
  ];
  // Mentors’ forms are made from what their link says, so there is no form without a link.
  expect(buttons.length > 0).toBe(!mentorPaths.includes(path));
  expect(buttons.filter((button) => !button.hasAttribute('disabled')).map(words)).toEqual([]);
});

test.each(['/buy', '/dashboard/main'])('§12.49 %s says that buying needs JavaScript', (path) => {
  const notes = [...builtPage(path).querySelectorAll('noscript')].map(({ innerHTML }) => innerHTML);
  expect(notes.join(' ')).toContain('To buy a pack you need JavaScript');
});

test.each([...publicRoutes.map(({ path }) => path), ...memberPaths, '/desk'])(
  '§12.49 %s says that its controls need JavaScript, or has none',
  (path) => {
    const main = one(builtPage(path), 'main');
    // Without JavaScript, style sheets hide the carousel’s buttons and the one that copies an address.
    const controls = [...main.querySelectorAll('button, input, select, textarea')].filter(
      (control) => !control.matches('.carousel-frame *, .copy'),
    );
    expect(controls.length === 0 || main.querySelector('noscript') !== null).toBe(true);
  },
);

test('§12.54 a translated receipt keeps its numbers, its seller and its contact details', () => {
  const kept = builtPage('/success').querySelectorAll('#purchase-receipt dl [translate="no"]');
  expect([...kept].map(({ previousElementSibling: term }) => term && words(term))).toEqual([
    'Order number',
    'Payment reference',
    'Seller',
    'Contact',
  ]);
});

test('§12.48 on every page, only outdated browsers are asked to update', () => {
  for (const { path } of [...publicRoutes, { path: '/dashboard/main' }]) {
    const page = builtPage(path);
    expect(words(one(page, 'main .too-old')), path).toContain('Update it');
    const styles = [...page.querySelectorAll('style')].map(words).join('');
    expect(styles, path).toMatch(
      /@supports \(width:1rlh\) and \(\(not \(-moz-orient:inline\)\) or \(color:rgb\(from red r g b\)\)\)\{\.too-old\{display:none\}/,
    );
  }
});

test('§12.47 the accessibility page names the oldest supported browsers', () => {
  expect(words(one(builtPage('/accessibility'), 'main'))).toContain(oldestBrowsersText);
});

test('every link on a page leads to a page and a section that exist', () => {
  const pages = new Map<string, Document>();
  for (const { path } of publicRoutes) {
    const page = builtPage(path);
    for (const link of page.querySelectorAll('a[href^="/"], a[href^="#"]')) {
      const { pathname, hash } = new URL(link.getAttribute('href') ?? '', `${siteUrl}${path}`);
      const file = pathname === '/' ? '/index.html' : `${pathname}.html`;
      const isKnown = isBuilt(file) || isBuilt(pathname) || path === pathname;
      expect(isKnown, `${link.outerHTML} on ${path}`).toBe(true);
      // A member page builds its parts once it knows the member.
      if (!hash || pathname.startsWith('/dashboard/')) continue;
      const linked = pages.get(pathname) ?? builtPage(pathname);
      pages.set(pathname, linked);
      const target = linked.getElementById(decodeURIComponent(hash.slice(1)));
      expect(target, `${link.outerHTML} on ${path}`).not.toBeNull();
    }
  }
});
