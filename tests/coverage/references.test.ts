import { expect, test } from 'vitest';
import { readText, textFiles } from './files.ts';
import { chaptersIn, productFiles, readProduct, referencesIn, rulesIn } from './references.ts';

const product = readProduct();
const rules = rulesIn(product);
const chapters = chaptersIn(product);
const files = productFiles();

test('each file in docs/product contains the chapter with its number, and the README links to each file', () => {
  const numbers = files.map((file) => `${Number(/\/(\d+)-/.exec(file)?.[1])}`);
  expect(files.map((file) => chaptersIn(readText(file)))).toEqual(numbers.map((one) => [one]));
  expect(numbers).toEqual(files.map((_, at) => `${at + 1}`));
  const linked = [...readText('docs/product/README.md').matchAll(/\]\(([^)]+)\)/g)];
  expect(linked.map(([, file]) => `docs/product/${file}`)).toEqual(files);
});

test.each(files)('the rules in %s are in order and unique', (file) => {
  const [chapter] = chaptersIn(readText(file));
  const numbers = rulesIn(readText(file)).map((rule) => rule.split('.'));
  expect(numbers.filter(([own]) => own !== chapter)).toEqual([]);
  const order = numbers.map(([, rule]) => Number(rule));
  expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b));
});

/** The numbers in a list such as '1–3, 7'. */
const numbersOf = (list: string) =>
  list.split(', ').flatMap((range) => {
    const [from = NaN, to = from] = range.split('–').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });

test.each(files.filter((file) => readText(file).includes('By subject')))(
  'the list of subjects in %s names each rule once',
  (file) => {
    const [, subjects = ''] = /^By subject.*\n\n([^]*?)\n\n/m.exec(readText(file)) ?? [];
    const lists = subjects.split(/^- /m).flatMap((item) => /: ([\d–,\s]+)$/.exec(item)?.[1] ?? []);
    const named = lists.flatMap((list) => numbersOf(list.trim().replaceAll(/\s+/g, ' ')));
    const known = rulesIn(readText(file)).map((rule) => Number(rule.split('.')[1]));
    expect(named.toSorted((a, b) => a - b)).toEqual(known);
  },
);

test('every reference leads to a rule or a chapter in docs/product', () => {
  const known = new Set([...rules, ...chapters]);
  const references = textFiles().flatMap(referencesIn);
  const dangling = references
    .filter(({ number }) => !known.has(number))
    .map(({ place, number }) => `${place} points to §${number}`);
  expect(references.length).toBeGreaterThan(50);
  expect(dangling).toEqual([]);
});
