import * as v from 'valibot';
import { uuid } from '../../domain/schema.ts';
import { kept } from '../../lib/kept.ts';
import { loginOf } from '../../lib/member.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { storedUser } from '../../lib/stored-user.ts';

/** ms. After that, a payment either has arrived or is shown among the orders (§8.39). */
const remembered = 30 * 60_000;

const payment = v.object({
  pack: v.string(),
  code: v.nullable(v.string()),
  /** The idempotency key, which opens the same order again. */
  key: uuid,
  /** When it was last begun, in ms. */
  at: v.number(),
  /** The provider's order, once its payment window has opened. */
  order: v.nullable(v.string()),
  /** The payment's id at the provider, once a page has learned that it arrived. */
  reference: v.optional(v.string()),
  /** A mark of the buyer's account, which says nothing without the account and the key; 0 for a visitor. */
  buyer: v.number(),
});

/** A payment that was begun in this browser. */
export type BegunPayment = v.InferOutput<typeof payment>;
type Bought = Pick<BegunPayment, 'pack' | 'code'>;

const store = kept(storageKeys.begunPayments, v.array(payment), 'local');

// eslint-disable-next-line no-restricted-syntax -- the device that reads a moment wrote it, perhaps before it knew the server's time
const deviceNow = () => Date.now();

// Stands in for the storage where that is blocked or full.
let onThisPage: BegunPayment[] | undefined;

const keep = (all: BegunPayment[]) => {
  if (all.length > 0) {
    onThisPage = store.keep(all) ? undefined : all;
    return;
  }
  onThisPage = undefined;
  store.forget();
};

/** The mark of whoever is logged in now on a payment with this key. */
function buyerOf(key: string): number {
  const login = loginOf(storedUser());
  if (login.status !== 'authenticated') return 0;
  let mark = 7;
  for (const letter of key + login.member.id)
    mark = (Math.imul(mark, 31) + letter.charCodeAt(0)) | 0;
  return mark;
}

/** The payments that were begun here in the last 30 minutes, without those of another member; forgets all others. */
export function begunPayments(): BegunPayment[] {
  const all = onThisPage ?? store.read() ?? [];
  const known = all.filter((one) => {
    const { key, buyer } = one;
    const viewer = buyerOf(key);
    // The device's clock may have been set back meanwhile.
    const isRecent = timeLeft(one) > 0;
    return isRecent && (buyer === 0 || viewer === 0 || buyer === viewer);
  });
  if (known.length < all.length) keep(known);
  return known;
}

/**
 * Notes that the purchase begins, and returns its key: that of the payment that this buyer began here for the same pack
 * and code, `unpaid` of an order of the member, or a new one. Where a payment for the pack that was begun with another
 * code or login may still arrive, and is not among those that the buyer was `told` of, only `inDoubt`: its key.
 */
export function begin(
  { pack, code }: Bought,
  told: ReadonlySet<string>,
  unpaid?: string,
): { key: string; inDoubt?: never } | { key?: never; inDoubt: string } {
  const all = begunPayments();
  const ofPack = all.filter((one) => one.pack === pack);
  const own = ofPack.findLast(
    (one) =>
      one.code === code &&
      one.buyer === buyerOf(one.key) &&
      (unpaid === undefined || one.key === unpaid),
  );
  const other = ofPack.find(({ key, order }) => order !== null && !told.has(key));
  if (!own && unpaid === undefined && other) return { inDoubt: other.key };
  const key = unpaid ?? own?.key ?? crypto.randomUUID();
  const order = own?.order ?? null;
  const begun = { pack, code, key, at: deviceNow(), order, buyer: buyerOf(key) };
  keep([...all.filter((one) => one.key !== key), begun].slice(-5));
  return { key };
}

/** Notes what became of a payment, for all tabs. */
export function note(key: string, news: Partial<BegunPayment>): void {
  keep(begunPayments().map((one) => (one.key === key ? { ...one, ...news } : one)));
}

/** Notes that the payment window of this order opens. */
export const opened = (key: string, order: string): void => note(key, { order, at: deviceNow() });

/** How long a payment is still remembered, in ms. */
export const timeLeft = ({ at }: BegunPayment): number => remembered - Math.abs(deviceNow() - at);

/** Forgets a payment: it arrived, can no longer be paid, or its buyer starts anew. */
export function forget(key: string): void {
  keep(begunPayments().filter((one) => one.key !== key));
}
