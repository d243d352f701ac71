import type * as v from 'valibot';
import { checkoutReply, discountReply, keyReply, paymentPaths } from '../../domain/api.ts';
import { ink } from '../../domain/colours.ts';
import { cleanDiscountCode, type Discount } from '../../domain/packs/discounts.ts';
import type { Pack } from '../../domain/packs/packs.ts';
import { phoneForCheckout } from '../../domain/payments/checkout-phone.ts';
import { discountOwnRefusals, discountRefusals } from '../../domain/refusals/discounts.ts';
import { purchaseRefusals } from '../../domain/refusals/purchases.ts';
import type { Refusals } from '../../domain/refusals/refusal.ts';
import { toPaise } from '../../domain/words/money.ts';
import {
  CheckoutScriptError,
  createCheckout,
  loadCheckout,
  type Checkout,
} from '../../lib/checkout-script.ts';
import { isInApp } from '../../lib/in-app-browser.ts';
import { inTime, patience } from '../../domain/in-time.ts';
import { callFunction, FunctionError } from '../../lib/function-call.ts';
import { loginOf, type Member } from '../../lib/member.ts';
import { callAsAnybody } from '../../lib/member-call.ts';
import { notDone, sayFailure, wordOf } from '../../lib/say-failure.ts';
import { storedUser } from '../../lib/stored-user.ts';
import { hasStoredLogin, loadSupabase } from '../../lib/supabase.ts';
import { begin, forget, note, opened } from './begun-payments.ts';
import { packInWords, purchaseMessages } from './purchase-messages.ts';

/**
 * Why a purchase did not go through, worded for the buyer. `again` is the pack to try again, with `label` on the
 * button. `calm` means that nothing is wrong: the buyer closed the payment window. `aside` means that the window may
 * still be open and keep the focus.
 */
export type Problem = {
  says: string;
  again?: Pack;
  label?: string;
  calm?: boolean;
  aside?: boolean;
  /** True if the pack has its regular price from now on. */
  usual?: boolean;
};

/**
 * `unpaid` is one of the member's unpaid orders; its idempotency key reopens it. `discount` is the discount that the
 * page shows.
 */
export type PurchaseOptions = {
  unpaid?: { id: string; key: string };
  discount?: Discount | undefined;
};

/** A payment for this pack was begun here with another code or login, and the money may still arrive. */
class PaymentInDoubt extends Error {
  override readonly name = 'PaymentInDoubt';
}

/** The page's member price does not apply to this buyer (§8.46). */
class NotYourPrice extends Error {
  override readonly name = 'NotYourPrice';
}

/** An order at the provider; `amount` is in paise. */
type CheckoutOrder = v.InferOutput<typeof checkoutReply>['order'];

/** The request for a pack with a discount code. */
const callOf = ({ id, price }: Pack, code?: string, key?: string) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    ...(key && { 'idempotency-key': key }),
  },
  body: JSON.stringify({ amount: price, pack: id, code }),
  timeout: patience,
});

/**
 * Creates the order for the pack (§11.16). It belongs to the buyer who is logged in. The same key always returns the
 * same order. Throws 'invalid_amount' if the price differs from the page's, and NotYourPrice if a member price does not
 * apply to the buyer (§8.46).
 */
async function orderFor(pack: Pack, key: string, discount?: Discount): Promise<CheckoutOrder> {
  const call = callOf(pack, discount?.code, key);
  // If the login has expired, the call fails, because a member's purchase must never become an anonymous one (P20).
  const { order } = await callAsAnybody(paymentPaths.checkout, checkoutReply, call).catch(
    (error: unknown) => {
      // A buyer who did not type a code gets a message about the price instead.
      const isOfCode = discount && !discount.typed && (wordOf(error) ?? '') in discountRefusals;
      throw isOfCode ? new NotYourPrice() : error;
    },
  );
  if (order.amount !== (discount?.amount ?? toPaise(pack.price))) {
    throw new FunctionError('invalid_amount');
  }
  return order;
}

/** The pack's price with a typed code (§8.34). Throws FunctionError if the code gives no discount. */
export async function priceWith(pack: Pack, typed: string): Promise<Discount> {
  const code = cleanDiscountCode(typed);
  const call = callOf(pack, code);
  const { amount } = await callAsAnybody(paymentPaths.discount, discountReply, call);
  return { code, amount, typed: true };
}

/** The logged-in buyer's phone number in the provider's format; undefined if unknown. Never throws. */
async function memberPhone(): Promise<string | undefined> {
  if (!hasStoredLogin()) return undefined;
  try {
    const supabase = await loadSupabase();
    const { data } = await supabase.from('profiles').select('phonenumber').single();
    return phoneForCheckout(data?.phonenumber ?? '');
  } catch {
    return undefined;
  }
}

/**
 * Where the provider sends the payer after the payment. The id in this address grants no access (§8.7).
 */
function callbackUrl(buyer: Member | undefined): string {
  const url = new URL(paymentPaths.verify, location.origin);
  if (buyer) {
    url.searchParams.set('user_id', buyer.id);
    url.searchParams.set('first_name', buyer.firstname);
    url.searchParams.set('last_name', buyer.lastname);
  }
  return url.href;
}

// Keys of payments with an uncertain outcome that the buyer has been told about.
const told = new Set<string>();

/** The purchase's key. Throws PaymentInDoubt the first time it would open a second order. */
function keyOf(pack: Pack, { unpaid, discount }: PurchaseOptions): string {
  const { key, inDoubt } = begin(
    { pack: pack.id, code: discount?.code ?? null },
    told,
    unpaid?.key,
  );
  if (inDoubt === undefined) return key;
  told.add(inDoubt);
  throw new PaymentInDoubt();
}

/**
 * Creates the order, or resumes the one begun in this browser (§8.1, §8.39), and returns its checkout, which is not
 * open yet. `onDismiss` is told why the checkout closed, and also when it has been open for 10 s (§8.45). Throws
 * FunctionError, CheckoutScriptError, PaymentInDoubt, or an error after 10 s.
 */
export async function checkoutFor(
  pack: Pack,
  siteName: string,
  onDismiss: (problem: Problem) => void,
  options: PurchaseOptions,
): Promise<Pick<Checkout, 'open'>> {
  const idempotencyKey = keyOf(pack, options);
  // Not awaited: either the number arrives before the order does, or the buyer types it.
  let contact: string | undefined;
  void memberPhone().then((phone) => {
    contact = phone;
  });
  const [{ key }, order] = await Promise.all([
    callFunction(paymentPaths.key, keyReply, { timeout: patience }),
    inTime(orderFor(pack, idempotencyKey, options.discount)).catch((error: unknown) => {
      // In these cases, the order can no longer be paid for.
      if (['already_paid', 'idempotency_mismatch'].includes(wordOf(error) ?? ''))
        forget(idempotencyKey);
      throw error;
    }),
    // In parallel, because on a slow line this takes longest of the three.
    loadCheckout(),
  ]);
  const login = loginOf(storedUser());
  const buyer = login.status === 'authenticated' ? login.member : undefined;
  let unseen: ReturnType<typeof setTimeout> | undefined;
  let dismissal: Problem = {
    // The page describes an unpaid order itself.
    says: options.unpaid
      ? purchaseMessages.closed
      : purchaseMessages.dismissed(packInWords(pack.id)),
    again: pack,
    calm: true,
  };
  const checkout = createCheckout({
    key,
    amount: order.amount,
    currency: order.currency,
    name: siteName,
    description: pack.name,
    image: new URL('/icons/icon-192.png', location.origin).href,
    order_id: order.id,
    callback_url: callbackUrl(buyer),
    // Without a handler, the provider's own page posts the result to the callback, even after a failure (§8.40).
    ...(isInApp(navigator.userAgent) && { redirect: true }),
    theme: { color: ink },
    // By default, the provider hides the email field, but visitors need that address to claim their pack.
    hidden: { email: false },
    ...(buyer && {
      prefill: {
        name: `${buyer.firstname} ${buyer.lastname}`.trim(),
        email: buyer.email,
        ...(contact && { contact }),
      },
    }),
    modal: {
      ondismiss: () => {
        clearTimeout(unseen);
        if (!dismissal.calm) note(idempotencyKey, { failed: true });
        onDismiss(dismissal);
      },
    },
  });
  // The checkout itself says what went wrong and offers another try. Our message appears when the buyer closes it.
  checkout.on('payment.failed', () => {
    note(idempotencyKey, { failed: undefined });
    dismissal = {
      says: options.unpaid
        ? purchaseMessages.notThrough
        : purchaseMessages.attemptFailed(packInWords(pack.id)),
      again: pack,
    };
  });
  opened(idempotencyKey, order.id);
  return {
    open() {
      checkout.open();
      // The checkout may fail to appear and never report back. We leave it open, because some buyers spend minutes
      // paying in another app.
      unseen = setTimeout(
        () => onDismiss({ says: purchaseMessages.unseen, again: pack, calm: true, aside: true }),
        patience,
      );
    },
  };
}

const refusals: Refusals = {
  ...Object.fromEntries(
    Object.entries(discountRefusals).map(([word, { says }]) => [
      word,
      { says: `${says} You were not charged this time.` },
    ]),
  ),
  sales_stopped: purchaseRefusals.sales_stopped,
  session_expired: { says: purchaseMessages.sessionExpired },
  already_paid: { says: purchaseMessages.alreadyPaid },
  invalid_amount: { says: purchaseMessages.priceChanged },
  idempotency_mismatch: { says: purchaseMessages.priceChanged },
  too_many_requests: { says: purchaseMessages.slowDown },
};

/** Why a code gives no discount, worded for the buyer. */
export const codeMessageOf = (error: unknown): string =>
  sayFailure(error, { ...discountRefusals, ...discountOwnRefusals }, { noAnswer: notDone });

/**
 * Why a purchase could not start. Includes the pack to try again, unless the buyer must first reload the page or log
 * in.
 */
export function problemOf(error: unknown, again: Pack): Problem {
  const { offline, notStarted, scriptBlocked, inDoubt } = purchaseMessages;
  if (error instanceof PaymentInDoubt) {
    return { says: inDoubt, again, label: 'Start a new payment', calm: true };
  }
  const noAnswer = error instanceof CheckoutScriptError ? scriptBlocked : notStarted;
  const says = sayFailure(error, refusals, { noAnswer, notDone: notStarted, offline });
  if (error instanceof NotYourPrice) {
    return {
      says: purchaseMessages.usualPrice,
      again,
      label: 'Buy at the usual price',
      usual: true,
    };
  }
  const canRepeat = (
    [notStarted, offline, scriptBlocked, purchaseMessages.slowDown] as string[]
  ).includes(says);
  return { says, ...(canRepeat && { again }) };
}
