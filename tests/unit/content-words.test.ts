/** Words that no text uses, so that one thing has one name and a sentence says who acts. */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const cwd = new URL('../../', import.meta.url);

const unused = {
  'someone, everyone, no one': /\b(some|every|no)body\b/i,
  email: /\be-mail|\bmails\b/i,
  'right away': /\bimmediately\b/i,
  'cancelled by us, cancelled by your mentor': /\bcalled off\b|\bcall (it|a session) off\b/i,
  'returned, refunded': /\b(comes|goes|given) back\b/i,
  'did not join': /\bdid not come\b/i,
  'up to': /\bat most\b/i,
  'what is true instead': /\bNothing (was|is|has been) \w+ed\b/,
};

// Marks that start a comment in content and markup.
const comment = /^\s*(#|\/[/*]|\*|\{\/\*)/;

/** The texts of a file, each with its line: strings and JSX of code, strings of SQL, lines of content. */
function textsOf(file: string): [line: number, text: string][] {
  const all = readFileSync(new URL(file, cwd), 'utf8');
  const lineOf = (index: number) => all.slice(0, index).split('\n').length;
  if (file.endsWith('.sql')) {
    const strings = all.matchAll(/(?<!^.*--.*)'((?:[^'\n]|'')*)'/gm);
    return [...strings].map(({ index, 1: text = '' }) => [lineOf(index), text]);
  }
  if (!/\.tsx?$/.test(file)) {
    const lines = all.split('\n').map((line) => (comment.test(line) ? '' : line));
    return lines.map((line, at) => [at + 1, line.replaceAll(/\{.*?\}/g, '…')]);
  }
  const found: [number, string][] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node);
    if (isText || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      found.push([lineOf(node.getStart()), node.text.replaceAll(/\s+/g, ' ')]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, all, ts.ScriptTarget.Latest, true));
  return found;
}

const read = ['{src,functions}/**/*.{astro,md,ts,tsx,yml}', 'supabase/**/*.{html,sql}'];
const files = globSync(read, { cwd, exclude: ['**/*.{test,types}.*'] });
const sentences = files
  .flatMap((file) => textsOf(file).map(([line, text]) => ({ at: `${file}:${line}`, text })))
  // The names of states and identifiers are shorter.
  .filter(({ text }) => text.trim().split(' ').length > 2);

test.each(Object.entries(unused))(
  'the site’s texts use ‘%s’ instead of the expression that we avoid',
  (_, word) => {
    expect(sentences.filter(({ text }) => word.test(text))).toEqual([]);
  },
);
