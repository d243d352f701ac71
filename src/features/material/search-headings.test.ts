import { expect, test } from 'vitest';
import { searchHeadings } from './search-headings.ts';

const heading = (text: string, index: number) => ({ text, index, depth: 1 });
const texts = [
  {
    title: 'IIM Ahmedabad',
    parsed: { headings: [heading('The résumé', 0), heading('The end', 1)] },
  },
  { title: 'Topics', parsed: { headings: [heading('AHMEDABAD and its mills', 0)] } },
];
const found = (typed: string) =>
  searchHeadings(texts, typed).map(({ text, heading: at }) => at?.text ?? text.title);

test('§18.61 the search finds titles and headings by their words', () => {
  expect(found('ahmedabad')).toEqual(['IIM Ahmedabad', 'AHMEDABAD and its mills']);
  expect(found('RESUME the')).toEqual(['The résumé']);
  expect(found('mills ahmed')).toEqual(['AHMEDABAD and its mills']);
  expect(found('nothing')).toEqual([]);
});
