/** Only operators download anything of the desk (§22.1). */
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

/** Every script that a text leads to, directly or through another script, even one that loads late. */
function reachedFrom(text: string): Set<string> {
  const reached = new Set<string>();
  const visit = (content: string) => {
    for (const [name, source] of scripts) {
      if (reached.has(name) || !content.includes(name)) continue;
      reached.add(name);
      visit(source);
    }
  };
  visit(text);
  return reached;
}

const ofDesk = /desk_do|desk_read/;

test('pages for visitors, members and mentors do not load any of the desk’s scripts', () => {
  const others = Object.keys(routes).filter((path) => path !== '/desk' && path !== '/404');
  for (const path of others) {
    const html = builtFile(path === '/' ? '/index.html' : `${path}.html`).toString('utf8');
    const found = [...reachedFrom(html)].filter((name) => ofDesk.test(scripts.get(name) ?? ''));
    expect(found, path).toEqual([]);
  }
});
