import { expect, test } from 'vitest';
import {
  casesIn,
  goalsIn,
  idsInParentheses,
  reliability,
  testedIds,
  titlesIn,
  type Case,
} from './cases.ts';
import { textFiles } from './files.ts';

const files = textFiles();
const tested = testedIds(files);
const cases = casesIn(reliability);
const known = new Set([...cases.map(({ id }) => id), ...goalsIn(reliability)]);

test('docs/reliability.md has 162 cases, each with its own id', () => {
  expect(cases).toHaveLength(162);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(162);
});

/** Returns a sentence for each mistake in the last column of a case’s row. */
function problemsOf({ id, files: named, reason }: Case): string[] {
  const isTested = [...tested.values()].some((ids) => ids.has(id));
  if (named.length === 0 && isTested) return [`${id} has a test, and its row names none`];
  if (named.length === 0 && reason === '') return [`${id} has neither a test nor a reason`];
  return named
    .filter((file) => !tested.get(file)?.has(id))
    .map((file) => `${id}: no test of ${file} has it in its title`);
}

test('every case has the tests that its row names, or a reason for having none', () => {
  expect(cases.flatMap(problemsOf)).toEqual([]);
});

test('every case named in a title or a comment exists', () => {
  const titles = [...tested].flatMap(([path, ids]) => [...ids].map((id) => `${path} ${id}`));
  const comments = files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, at) => idsInParentheses(line).map((id) => `${path}:${at + 1} ${id}`)),
  );
  expect(comments.length).toBeGreaterThan(20);
  const unknown = [...titles, ...comments].filter(
    (place) => !known.has(place.split(' ').at(-1) ?? ''),
  );
  expect(unknown).toEqual([]);
});

test('titlesIn finds titles, whichever way a test is written', () => {
  const source = `
    test('P1 plain', () => {});
    test.each([['P2 of a table', 'not P9']])('P3 %s', () => {});
    for (const name of ['P7 of a loop']) test(name, () => {});
    describe.skipIf(true)(\`P4 \${name}\`, () => { test.for([1])("P5", () => {}); });
    check('P6 no test', () => {});
  `;
  expect(titlesIn(source)).toEqual([
    "'P1 plain'",
    "'P3 %s'",
    'P2 of a table',
    'P7 of a loop',
    '`P4 ${name}`',
    '"P5"',
  ]);
});
