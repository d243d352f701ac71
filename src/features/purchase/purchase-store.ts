import { atom, onMount } from 'nanostores';
import type { Pack, PackId } from '../../domain/packs.ts';
import { paymentPaths } from '../../domain/api.ts';
import {
  CheckoutScriptError,
  createCheckout,
  loadCheckout,
  type Checkout,
} from '../../lib/checkout-script.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { createOrder, fetchPaymentKey, type CheckoutOrder } from '../../lib/payment-service.ts';
import { hasStoredSession, loadSupabase } from '../../lib/supabase.ts';
import { isRetryable } from '../session/service-errors.ts';
import { sessionOf, type Member } from '../session/member.ts';
import type { PurchaseProblem } from './purchase-messages.ts';

/**
 * `loading` lasts from the press until just before the checkout opens (§8.1), `paying` while it is open.
 * `order` is the id of the order that 'Pay now' goes on with (§8.28); 'Buy Now' has none.
 */
export type Purchase =
  | { status: 'idle'; problem?: PurchaseProblem; order?: string | undefined }
  | { status: 'loading' | 'paying'; pack: PackId; order?: string | undefined };

/** The purchase on this page; a page has one at a time (§8.2). */
export const $purchase = atom<Purchase>({ status: 'idle' });

type Buyer = { accessToken: string; member: Member } | undefined;

/**
 * The signed-in buyer; `refreshed` renews the token first. Throws 'network' when the account service cannot
 * be reached, because that does not end the session.
 */
async function currentBuyer({ refreshed }: { refreshed: boolean }): Promise<Buyer> {
  if (!hasStoredSession()) return undefined;
  const { auth } = await loadSupabase();
  const { data, error } = refreshed ? await auth.refreshSession() : await auth.getSession();
  if (error && isRetryable(error)) throw new FunctionError('network');
  const session = sessionOf(data.session?.user);
  if (!data.session || session.status !== 'authenticated') return undefined;
  return { accessToken: data.session.access_token, member: session.member };
}

// One key for each pack while this page is open, so that a second try continues the same order (P44).
const idempotencyKeys = new Map<PackId, string>();

onMount($purchase, () => {
  if (import.meta.env.SSR) return;
  // A page that comes back from the back/forward cache starts over: its purchase ended elsewhere, and an
  // order that may be paid must not be offered again.
  const startAnew = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    idempotencyKeys.clear();
    $purchase.set({ status: 'idle' });
  };
  addEventListener('pageshow', startAnew);
  return () => removeEventListener('pageshow', startAnew);
});

function idempotencyKeyFor(pack: PackId): string {
  const key = idempotencyKeys.get(pack) ?? crypto.randomUUID();
  idempotencyKeys.set(pack, key);
  return key;
}

/** Creates the order of this key for the pack. A refused token is renewed once (P20). */
async function orderFor(pack: Pack, key: string): Promise<{ order: CheckoutOrder; buyer: Buyer }> {
  const wasSignedIn = hasStoredSession();
  const buyer = await currentBuyer({ refreshed: false });
  // An expired session must not turn a member's purchase into an anonymous one.
  if (wasSignedIn && !buyer) throw new FunctionError('session_expired');
  try {
    return { order: await createOrder(pack.price, key, buyer?.accessToken), buyer };
  } catch (error) {
    if (!(error instanceof FunctionError) || error.code !== 'session_expired') throw error;
    const again = await currentBuyer({ refreshed: true });
    if (!again) throw error;
    return { order: await createOrder(pack.price, key, again.accessToken), buyer: again };
  }
}

/** Where the provider sends the payer after the payment. The identity in it decides nothing (§8.7). */
function callbackUrl(buyer: Buyer): string {
  const url = new URL(paymentPaths.verify, location.origin);
  if (buyer) {
    url.searchParams.set('user_id', buyer.member.id);
    url.searchParams.set('first_name', buyer.member.firstname);
    url.searchParams.set('last_name', buyer.member.lastname);
  }
  return url.href;
}

async function checkoutFor(pack: Pack, siteName: string, unpaid?: Unpaid): Promise<Checkout> {
  const [key, { order, buyer }] = await Promise.all([
    fetchPaymentKey(),
    orderFor(pack, unpaid?.key ?? idempotencyKeyFor(pack.id)),
    // In parallel, because on a slow line it takes the longest of the three.
    loadCheckout(),
  ]);
  let dismissal: PurchaseProblem = 'dismissed';
  const checkout = createCheckout({
    key,
    amount: order.amount,
    currency: order.currency,
    name: siteName,
    description: pack.name,
    image: new URL('/icons/icon-192.png', location.origin).href,
    order_id: order.id,
    callback_url: callbackUrl(buyer),
    theme: { color: '#14322a' },
    // The provider leaves the address out by default, and a visitor's pack is claimed by it.
    hidden: { email: false },
    ...(buyer && {
      prefill: {
        name: `${buyer.member.firstname} ${buyer.member.lastname}`.trim(),
        email: buyer.member.email,
      },
    }),
    modal: {
      ondismiss: () => $purchase.set({ status: 'idle', problem: dismissal, order: unpaid?.id }),
    },
  });
  // The checkout itself says what went wrong and offers another try; our message follows its dismissal.
  checkout.on('payment.failed', () => {
    dismissal = 'attemptFailed';
  });
  return checkout;
}

/** The reason, for the buyer, why a purchase could not be started. */
function problemOf(error: unknown): PurchaseProblem {
  if (!navigator.onLine) return 'offline';
  if (error instanceof CheckoutScriptError) return 'scriptBlocked';
  if (!(error instanceof FunctionError)) return 'notStarted';
  if (error.code === 'session_expired') return 'sessionExpired';
  if (error.code === 'already_paid') return 'alreadyPaid';
  if (error.code === 'invalid_amount') return 'priceChanged';
  if (error.code === 'too_many_requests') return 'slowDown';
  return 'notStarted';
}

/** An order that was begun and not paid. Its idempotency key opens the same order again. */
type Unpaid = { id: string; key: string };

/**
 * Buys a pack: key, order, checkout (§8.1); with `unpaid`, by paying that order of the member (§8.28). A
 * failure leaves the page usable with a message (§8.16). A call while a purchase is under way does nothing
 * (§8.2). Never throws.
 */
export async function buy(pack: Pack, siteName: string, unpaid?: Unpaid): Promise<void> {
  if ($purchase.get().status !== 'idle') return;
  const order = unpaid?.id;
  $purchase.set({ status: 'loading', pack: pack.id, order });
  try {
    const checkout = await checkoutFor(pack, siteName, unpaid);
    $purchase.set({ status: 'paying', pack: pack.id, order });
    checkout.open();
  } catch (error) {
    $purchase.set({ status: 'idle', problem: problemOf(error), order });
  }
}
