import { atom, onMount } from 'nanostores';
import type { Discount } from '../../domain/packs/discounts.ts';
import type { Pack, PackId } from '../../domain/packs/packs.ts';
import { notStartedMessages } from './purchase-labels.ts';
import type { Problem } from './start-checkout.ts';

/**
 * `loading` lasts from the press until just before the checkout opens (§8.1), `paying` while it is open.
 * `order` is the id of the order that 'Pay now' resumes (§8.28); 'Buy Now' has none.
 */
export type Purchase =
  | { status: 'idle'; problem?: Problem; order?: string | undefined }
  | { status: 'loading' | 'paying'; pack: PackId; order?: string | undefined };

/** The purchase on this page, one at a time (§8.2). */
export const $purchase = atom<Purchase>({ status: 'idle' });

// One key per pack and code while the page is open, so that a second try resumes the same order (P44).
const idempotencyKeys = new Map<string, string>();

onMount($purchase, () => {
  if (import.meta.env.SSR) return;
  // A page restored from the back/forward cache starts over: its purchase ended elsewhere, and an order that
  // may be paid must not be offered again.
  const startAnew = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    idempotencyKeys.clear();
    $purchase.set({ status: 'idle' });
  };
  addEventListener('pageshow', startAnew);
  return () => removeEventListener('pageshow', startAnew);
});

function idempotencyKeyFor(pack: PackId, discount?: Discount): string {
  const purchase = `${pack} ${discount?.code ?? ''}`;
  const key = idempotencyKeys.get(purchase) ?? crypto.randomUUID();
  idempotencyKeys.set(purchase, key);
  return key;
}

/** Downloads the purchase code. Called early, so that a press need not wait for it. */
export const loadCheckoutStart = () => import('./start-checkout.ts');

// Stands in for the purchase code if that cannot be downloaded.
const notLoaded = {
  checkoutFor: () => Promise.reject(new Error('The purchase code could not be loaded.')),
  messageOf: () => notStartedMessages[navigator.onLine ? 'notStarted' : 'offline'],
};

/** An unpaid order. Its idempotency key opens the same order again. */
type Unpaid = { id: string; key: string };

type Options = { unpaid?: Unpaid; discount?: Discount | undefined };

/**
 * Buys a pack: key, order, checkout (§8.1); with `unpaid`, by paying that order of the member (§8.28). `discount` is
 * the discount that the page shows. A failure leaves the page usable with a message (§8.16). A call while a purchase
 * is under way does nothing (§8.2). Never throws.
 */
export async function buy(
  pack: Pack,
  siteName: string,
  { unpaid, discount }: Options = {},
): Promise<void> {
  if ($purchase.get().status !== 'idle') return;
  const order = unpaid?.id;
  const loading: Purchase = { status: 'loading', pack: pack.id, order };
  $purchase.set(loading);
  const fail = (problem: Problem) => $purchase.set({ status: 'idle', problem, order });
  const { checkoutFor, messageOf } = await loadCheckoutStart().catch(() => notLoaded);
  try {
    const key = unpaid?.key ?? idempotencyKeyFor(pack.id, discount);
    const checkout = await checkoutFor(pack, siteName, key, fail, discount);
    // The page may have been restored from the back/forward cache meanwhile, which starts over.
    if ($purchase.get() !== loading) return;
    $purchase.set({ status: 'paying', pack: pack.id, order });
    checkout.open();
  } catch (error) {
    fail({ says: messageOf(error) });
  }
}
