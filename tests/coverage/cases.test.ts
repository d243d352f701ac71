import { expect, test } from 'vitest';
import { caseIds, coverage, reasonsIn, titlesIn } from './cases.ts';

test('every reliability case has a test with its id, or a reason in docs/decisions', () => {
  const unanswered = [...coverage()]
    .filter(([, { files, reason }]) => files.length === 0 && reason === undefined)
    .map(([id]) => id);
  expect(caseIds).toHaveLength(154);
  expect(unanswered).toEqual([]);
});

test('a title is found however its test is written', () => {
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

test('a reason is a row of the table', () => {
  expect([
    ...reasonsIn('| A12 | measured on hosted |\n| case | answer |\nP1 is elsewhere'),
  ]).toEqual([['A12', 'measured on hosted']]);
});
