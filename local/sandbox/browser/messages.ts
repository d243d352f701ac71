/* The messages between the checkout script, the frame and the sandbox. Amounts are in paise. */

/** The documented options that a page may pass to `new Razorpay(...)` here. */
export type CheckoutOptions = FrameOptions & {
  modal?: { ondismiss?: () => void };
};

/** The options that can be sent: to the frame by message, to the hosted page by form. */
export type FrameOptions = {
  key: string;
  amount?: number | string;
  currency?: string;
  name?: string;
  description?: string;
  image?: string;
  order_id?: string;
  callback_url?: string;
  prefill?: { name?: string; email?: string; contact?: string };
  hidden?: { email?: boolean };
};

/** The three signed fields of a successful payment. */
export type PaidResponse = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

export type FailedResponse = {
  error: {
    code: string;
    description: string;
    reason: string;
    field?: string;
    /** This and the rest only after an attempt to pay. */
    source?: string;
    step?: string;
    metadata?: { payment_id?: string; order_id?: string };
  };
};

/** From the frame to the page that opened it. */
export type FrameMessage =
  | { type: 'ready' }
  | { type: 'paid'; response: PaidResponse }
  | { type: 'failed'; response: FailedResponse }
  | { type: 'dismissed' };

/** From the page to its frame. */
export type PageMessage = { type: 'open'; options: FrameOptions } | { type: 'dismiss' };

/** The sandbox's answer to the checkout page: what has to be paid, or how the payment ended. */
export type SandboxReply =
  | { amount: number; currency: string }
  | PaidResponse
  | FailedResponse
  | { callback_lost: true; payment_id: string };
