import { expect, test } from 'vitest';
import { packs } from './packs.ts';

test.each(packs)('$name costs whole rupees, less than its list price', ({ price, listPrice }) => {
  expect(price).toSatisfy(Number.isInteger);
  expect(listPrice).toSatisfy(Number.isInteger);
  expect(price).toBeGreaterThan(0);
  expect(price).toBeLessThan(listPrice);
});
