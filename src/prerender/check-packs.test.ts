import { expect, test } from 'vitest';
import { single, superValue } from '../../tests/packs.ts';
import { packs } from '../domain/packs.ts';
import { checkPacks } from './check-packs.ts';

test('the packs on sale can be sold at their prices', () => {
  expect(() => {
    checkPacks(packs);
  }).not.toThrow();
});

test.each([
  [{ price: 2399.5 }, 'price must be whole rupees, and is 2399.5.'],
  [{ price: 0 }, 'price must be whole rupees, and is 0.'],
  [{ listPrice: 3499.5 }, 'listPrice must be whole rupees, and is 3499.5.'],
  [{ price: 2399, listPrice: 2399 }, 'listPrice must be above the price, and 2399 is not.'],
  [{ price: single.price }, `price must be its own, and Single Pack has ${single.price} as well.`],
])('a pack with %j is refused by name', (change, sentence) => {
  expect(() => {
    checkPacks([{ ...superValue, ...change }, single]);
  }).toThrow(`src/domain/packs.ts → Super Value Pack: ${sentence}`);
});
