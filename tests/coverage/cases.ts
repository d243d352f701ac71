/**
 * Where each reliability case is answered: by a test that carries its id in a title, or by a line of
 * docs/decisions/reliability-cases.md. `node tests/coverage/cases.ts` prints the list.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const reasonsFile = 'docs/decisions/reliability-cases.md';

/** How many cases each chapter has: payment, accounts, data, storage, web, availability, privacy. */
const chapters = { P: 50, A: 33, D: 22, S: 13, W: 15, R: 12, Y: 9 };

/** All ids, in order: P1 to P50, A1 to A33, ... */
export const caseIds: readonly string[] = Object.entries(chapters).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
);

const idInText = /\b[PADSWRY][1-9]\d?\b/g;

function idsIn(text: string): string[] {
  return (text.match(idInText) ?? []).filter((id) => caseIds.includes(id));
}

/** Whether this calls `test`, `test.each(…)`, `describe.skipIf(…)` and the like. */
function definesTests(expression: ts.Expression): boolean {
  if (ts.isIdentifier(expression)) return /^(?:test|describe)$/.test(expression.text);
  if (ts.isPropertyAccessExpression(expression)) return definesTests(expression.expression);
  return ts.isCallExpression(expression) && definesTests(expression.expression);
}

/** The texts of a table of tests that begin with an id: they become part of a title. */
function titlesOfTable(table: ts.Node): string[] {
  if (ts.isStringLiteralLike(table)) return /^[A-Z]\d+\b/.test(table.text) ? [table.text] : [];
  const titles: string[] = [];
  ts.forEachChild(table, (child) => {
    titles.push(...titlesOfTable(child));
  });
  return titles;
}

/** The titles of the tests and groups in a source file, as they stand there. */
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
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  visit(file);
  return titles;
}

/** The ids that a line of the decision answers, by the reason it gives. */
export function reasonsIn(markdown: string): Map<string, string> {
  const rows = markdown.matchAll(/^\| *([PADSWRY]\d+) *\| *(.+?) *\|$/gm);
  return new Map([...rows].map(([, id = '', reason = '']) => [id, reason]));
}

function sources(): string[] {
  return ['tests', 'src', 'build', 'local', 'functions'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

/** For each id, the files with a test of it, and the reason the decision gives, if any. */
export function coverage(): Map<string, { files: string[]; reason: string | undefined }> {
  const reasons = reasonsIn(readFileSync(join(root, reasonsFile), 'utf8'));
  const files = new Map<string, Set<string>>(caseIds.map((id) => [id, new Set()]));
  for (const path of sources()) {
    const source = readFileSync(path, 'utf8');
    if (!/\b(?:test|describe)\b/.test(source)) continue;
    for (const id of titlesIn(source, path).flatMap(idsIn)) {
      files.get(id)?.add(relative(root, path));
    }
  }
  return new Map(
    [...files].map(([id, found]) => [id, { files: [...found], reason: reasons.get(id) }]),
  );
}

if (import.meta.main) {
  for (const [id, { files, reason }] of coverage()) {
    console.log(`${id.padEnd(4)} ${[...files, ...(reason ? [reason] : [])].join(', ') || '-'}`);
  }
}
