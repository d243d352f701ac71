/** Nothing of the desk is in what anybody else downloads (§22.1). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { routes } from '../../src/content/routes.ts';
import { builtFile } from './page.ts';

const scripts = new Map(
  readdirSync(join(inject('built'), '_astro'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, builtFile(`/_astro/${name}`).toString('utf8')]),
);

/** Every script that a text leads to, directly or by another script; `late` ones too, or not. */
function reachedFrom(text: string, late: boolean): Set<string> {
  const reached = new Set<string>();
  const visit = (content: string) => {
    for (const [name, source] of scripts) {
      const isNamed = late
        ? content.includes(name)
        : new RegExp(`(?:from|import|src=|url=)\\s*["'\`](?:[^"'\`]*/)?${name}`).test(content);
      if (reached.has(name) || !isNamed) continue;
      reached.add(name);
      visit(source);
    }
  };
  visit(text);
  return reached;
}

const ofDesk = /desk_do|desk_read/;

test('the pages of visitors, members and mentors lead to no script of the desk', () => {
  const others = Object.keys(routes).filter((path) => path !== '/desk' && path !== '/404');
  for (const path of others) {
    const html = builtFile(path === '/' ? '/index.html' : `${path}.html`).toString('utf8');
    const found = [...reachedFrom(html, true)].filter((name) =>
      ofDesk.test(scripts.get(name) ?? ''),
    );
    expect(found, path).toEqual([]);
  }
});

test('a member who opens /desk loads no list and no button of it', () => {
  const html = builtFile('/desk.html').toString('utf8');
  const hasDesk = (late: boolean) =>
    [...reachedFrom(html, late)].some((name) => ofDesk.test(scripts.get(name) ?? ''));
  expect(hasDesk(true), 'an operator gets it').toBe(true);
  expect(hasDesk(false), 'before the status is known').toBe(false);
});
