import { packById, type PackId } from '../../src/domain/packs/packs.ts';
import { toPaise } from '../../src/domain/words/money.ts';

function onSale(id: PackId) {
  const pack = packById(id);
  if (!pack) throw new Error(`src/domain/packs/packs.ts has no '${id}'.`);
  return { ...pack, paise: toPaise(pack.price) };
}

// Tests take prices from here, so only tests/html/copy.test.ts fixes today’s prices.
export const single = onSale('single');
export const mostPurchased = onSale('most-purchased');
export const superValue = onSale('super-value');
