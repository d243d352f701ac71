/**
 * The packs on sale (§9.1 to §9.4): the only place that states a price. Pages, dashboard and functions
 * read it; the database repeats id and amount as a check.
 */
export type PackId = 'single' | 'most-purchased' | 'super-value';

export type Pack = {
  id: PackId;
  name: string;
  /** What is charged, in rupees. */
  price: number;
  /** The crossed-out price, in rupees. */
  listPrice: number;
  /** Mock interviews or group discussions included. */
  sessions: number;
  /** How many people may share them. */
  persons: number;
  /** Labels the dashboard prints on the card, literally. */
  labels: readonly string[];
};

export const packs: readonly Pack[] = [
  {
    id: 'single',
    name: 'Single Pack',
    price: 699,
    listPrice: 999,
    sessions: 1,
    persons: 1,
    labels: [],
  },
  {
    id: 'most-purchased',
    name: 'Most Purchased',
    price: 999,
    listPrice: 1399,
    sessions: 2,
    persons: 1,
    labels: [],
  },
  {
    id: 'super-value',
    name: 'Super Value Pack',
    price: 2399,
    listPrice: 3499,
    sessions: 5,
    persons: 2,
    labels: ['Max Value!', 'Save 40%'],
  },
];

/** The pack sold for exactly this many rupees, or undefined: no other amount may be charged (§8.11). */
export function packByPrice(rupees: number): Pack | undefined {
  return packs.find((pack) => pack.price === rupees);
}

/** The pack of an order row, or undefined for an id that is no longer sold. */
export function packById(id: string): Pack | undefined {
  return packs.find((pack) => pack.id === id);
}

/** 'mock interview or GD' contents as the pack cards print them, e.g. '2 mock interviews or GDs, 1 person'. */
export function packContents(pack: Pack): string {
  const sessions =
    pack.sessions === 1 ? '1 mock interview or GD' : `${pack.sessions} mock interviews or GDs`;
  return `${sessions}, ${pack.persons} ${pack.persons === 1 ? 'person' : 'persons'}`;
}

/** What the buyer really saves against the list price: rupees and whole percent, rounded down. */
export function packSaving(pack: Pack): { rupees: number; percent: number } {
  const rupees = pack.listPrice - pack.price;
  return { rupees, percent: Math.floor((rupees * 100) / pack.listPrice) };
}
