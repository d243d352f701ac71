import { atom, onMount } from 'nanostores';
import type { Pack, PackId } from '../../domain/packs/packs.ts';
import { inTime } from '../../domain/in-time.ts';
import { notStartedMessages } from './purchase-labels.ts';
import type { Problem, PurchaseOptions } from './start-checkout.ts';

/**
 * 'loading' lasts from the press of the button until just before the checkout opens (§8.1). 'paying' lasts while the
 * checkout is open, but only for the first 10 s: after that the button works again, and opens the same order (§8.45).
 * `order` is the id of the order that 'Pay now' resumes (§8.28); with 'Buy Now' it is undefined.
 */
export type Purchase =
  | { status: 'idle'; problem?: Problem; order?: string | undefined }
  | { status: 'loading' | 'paying'; pack: PackId; order?: string | undefined };

/** The purchase on this page. There is only one at a time (§8.2). */
export const $purchase = atom<Purchase>({ status: 'idle' });

/** Packs for which this buyer turned out not to get the member price (§8.46). */
export const $usual = atom<readonly PackId[]>([]);

onMount($purchase, () => {
  if (import.meta.env.SSR) return;
  // A page restored from the back/forward cache starts over, because its purchase continued elsewhere.
  const startAnew = ({ persisted }: PageTransitionEvent) => {
    if (persisted) $purchase.set({ status: 'idle' });
  };
  addEventListener('pageshow', startAnew);
  return () => removeEventListener('pageshow', startAnew);
});

/**
 * Downloads the purchase module. Called early, so that the buyer does not have to wait for the download after pressing
 * the button.
 */
export const loadCheckoutStart = () => import('./start-checkout.ts');

// Used instead of the purchase module if it cannot be downloaded.
const notLoaded = {
  checkoutFor: () => Promise.reject(new Error('The purchase code could not be loaded.')),
  problemOf: (_: unknown, again: Pack): Problem => ({
    says: notStartedMessages[navigator.onLine ? 'notStarted' : 'offline'],
    again,
  }),
};

/**
 * Buys a pack: key, order, checkout (§8.1). With `unpaid`, pays for that order of the member's instead (§8.28).
 * `discount` is the discount that the page shows. After a failure, the page stays usable and shows a message (§8.16).
 * Does nothing while another purchase is in progress (§8.2). Never throws.
 */
export async function buy(
  pack: Pack,
  siteName: string,
  options: PurchaseOptions = {},
): Promise<void> {
  if ($purchase.get().status !== 'idle') return;
  const order = options.unpaid?.id;
  let ours: Purchase = { status: 'loading', pack: pack.id, order };
  const set = (next: Purchase) => {
    ours = next;
    $purchase.set(next);
  };
  set(ours);
  // A window may close after another has opened in its place, or after the page has started over.
  const fail = (problem: Problem) => {
    if (problem.usual) $usual.set([...$usual.get(), pack.id]);
    if ($purchase.get() === ours) set({ status: 'idle', problem, order });
  };
  const { checkoutFor, problemOf } = await inTime(loadCheckoutStart()).catch(() => notLoaded);
  try {
    const checkout = await checkoutFor(pack, siteName, fail, options);
    // If the page has been restored from the back/forward cache in the meantime, it has started over.
    if ($purchase.get() !== ours) return;
    set({ status: 'paying', pack: pack.id, order });
    checkout.open();
  } catch (error) {
    fail(problemOf(error, pack));
  }
}
