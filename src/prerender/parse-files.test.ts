import { expect, test } from 'vitest';
import { parseList, parseMarkdown } from './parse-files.ts';

test('the entries in a list keep their order', () => {
  expect(parseList('- id: two\n- id: one\n  text: a\n', 'x.yml')).toEqual([
    { id: 'two', fields: { id: 'two' } },
    { id: 'one', fields: { id: 'one', text: 'a' } },
  ]);
});

test.each([
  ['- id: one\n- id: two\n- id: two\n', 'x.yml has two entries with the id "two".'],
  ['- id: one\n  serial: 1\n- id: two\n  serial: 1\n', 'x.yml has two entries with the serial 1.'],
  ['[]', 'x.yml must hold a list of entries.'],
  ['- id: one\n- text: b\n', 'x.yml: entry 2 has no id.'],
  ['one: 1\n', 'x.yml must hold a list of entries.'],
  ['', 'x.yml must hold a list of entries.'],
  ['- [', 'x.yml is not valid YAML'],
])('the list %j is rejected with a readable message', (text, sentence) => {
  expect(() => parseList(text, 'x.yml')).toThrow(sentence);
});

test('a page is split into its fields and its text', () => {
  expect(parseMarkdown('---\r\ntitle: A\r\n---\r\nText\r\n\r\n---\r\nmore\r\n', 'x.md')).toEqual({
    fields: { title: 'A' },
    body: 'Text\n\n---\nmore\n',
  });
});

test.each([
  ['Text without fields', 'x.md must start with front matter'],
  ['---\n- a\n---\nText', 'x.md: the front matter must be'],
  ['---\na: [\n---\nText', 'x.md is not valid YAML'],
])('the page %j is rejected with a readable message', (text, sentence) => {
  expect(() => parseMarkdown(text, 'x.md')).toThrow(sentence);
});
