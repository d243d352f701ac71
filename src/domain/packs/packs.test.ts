import { expect, test } from 'vitest';
import { inWords } from '../words/count.ts';
import { packs, packSaving, packSizes, sessionPrice, soldPack } from './packs.ts';

test.each(packs)(
  '$name is priced in whole rupees, below its list price',
  ({ price, listPrice }) => {
    expect(price).toSatisfy(Number.isInteger);
    expect(listPrice).toSatisfy(Number.isInteger);
    expect(price).toBeGreaterThan(0);
    expect(price).toBeLessThan(listPrice);
  },
);

test('the sentence about pack sizes names each size once, in words', () => {
  const sizes = packSizes().split(/, | or /);
  expect(new Set(sizes)).toEqual(new Set(packs.map(({ sessions }) => inWords(sessions))));
  expect(new Set(sizes).size).toBe(sizes.length);
});

test('§9.22 a receipt shows the contents at the time of the purchase, even if we no longer sell the pack', () => {
  const sold = { sessions: 4, persons: 1 };
  const contents = '4 mock interviews or GDs, 1 person';
  expect(soldPack({ pack: 'super-value', ...sold })).toBe(`Super Value Pack: ${contents}`);
  expect(soldPack({ pack: 'gone', ...sold })).toBe(`gone: ${contents}`);
});

test.each([
  [699, 999, 1, 699, { rupees: 300, percent: 30 }],
  [999, 1399, 2, 500, { rupees: 400, percent: 28 }],
  [2399, 3499, 5, 480, { rupees: 1100, percent: 31 }],
])(
  '§4.2 §14.1 at %i instead of %i for a pack of %i sessions, the price per session is rounded up to %i, and the saving is rounded down',
  (price, listPrice, sessions, each, saving) => {
    expect(sessionPrice({ price, sessions })).toBe(each);
    expect(packSaving({ price, listPrice })).toEqual(saving);
  },
);
