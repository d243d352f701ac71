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
  /** A mark of the buyer's account, which says nothing without the account and the key; 0 for a visitor. */
  buyer: v.number(),
});

/** A payment that was begun in this browser. */
export type BegunPayment = v.InferOutput<typeof payment>;
type Bought = Pick<BegunPayment, 'pack' | 'code'>;

const store = kept(storageKeys.begunPayments, v.array(payment), 'local');

// The device that reads a moment has written it, perhaps before it knew the server's time.
// eslint-disable-next-line no-restricted-syntax
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

/** The payments that were begun here in the last 30 minutes, without those of another member. */
export function begunPayments(): BegunPayment[] {
  const now = deviceNow();
  return (onThisPage ?? store.read() ?? []).filter(({ at, key, buyer }) => {
    const viewer = buyerOf(key);
    return at <= now && now - at < remembered && (buyer === 0 || viewer === 0 || buyer === viewer);
  });
}

/**
 * Notes that the purchase begins, and returns its key: that of the payment that was begun here for the same pack and
 * code, `unpaid` of an order of the member, or a new one. The same key of another buyer would open a second order, so
 * `begunByAnother` is then true until that payment is forgotten.
 */
export function begin({ pack, code }: Bought, unpaid?: string) {
  const all = begunPayments();
  const known = all.find((one) => one.pack === pack && one.code === code);
  const key = unpaid ?? known?.key ?? crypto.randomUUID();
  const buyer = buyerOf(key);
  if (known?.order && !unpaid && known.buyer !== buyer) return { key, begunByAnother: true };
  const order = known?.key === key ? known.order : null;
  const begun = { pack, code, key, at: deviceNow(), order, buyer };
  keep([...all.filter((one) => one !== known), begun].slice(-5));
  return { key, begunByAnother: false };
}

/** Notes that the payment window of this order opens. */
export function opened(key: string, order: string): void {
  keep(begunPayments().map((one) => (one.key === key ? { ...one, order, at: deviceNow() } : one)));
}

/** Forgets a payment: it arrived, can no longer be paid, or its buyer starts anew. */
export function forget(key: string): void {
  keep(begunPayments().filter((one) => one.key !== key));
}
