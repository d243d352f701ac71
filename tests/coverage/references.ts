import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readText, type TextFile } from './files.ts';

/** A place that points to a rule or chapter: `number` is '5' or '5.3'. */
export type Reference = { place: string; number: string };

/** The files of docs/product, in the order of their chapters. */
export function productFiles(): string[] {
  const folder = fileURLToPath(new URL('../../docs/product', import.meta.url));
  return readdirSync(folder)
    .filter((file) => /^\d/.test(file))
    .toSorted()
    .map((file) => `docs/product/${file}`);
}

/** All chapters of docs/product in one text. */
export function readProduct(): string {
  return productFiles().map(readText).join('\n');
}

/** The numbers of the rules, which start list items and table rows. */
export function rulesIn(markdown: string): string[] {
  const rules = markdown.matchAll(/^(?:- |\| )\*\*(\d+\.\d+)\*\*/gm);
  return [...rules].map(([, number = '']) => number);
}

export function chaptersIn(markdown: string): string[] {
  return [...markdown.matchAll(/^# (\d+)\. /gm)].map(([, number = '']) => number);
}

/** Every `§5` and `§5.3` in a file. */
export function referencesIn({ path, text }: TextFile): Reference[] {
  return text.split('\n').flatMap((line, at) => {
    const numbers = [...line.matchAll(/§(\d+(?:\.\d+)?)/g)];
    return numbers.map(([, number = '']) => ({ place: `${path}:${at + 1}`, number }));
  });
}
