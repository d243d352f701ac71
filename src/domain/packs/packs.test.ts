import { expect, test } from 'vitest';
import { packs } from './packs.ts';

test.each(packs)('$name costs whole rupees, less than its list price', ({ price, listPrice }) => {
  expect(price).toSatisfy(Number.isInteger);
  expect(listPrice).toSatisfy(Number.isInteger);
  expect(price).toBeGreaterThan(0);
  expect(price).toBeLessThan(listPrice);
});

// A checkout identifies the pack by its price alone (§8.11).
test('no two packs have the same price', () => {
  const prices = packs.map(({ price }) => price);
  expect(new Set(prices).size).toBe(packs.length);
});
