import { expect, test } from 'vitest';
import { databaseRefusals, functionRefusals } from '../../src/domain/refusals/index.ts';
import { schemaScripts } from '../../local/postgres/schema-scripts.ts';

/** Code words that only an operator meets, in the SQL editor, where a detail beside the word says more. */
const operatorWords = [
  'booking_is_active',
  'booking_is_fixed',
  'choice_is_active',
  'choice_is_fixed',
  'consent_is_fixed',
  'consent_text_is_fixed',
  'match_is_fixed',
  'offer_has_ended',
  'offer_of_another',
  'offer_was_shown',
  'refund_is_fixed',
  'session_is_not_used',
  'slot_is_booked',
  'slot_is_not_open',
  'version_only_rises',
] as const;

const sql = (await schemaScripts())
  .map((script) => script.sql)
  .join('\n')
  .replaceAll(/--.*$/gm, '');

const found = (pattern: RegExp, text = sql) =>
  [...text.matchAll(pattern)].map(([, first = '']) => first);

// What is handed to `refuse`: a word, a choice of words, or the name of where the word comes from.
const refused = found(
  /\b(?:perform|select) private\.refuse(?:_when)?\(\s*((?:'\w+'|case\b.*?\bend\b|[\w.]+)(?=\s*[,)]))/gs,
);
const literals = refused.flatMap((argument) =>
  argument.startsWith('case')
    ? found(/\b(?:then|else)\s+'(\w+)'/g, argument)
    : found(/^'(\w+)'$/g, argument),
);
const handedOn = refused.filter((argument) => /^[a-z]/.test(argument) && !/^case\b/.test(argument));

// Of the limits of a day, and of what the terms of a refund say against it.
const limits = [
  ...found(/\bcode text default '(\w+)'/g),
  ...found(/\bperform private\.limit_daily\([^;]*?,\s*'(\w+)'\s*\);/g),
];
const terms = found(
  /create (?:or replace )?function private\.(?:(?:session_)?refund_terms|code_refusal)\(.*?\$\$(.*?)\$\$/gs,
).flatMap((body) => found(/\bthen '(\w+)'/g, body));

const wordsOf = (tables: Readonly<Record<string, object>>) =>
  Object.values(tables).flatMap((table) => Object.keys(table));
const sorted = (words: readonly string[]) => [...new Set(words)].sort();

test('§16.50 §17.1 each word with which the database can refuse has a sentence, and each sentence a word', () => {
  expect(sorted([...literals, ...limits, ...terms])).toEqual(
    sorted([...wordsOf(databaseRefusals), ...operatorWords]),
  );
});

test('no word comes from a place that this test does not read', () => {
  expect(sorted(handedOn)).toEqual([
    'limit_daily.code',
    'one.refusal',
    'refusal',
    'refuse_when.code',
    'terms.offer_refusal',
    'terms.ordinary_refusal',
  ]);
});

test('a word of an operator has no sentence, and a function refuses in words of its own', () => {
  const operators: readonly string[] = operatorWords;
  const words = wordsOf(databaseRefusals);
  expect(words.filter((word) => operators.includes(word))).toEqual([]);
  const own = wordsOf(functionRefusals).filter((word) => word !== 'too_many_requests');
  expect(words.filter((word) => own.includes(word))).toEqual([]);
});
