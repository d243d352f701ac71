import { atom } from 'nanostores';
import * as v from 'valibot';
import { uuid } from '../../domain/schema.ts';
import { kept } from '../../lib/kept.ts';
import { loginOf } from '../../lib/member.ts';
import { begunPaymentsKept, storageKeys } from '../../lib/storage-keys.ts';
import { storedUser } from '../../lib/stored-user.ts';

const payment = v.object({
  pack: v.string(),
  code: v.nullable(v.string()),
  /** The idempotency key, which reopens the same order. */
  key: uuid,
  /** When the payment was last begun, in milliseconds. */
  at: v.number(),
  /** The provider's order, once its payment window has opened. */
  order: v.nullable(v.string()),
  /** The payment's id at the provider, once a page has learned that it arrived. */
  reference: v.optional(v.string()),
  /**
   * True once the server has said that it failed. False while its payment window has been opened again and has not
   * failed since: the server may then mean an earlier attempt.
   */
  failed: v.optional(v.boolean()),
  /**
   * A hash of the account and this payment's key, so that the account is recognised only by code that already knows
   * both; 0 for a visitor.
   */
  buyer: v.number(),
});

/** A payment begun in this browser. */
export type BegunPayment = v.InferOutput<typeof payment>;
type Bought = Pick<BegunPayment, 'pack' | 'code'>;

const store = kept(storageKeys.begunPayments, v.array(payment), 'local');

// eslint-disable-next-line no-restricted-syntax -- this device also wrote the timestamps being compared, perhaps before it knew the server's time
const deviceNow = () => Date.now();

// Replaces the browser's storage if it is blocked or full.
let onThisPage: BegunPayment[] | undefined;

/** How often this page has changed the payments. Other tabs' changes are storage events. */
export const $changes = atom(0);

const keep = (all: BegunPayment[]) => {
  if (all.length > 0) onThisPage = store.keep(all) ? undefined : all;
  else {
    onThisPage = undefined;
    store.forget();
  }
  $changes.set($changes.get() + 1);
};

/** A hash of this payment's key and the account that is logged in now. */
function buyerOf(key: string): number {
  const login = loginOf(storedUser());
  if (login.status !== 'authenticated') return 0;
  let mark = 7;
  for (const letter of key + login.member.id)
    mark = (Math.imul(mark, 31) + letter.charCodeAt(0)) | 0;
  return mark;
}

/** Payments begun here in the last 30 minutes, except those of another member. Forgets all the rest. */
export function begunPayments(): BegunPayment[] {
  const all = onThisPage ?? store.read() ?? [];
  const known = all.filter((one) => {
    const { key, buyer } = one;
    const viewer = buyerOf(key);
    // The device's clock may have been set back in the meantime.
    const isRecent = timeLeft(one) > 0;
    return isRecent && (buyer === 0 || viewer === 0 || buyer === viewer);
  });
  if (known.length < all.length) keep(known);
  return known;
}

/**
 * Records the start of a purchase and returns its key: `unpaid`, the key of one of the member's orders, if given;
 * otherwise the key of the payment that this buyer already began here for the same pack and code; otherwise a new key.
 * Instead of making a new key, returns only `inDoubt` if a payment for this pack, begun with another code or login, may
 * still arrive and its key is not in `told`.
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
  const begun = { ...own, pack, code, key, at: deviceNow(), order, buyer: buyerOf(key) };
  keep([...all.filter((one) => one.key !== key), begun].slice(-5));
  return { key };
}

/** Records what became of a payment, for all tabs. */
export function note(key: string, news: Partial<BegunPayment>): void {
  keep(begunPayments().map((one) => (one.key === key ? { ...one, ...news } : one)));
}

/** Records that this order's payment window is opening. */
export function opened(key: string, order: string): void {
  const before = begunPayments().find((one) => one.key === key)?.order;
  note(key, { order, at: deviceNow(), failed: before ? false : undefined });
}

/** How much longer a payment is remembered, in milliseconds. */
export const timeLeft = ({ at }: BegunPayment): number =>
  begunPaymentsKept - Math.abs(deviceNow() - at);

/** Forgets a payment because it has arrived, can no longer be paid, or its buyer is starting again. */
export function forget(key: string): void {
  keep(begunPayments().filter((one) => one.key !== key));
}
