import { expect, test } from 'vitest';
import { inWords } from '../periods.ts';
import { packs, packSizes, soldPack } from './packs.ts';

test.each(packs)('$name costs whole rupees, less than its list price', ({ price, listPrice }) => {
  expect(price).toSatisfy(Number.isInteger);
  expect(listPrice).toSatisfy(Number.isInteger);
  expect(price).toBeGreaterThan(0);
  expect(price).toBeLessThan(listPrice);
});

test('the sizes of packs are words, once each', () => {
  const sizes = packSizes().split(/, | or /);
  expect(new Set(sizes)).toEqual(new Set(packs.map(({ sessions }) => inWords(sessions))));
  expect(new Set(sizes).size).toBe(sizes.length);
});

test('§9.22 a receipt has the contents of its time, also of a pack that is gone', () => {
  const sold = { sessions: 4, persons: 1 };
  const contents = '4 mock interviews or GDs, 1 person';
  expect(soldPack({ pack: 'super-value', ...sold })).toBe(`Super Value Pack: ${contents}`);
  expect(soldPack({ pack: 'gone', ...sold })).toBe(`gone: ${contents}`);
});
