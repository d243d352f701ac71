import type * as v from 'valibot';
import type { Pack } from '../../domain/packs/packs.ts';
import { phoneForCheckout } from '../../domain/payments/checkout-phone.ts';
import { checkoutReply, keyReply, paymentPaths } from '../../domain/api.ts';
import { ink } from '../../domain/colours.ts';
import {
  CheckoutScriptError,
  createCheckout,
  loadCheckout,
  type Checkout,
} from '../../lib/checkout-script.ts';
import { callFunction, FunctionError } from '../../lib/function-call.ts';
import { hasStoredSession, loadSupabase } from '../../lib/supabase.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { isRetryable } from '../../lib/service-errors.ts';
import { sessionOf, type Member } from '../../lib/member.ts';
import { purchaseMessages } from './purchase-messages.ts';

/**
 * Why a purchase did not go through, in words for the buyer. `closed` is the pack whose payment window was closed
 * before anything was tried: nothing is wrong, and it can be opened again.
 */
export type Problem = { says: string; closed?: Pack };

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

/** An order of the provider; `amount` is in paise. */
type CheckoutOrder = v.InferOutput<typeof checkoutReply>['order'];

/**
 * Creates an order of the pack (§11.16), which belongs to the member whose access token is given. The same key always
 * gives the same order. Throws FunctionError.
 */
async function createOrder(pack: Pack, key: string, accessToken?: string): Promise<CheckoutOrder> {
  const { order } = await callFunction(paymentPaths.checkout, checkoutReply, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(accessToken && { authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify({ amount: pack.price }),
  });
  return order;
}

/** Creates the order of this key for the pack. A refused token is renewed once (P20). */
async function orderFor(pack: Pack, key: string): Promise<{ order: CheckoutOrder; buyer: Buyer }> {
  const wasSignedIn = hasStoredSession();
  const buyer = await currentBuyer({ refreshed: false });
  // An expired session must not turn a member's purchase into an anonymous one.
  if (wasSignedIn && !buyer) throw new FunctionError('session_expired');
  try {
    return { order: await createOrder(pack, key, buyer?.accessToken), buyer };
  } catch (error) {
    if (!(error instanceof FunctionError) || error.code !== 'session_expired') throw error;
    const again = await currentBuyer({ refreshed: true });
    if (!again) throw error;
    return { order: await createOrder(pack, key, again.accessToken), buyer: again };
  }
}

/** The phone number of the signed-in buyer, as the provider writes it; undefined where it is not known. */
async function memberPhone(): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  try {
    const supabase = await loadSupabase();
    const { data } = await supabase.from('profiles').select('phonenumber').single();
    return phoneForCheckout(data?.phonenumber ?? '');
  } catch {
    return undefined;
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

/**
 * Opens the order of this key (§8.1) and makes its checkout, which is not open yet; `onDismiss` hears why it
 * closed. Throws FunctionError or CheckoutScriptError.
 */
export async function checkoutFor(
  pack: Pack,
  siteName: string,
  idempotencyKey: string,
  onDismiss: (problem: Problem) => void,
): Promise<Checkout> {
  // Not waited for: it is there before the order, or the buyer types it.
  let contact: string | undefined;
  void memberPhone().then((phone) => {
    contact = phone;
  });
  const [{ key }, { order, buyer }] = await Promise.all([
    callFunction(paymentPaths.key, keyReply),
    orderFor(pack, idempotencyKey),
    // In parallel, because on a slow line it takes the longest of the three.
    loadCheckout(),
  ]);
  let dismissal: Problem = { says: purchaseMessages.dismissed, closed: pack };
  const checkout = createCheckout({
    key,
    amount: order.amount,
    currency: order.currency,
    name: siteName,
    description: pack.name,
    image: new URL('/icons/icon-192.png', location.origin).href,
    order_id: order.id,
    callback_url: callbackUrl(buyer),
    theme: { color: ink },
    // The provider leaves the address out by default, and a visitor's pack is claimed by it.
    hidden: { email: false },
    ...(buyer && {
      prefill: {
        name: `${buyer.member.firstname} ${buyer.member.lastname}`.trim(),
        email: buyer.member.email,
        ...(contact && { contact }),
      },
    }),
    modal: {
      ondismiss: () => onDismiss(dismissal),
    },
  });
  // The checkout itself says what went wrong and offers another try; our message follows its dismissal.
  checkout.on('payment.failed', () => {
    dismissal = { says: purchaseMessages.attemptFailed };
  });
  return checkout;
}

const refusals = {
  session_expired: { says: purchaseMessages.sessionExpired },
  already_paid: { says: purchaseMessages.alreadyPaid },
  invalid_amount: { says: purchaseMessages.priceChanged },
  too_many_requests: { says: purchaseMessages.slowDown },
};

/** Says to the buyer why a purchase could not be started. */
export function messageOf(error: unknown): string {
  const { offline, notStarted, scriptBlocked } = purchaseMessages;
  const noAnswer = error instanceof CheckoutScriptError ? scriptBlocked : notStarted;
  return sayFailure(error, refusals, { noAnswer, notDone: notStarted, offline });
}
