import { expect, test } from 'vitest';
import { packByPrice, packs } from './packs.ts';

test('no two packs have one price: the price alone says which pack is bought', () => {
  for (const pack of packs) expect(packByPrice(pack.price)).toBe(pack);
});

test('no pack costs more than its list price', () => {
  for (const { price, listPrice } of packs) expect(price).toBeLessThan(listPrice);
});
