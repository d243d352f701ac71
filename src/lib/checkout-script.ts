import { PUBLIC_CHECKOUT_SCRIPT_URL } from 'astro:env/client';

/** The options of the provider's checkout that this site uses; amount in paise. */
export type CheckoutOptions = {
  key: string;
  amount: number;
  currency: 'INR';
  name: string;
  description: string;
  image: string;
  order_id: string;
  callback_url: string;
  theme: { color: string };
  prefill?: { name: string; email: string };
  modal: { ondismiss: () => void };
};

/** The provider's checkout window. */
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

/** The provider's script was blocked, too slow, or not what it should be. */
export class CheckoutScriptError extends Error {
  override readonly name = 'CheckoutScriptError';
}

const patience = 10_000;

let loading: Promise<void> | undefined;

function addScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new CheckoutScriptError('The checkout script could not be loaded.'));
    };
    const timer = setTimeout(fail, patience);
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    script.src = PUBLIC_CHECKOUT_SCRIPT_URL;
    document.head.append(script);
  });
}

/**
 * Downloads the provider's script when somebody buys, never before. Throws CheckoutScriptError after
 * 10 s, or at once when the script is blocked; the next call tries again.
 */
export async function loadCheckout(): Promise<void> {
  if (window.Razorpay) return;
  loading ??= addScript().finally(() => {
    loading = undefined;
  });
  await loading;
}

/** A checkout made by the provider's script, which must be here. Throws CheckoutScriptError. */
export function createCheckout(options: CheckoutOptions): Checkout {
  if (!window.Razorpay)
    throw new CheckoutScriptError('The checkout script did not define Razorpay.');
  return new window.Razorpay(options);
}
