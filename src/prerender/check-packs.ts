import type { Pack } from '../domain/packs/packs.ts';

function problem(pack: Pack, packs: readonly Pack[]): string | undefined {
  const { price, listPrice } = pack;
  for (const [field, rupees] of Object.entries({ price, listPrice })) {
    if (!Number.isInteger(rupees) || rupees < 1) {
      return `${field} must be whole rupees, and is ${rupees}`;
    }
  }
  if (price >= listPrice) return `listPrice must be above the price, and ${listPrice} is not`;
  const other = packs.find((one) => one !== pack && one.price === price);
  // A checkout identifies the pack by its price alone.
  return other && `price must be unique, and ${other.name} has ${price} as well`;
}

/** Throws an error that names the first pack whose prices cannot be right (§8.11). */
export function checkPacks(packs: readonly Pack[]): void {
  for (const pack of packs) {
    const wrong = problem(pack, packs);
    if (wrong) throw new Error(`src/domain/packs/packs.ts → ${pack.name}: ${wrong}.`);
  }
}
