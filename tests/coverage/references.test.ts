import { expect, test } from 'vitest';
import { readText, textFiles } from './files.ts';
import { chaptersIn, referencesIn, rulesIn } from './references.ts';

const product = readText('docs/product.md');
const rules = rulesIn(product);
const chapters = chaptersIn(product);

test('every number in docs/product.md is unique and in its chapter', () => {
  expect(rules.filter((number, at) => rules.indexOf(number) !== at)).toEqual([]);
  const inChapters = product.split(/^(?=## )/m).slice(1);
  const astray = inChapters.flatMap((chapter) => {
    const [own = ''] = chaptersIn(chapter);
    return rulesIn(chapter).filter((number) => !number.startsWith(`${own}.`));
  });
  expect(astray).toEqual([]);
  expect(chapters).toEqual(inChapters.map((_, at) => `${at + 1}`));
});

test('every reference leads to a rule or a chapter of docs/product.md', () => {
  const known = new Set([...rules, ...chapters]);
  const references = textFiles().flatMap(referencesIn);
  const dangling = references
    .filter(({ number }) => !known.has(number))
    .map(({ place, number }) => `${place} points to §${number}`);
  expect(references.length).toBeGreaterThan(50);
  expect(dangling).toEqual([]);
});

test('referencesIn finds references with file and line', () => {
  const text = ['first', 'see §5.3, §6. And then'].join('\n');
  expect(referencesIn({ path: 'a.ts', text })).toEqual([
    { place: 'a.ts:2', number: '5.3' },
    { place: 'a.ts:2', number: '6' },
  ]);
});

test('rulesIn finds rules in list items and table rows', () => {
  const markdown = '## 5. Forms\n\n- **5.1** one\n\n| **5.2** | two |\n\nnot **5.3** here\n';
  expect(rulesIn(markdown)).toEqual(['5.1', '5.2']);
  expect(chaptersIn(markdown)).toEqual(['5']);
});
