import fc from 'fast-check';
import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parse, render, safeAddress } from './markdown.tsx';

const htmlOf = (markdown: string) =>
  renderToStaticMarkup(createElement(Fragment, {}, render(parse(markdown))));

test('§18.60 Markdown becomes HTML elements, and its headings rank below the page’s title', () => {
  expect(
    htmlOf('# The panel\n\nSay *why*, **then** `what`.\n\n> First.\n\n3. three\n4. four\n\n---'),
  ).toBe(
    '<h3 id="heading-0" tabindex="-1">The panel</h3><p>Say <em>why</em>, <strong>then</strong> <code>what</code>.</p><blockquote><p>First.</p></blockquote><ol start="3"><li><p>three</p></li><li><p>four</p></li></ol><hr/>',
  );
  expect(parse('# One\n\n## Two `x`\n\n# Three').headings).toEqual([
    { text: 'One', index: 0, depth: 1 },
    { text: 'Two x', index: 1, depth: 2 },
    { text: 'Three', index: 2, depth: 1 },
  ]);
});

test('§18.60 raw HTML is shown as text, and a picture as its alternative text', () => {
  const html = htmlOf(
    'A <b onclick="x()">bold</b> ![photo](https://evil.example/x.png)\n\n<script>alert(1)</script>',
  );
  expect(html).not.toMatch(/<(?:b|script|img)\b/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('photo');
});

test.each([
  ['/buy', true],
  ['#place', true],
  ['https://www.iima.ac.in/', true],
  ['http://example.org', true],
  ['javascript:alert(1)', false],
  ['JaVaScRiPt:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['vbscript:x', false],
  ['mailto:a@example.com', false],
  ['file:///etc/passwd', false],
  ['', false],
])('§18.60 a link to %j works: %s', (address, isSafe) => {
  expect(safeAddress(address) !== undefined).toBe(isSafe);
  const html = renderToStaticMarkup(
    createElement(Fragment, {}, render(parse(`[x](<${address.replace('\n', '')}>)`))),
  );
  if (!isSafe) expect(html).not.toContain('href');
});

test('§18.60 a reference link uses its first definition, if that address is allowed', () => {
  const html = htmlOf('[packs][x]\n\n[x]: /buy\n[x]: https://evil.example/');
  expect(html).toContain('<a href="/buy"');
  expect(html).not.toContain('evil');
  expect(htmlOf('[x]\n\n[x]: javascript:alert(1)')).not.toContain('href');
});

test('§18.60 no text can add an element or attribute of its own to the page', () => {
  const parts = fc.constantFrom(
    ...['<', '>', '"', ')', '![', '[x](', '[x]', '[x]: javascript:y', 'javascript:', 'onload='],
    ...['<a href=x>', '<script>', '</p>', '&lt;', '\n', '\n\n', '# ', '- ', '`', 'word'],
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 20 }), (words) => {
      const html = htmlOf(words.join(''));
      const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)];
      for (const [, tag = '', attributes = ''] of tags) {
        expect(tag).toMatch(/^(?:p|h[3-6]|em|strong|blockquote|[ou]l|li|pre|code|hr|br|a|span)$/);
        expect(attributes).not.toMatch(/\bon\w+=(?!"?\w*&)|javascript:/i);
      }
    }),
    { numRuns: 500 },
  );
});
