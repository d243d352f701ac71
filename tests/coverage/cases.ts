/**
 * The cases in docs/reliability.md, and the tests with their ids in a title.
 * `node tests/coverage/cases.ts` prints every case with its tests.
 */
import ts from 'typescript';
import { readText, textFiles, type TextFile } from './files.ts';

/** A case, with the test files that its row names, or with the reason why there is no test. */
export type Case = { id: string; files: string[]; reason: string };

/** A case such as P12, or a goal such as M1 or D-2. */
const idPattern = String.raw`[PADSWRY][1-9]\d*|M[1-9]|[DAWRY]-[1-9]`;

/** Every id of a case or a goal in a text. */
export function idsIn(text: string): string[] {
  return [...text.matchAll(new RegExp(String.raw`\b(?:${idPattern})\b`, 'g'))].map(([id]) => id);
}

/** The ids that a comment names in parentheses, such as (S2) or (reliability D7 to D14, A26). */
export function idsInParentheses(line: string): string[] {
  const groups = new RegExp(String.raw`\((?:reliability )?((?:${idPattern})\b[^()]*)\)`, 'g');
  return [...line.matchAll(groups)].flatMap(([, ids = '']) => idsIn(ids));
}

/** The cases in docs/reliability.md, one in each row. */
export function casesIn(markdown: string): Case[] {
  const rows = markdown.matchAll(/^\| *([PADSWRY]\d+) *\|[^|]*\| *([^|]*?) *\|$/gm);
  return [...rows].map(([, id = '', answer = '']) => {
    const isFiles = /^`[^`]+`(?:, `[^`]+`)*$/.test(answer);
    const files = isFiles ? [...answer.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file) : [];
    return { id, files, reason: isFiles ? '' : answer };
  });
}

/** The ids of the goals in docs/reliability.md. */
export function goalsIn(markdown: string): string[] {
  const rows = markdown.matchAll(/^\| *(M[1-9]|[DAWRY]-[1-9]) *\|/gm);
  return [...rows].map(([, id = '']) => id);
}

export const reliability = readText('docs/reliability.md');

/** Whether this is `test`, `describe`, `test.each(…)`, `describe.skipIf(…)` or the like. */
function definesTests(expression: ts.Expression): boolean {
  if (ts.isIdentifier(expression)) return /^(?:test|describe)$/.test(expression.text);
  if (ts.isPropertyAccessExpression(expression)) return definesTests(expression.expression);
  return ts.isCallExpression(expression) && definesTests(expression.expression);
}

/** Texts in a table of tests that start with an id, because they become part of a title. */
function titlesOfTable(table: ts.Node): string[] {
  if (ts.isStringLiteralLike(table)) return /^[A-Z]\d+\b/.test(table.text) ? [table.text] : [];
  const titles: string[] = [];
  ts.forEachChild(table, (child) => {
    titles.push(...titlesOfTable(child));
  });
  return titles;
}

/** The titles of a source file’s tests and groups, as source text. */
export function titlesIn(source: string, name = 'source.ts'): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && definesTests(node.expression)) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        titles.push(title.getText());
      }
      if (ts.isCallExpression(node.expression)) {
        for (const table of node.expression.arguments) titles.push(...titlesOfTable(table));
      }
    }
    if (ts.isForOfStatement(node)) titles.push(...titlesOfTable(node.expression));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true));
  return titles;
}

/** The ids in the titles of each test file, by path. */
export function testedIds(files: readonly TextFile[]): Map<string, Set<string>> {
  const tests = files.filter(
    ({ path, text }) => /\.tsx?$/.test(path) && /\b(?:test|describe)\b/.test(text),
  );
  return new Map(
    tests.map(({ path, text }) => [path, new Set(titlesIn(text, path).flatMap(idsIn))]),
  );
}

if (import.meta.main) {
  const tested = [...testedIds(textFiles())];
  for (const { id, reason } of casesIn(reliability)) {
    const files = tested.filter(([, ids]) => ids.has(id)).map(([path]) => path);
    console.log(`${id.padEnd(4)} ${files.join(', ') || reason}`);
  }
}
