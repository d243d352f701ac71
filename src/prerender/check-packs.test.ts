import { expect, test } from 'vitest';
import { single, superValue } from '../../tests/samples/packs.ts';
import { packs } from '../domain/packs/packs.ts';
import { checkPacks } from './check-packs.ts';

test('accepts the packs on sale', () => {
  expect(() => {
    checkPacks(packs);
  }).not.toThrow();
});

test.each([
  [{ price: 2399.5 }, 'price must be whole rupees, and is 2399.5.'],
  [{ price: 0 }, 'price must be whole rupees, and is 0.'],
  [{ listPrice: 3499.5 }, 'listPrice must be whole rupees, and is 3499.5.'],
  [{ price: 2399, listPrice: 2399 }, 'listPrice must be above the price, and 2399 is not.'],
  [{ price: single.price }, `price must be unique, and Single Pack has ${single.price} as well.`],
])('rejects a pack with %j and names it', (change, sentence) => {
  expect(() => {
    checkPacks([{ ...superValue, ...change }, single]);
  }).toThrow(`src/domain/packs/packs.ts → Super Value Pack: ${sentence}`);
});
