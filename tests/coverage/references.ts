import type { TextFile } from './files.ts';

/** A place that points to a rule or chapter: `number` is '5' or '5.3'. */
export type Reference = { place: string; number: string };

/**
 * Lines that still point to chapters of the documents before docs/product.md. Delete this, and its
 * use below, once no line says so.
 */
const oldReference = /\b(?:spec|design) §|specification/i;

/** The numbers of the rules, as their list items and table rows begin. */
export function rulesIn(markdown: string): string[] {
  const rules = markdown.matchAll(/^(?:- |\| )\*\*(\d+\.\d+)\*\*/gm);
  return [...rules].map(([, number = '']) => number);
}

/** The numbers of the chapters. */
export function chaptersIn(markdown: string): string[] {
  return [...markdown.matchAll(/^## (\d+)\. /gm)].map(([, number = '']) => number);
}

/** Every `§5` and `§5.3` of a file. */
export function referencesIn({ path, text }: TextFile): Reference[] {
  return text.split('\n').flatMap((line, at) => {
    if (oldReference.test(line)) return [];
    const numbers = [...line.matchAll(/§(\d+(?:\.\d+)?)/g)];
    return numbers.map(([, number = '']) => ({ place: `${path}:${at + 1}`, number }));
  });
}
