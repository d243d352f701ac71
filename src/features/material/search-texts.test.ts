import { expect, test } from 'vitest';
import { parse } from './markdown.tsx';
import { searchTexts } from './search-texts.ts';

const long = 'Some words that nobody looks for. '.repeat(8);
const texts = [
  {
    title: 'IIM Ahmedabad',
    parsed: parse(`Before.\n\n# The résumé\n\n- One page\n- No hobbies\n\n# The end\n\n${long}`),
  },
  {
    title: 'Topics',
    parsed: parse(`# AHMEDABAD and its mills\n\n${long} Cotton, and who wore it. ${long}`),
  },
];
const hindi = ['माता', 'ज़मीन', 'कर्म', 'മല‍യാളം', '\u00C5ngström'].map((title) => ({
  title,
  parsed: parse(''),
}));
const found = (typed: string) =>
  searchTexts(texts, typed).map(({ text, heading, excerpt }) => [
    heading?.text ?? text.title,
    excerpt,
  ]);

test.each([
  ['ahmedabad', ['IIM Ahmedabad', 'AHMEDABAD and its mills']],
  ['RESUME the', ['The résumé']],
  ['page hobbies', ['The résumé']],
  ['cotton mills', ['AHMEDABAD and its mills']],
  ['before', ['IIM Ahmedabad']],
  ['cotton resume', []],
])('§18.61 the search finds ‘%s’ in titles, headings and passages', (typed, places) => {
  expect(found(typed).map(([place]) => place)).toEqual(places);
});

test.each([
  ['मति', []],
  ['मत', []],
  ['मात', ['माता']],
  ['ज़मीन', ['ज़मीन']],
  ['ज\u093Cमीन', ['ज़मीन']],
  ['जमीन', []],
  ['करम', []],
  ['മലയാളം', ['മല‍യാളം']],
  ['angstrom', ['\u00C5ngström']],
  ['ａ\u030Angstro\u0308m', ['\u00C5ngström']],
])(
  '§18.61 the search for ‘%s’ matches letters and vowel signs in any Unicode form',
  (typed, titles) => {
    expect(searchTexts(hindi, typed).map(({ text }) => text.title)).toEqual(titles);
  },
);

test('§18.61 an excerpt shows the text around the matching word and is cut between words', () => {
  expect(found('hobbies')).toEqual([['The résumé', 'One page No hobbies']]);
  const [[, excerpt] = []] = found('cotton');
  expect(excerpt).toMatch(/^… \w.* Cotton, and who wore it\. .*\w\.? …$/);
  expect(excerpt?.length).toBeLessThan(180);
});
