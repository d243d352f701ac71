import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { portsOfTests } from '../../local/config.ts';

/** The address for which the site is built. */
export const siteUrl = `http://localhost:${portsOfTests().site}`;

export const builtFile = (path: string): Buffer => readFileSync(join(inject('built'), path));

export const isBuilt = (path: string): boolean => existsSync(join(inject('built'), path));

/** The built page at a path; a missing page’s path gives the 404 page. */
export function builtPage(path: string): Document {
  const file = path === '/' ? '/index.html' : `${path}.html`;
  const html = builtFile(isBuilt(file) ? file : '/404.html').toString('utf8');
  return new DOMParser().parseFromString(html, 'text/html');
}

/** The text of an element as a visitor reads it. */
export const words = (element: Element): string =>
  element.textContent.replaceAll(/\s+/g, ' ').trim();

/** The text of each element that matches a selector. */
export const wordsOf = (scope: ParentNode, selector: string): string[] =>
  [...scope.querySelectorAll(selector)].map(words);

/** The only element that matches a selector. */
export function one(scope: ParentNode, selector: string): HTMLElement {
  const found = scope.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
}

/** The name by which assistive technology announces an element. */
function nameOf(element: Element): string {
  const labels = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
  const label = labels.map((id) => words(one(element.ownerDocument, `#${id}`))).join(' ');
  const alt = element.getAttribute('alt') ?? element.querySelector('img')?.getAttribute('alt');
  return label || (element.getAttribute('aria-label') ?? (words(element) || (alt ?? '')));
}

/** The elements that match a selector and whose name is, or starts with, this name. */
export function named(scope: ParentNode, selector: string, name: string): HTMLElement[] {
  const all = [...scope.querySelectorAll<HTMLElement>(selector)];
  const found = all.filter((element) => nameOf(element).startsWith(name));
  if (found.length === 0) throw new Error(`No ${selector} is called ‘${name}’.`);
  return found;
}

/** The first element that matches a selector and has this name. */
export function oneNamed(scope: ParentNode, selector: string, name: string): HTMLElement {
  const [first] = named(scope, selector, name);
  if (!first) throw new Error(`No ${selector} is called ‘${name}’.`);
  return first;
}

/** The section of a page under this heading. */
export const region = (page: Document, name: string): HTMLElement =>
  oneNamed(page, 'section[aria-labelledby], section[aria-label]', name);

/** The addresses of the links with this name. */
export const hrefsOf = (scope: ParentNode, name: string): (string | null)[] => [
  ...new Set(named(scope, 'a', name).map((link) => link.getAttribute('href'))),
];
