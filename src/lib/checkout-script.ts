import { PUBLIC_CHECKOUT_SCRIPT_URL } from 'astro:env/client';
import { addScript } from './add-script.ts';

/** The options of the provider's checkout that this site uses (§8.3); `amount` is in paise. */
export type CheckoutOptions = {
  key: string;
  amount: number;
  currency: 'INR';
  name: string;
  description: string;
  image: string;
  order_id: string;
  callback_url: string;
  redirect?: true;
  theme: { color: string };
  prefill?: { name: string; email: string; contact?: string };
  hidden: { email: false };
  modal: { ondismiss: () => void };
};

/** The provider's checkout, which opens on top of the page. */
export type Checkout = {
  open(): void;
  on(event: 'payment.failed', listener: () => void): void;
};

declare global {
  interface Window {
    /** Defined by the provider's script. */
    Razorpay?: new (options: CheckoutOptions) => Checkout;
  }
}

/** The provider's script was blocked, was too slow or did not define its checkout. */
export class CheckoutScriptError extends Error {
  override readonly name = 'CheckoutScriptError';
}

let loading: Promise<void> | undefined;

/**
 * Downloads the provider's script. Called only when a visitor is buying a pack (§8.5). Throws CheckoutScriptError if
 * the script is blocked or takes longer than 10 s; the next call tries again.
 */
export async function loadCheckout(): Promise<void> {
  if (window.Razorpay) return;
  loading ??= addScript(PUBLIC_CHECKOUT_SCRIPT_URL)
    .catch(() => {
      throw new CheckoutScriptError('The checkout script could not be loaded.');
    })
    .finally(() => {
      loading = undefined;
    });
  await loading;
}

/** Creates a checkout. Throws CheckoutScriptError if the provider's script is not loaded. */
export function createCheckout(options: CheckoutOptions): Checkout {
  if (!window.Razorpay)
    throw new CheckoutScriptError('The checkout script did not define Razorpay.');
  return new window.Razorpay(options);
}
