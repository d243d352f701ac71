import { packById, type PackId } from '../../src/domain/packs/packs.ts';
import { toPaise } from '../../src/domain/words/money.ts';

function onSale(id: PackId) {
  const pack = packById(id);
  if (!pack) throw new Error(`src/domain/packs/packs.ts has no '${id}'.`);
  return { ...pack, paise: toPaise(pack.price) };
}

// Tests take prices from here; today's prices are pinned only in tests/html/copy.test.ts.
export const single = onSale('single');
export const mostPurchased = onSale('most-purchased');
export const superValue = onSale('super-value');
