import { memberPages } from '../member-pages.ts';
import { count, inWords } from '../words/count.ts';

type Sold = {
  /** Must never change, because orders refer to this id. */
  id: string;
  name: string;
  /** The amount charged, in rupees. */
  price: number;
  /** The crossed-out price, in rupees. */
  listPrice: number;
  /** How many mock interviews or group discussions the pack has. */
  sessions: number;
  /** How many people can share the sessions. */
  persons: number;
  /** The labels on the dashboard's card, exactly as specified (§14.1). */
  labels: readonly string[];
  /** Set if the card is highlighted (§9.4). */
  isFeatured?: true;
};

// The array keeps its literal types, so that PackId allows only these ids.
const onSale = [
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
    isFeatured: true,
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
] as const satisfies readonly Sold[];

export type PackId = (typeof onSale)[number]['id'];
export type Pack = Sold & { id: PackId };

/**
 * The packs on sale (§9.1 to §9.4). Pages and functions take prices only from here; supabase/data.sql has the same
 * packs for the database.
 */
export const packs: readonly Pack[] = onSale;

/** The price of the cheapest pack, in rupees. */
export const lowestPrice = Math.min(...packs.map(({ price }) => price));

/** The packs sold for exactly this many rupees; with an id, only that pack (§8.11). */
export function packsAt(rupees: number, id?: string): Pack[] {
  return packs.filter((pack) => pack.price === rupees && (id ?? pack.id) === pack.id);
}

/** The pack with this id; undefined if it is not on sale. */
export function packById(id: string): Pack | undefined {
  return packs.find((pack) => pack.id === id);
}

/** The name of the pack with this id; the id itself if the pack is no longer on sale. */
export const packName = (id: string) => packById(id)?.name ?? id;

/** The largest number of sessions in any pack on sale. */
export const mostSessions = Math.max(...packs.map(({ sessions }) => sessions));

/** The possible numbers of sessions, as a list within a sentence: 'one, two or five'. */
export function packSizes(): string {
  const sizes = new Set(packs.map(({ sessions }) => sessions).toSorted((one, two) => one - two));
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format([...sizes].map(inWords));
}

/** What a pack contains, or contained when it was sold. */
type Contents = Pick<Pack, 'sessions' | 'persons'>;

/** A pack's contents as its card prints them: '2 mock interviews or GDs, 1 person'. */
export function packContents(pack: Contents): string {
  const sessions = count(pack.sessions, 'mock interview or GD', 'mock interviews or GDs');
  return `${sessions}, ${count(pack.persons, 'person')}`;
}

/** A sold pack as its receipt prints it: 'Single Pack: 1 mock interview or GD, 1 person' (§9.22). */
export const soldPack = (order: Contents & { pack: string }) =>
  `${packName(order.pack)}: ${packContents(order)}`;

/** The price of one session in a pack, in whole rupees, rounded up (§4.2). */
export function sessionPrice(pack: Pick<Pack, 'price' | 'sessions'>): number {
  return Math.ceil(pack.price / pack.sessions);
}

/** The actual saving compared with the list price (§14.1), in rupees and in whole percent, rounded down. */
export function packSaving(pack: Pick<Pack, 'price' | 'listPrice'>): {
  rupees: number;
  percent: number;
} {
  const rupees = pack.listPrice - pack.price;
  return { rupees, percent: Math.floor((rupees * 100) / pack.listPrice) };
}

/** Where a member buys a pack. */
export const toPacks = `${memberPages.main}#packs`;
