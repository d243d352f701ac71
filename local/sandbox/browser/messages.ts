/* The messages between the checkout script, its frame and the sandbox. */

/** The options that can be serialised for the frame and the hosted page. */
export type FrameOptions = {
  key: string;
  name?: string;
  description?: string;
  image?: string;
  order_id?: string;
  callback_url?: string;
  prefill?: { email?: string; contact?: string };
  hidden?: { email?: boolean };
};

/** The options that a page may pass to the sandbox's `new Razorpay(...)`. */
export type CheckoutOptions = FrameOptions & {
  redirect?: boolean;
  modal?: { ondismiss?: () => void };
};

/** The three signed fields that a successful payment returns. */
export type PaidResponse = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

export type FailedResponse = {
  error: {
    code: string;
    description: string;
    /** Set only after an attempt to pay. */
    metadata?: { payment_id: string; order_id: string };
  };
};

/** From the frame to the page that opened it. */
export type FrameMessage =
  | { type: 'paid'; response: PaidResponse }
  | { type: 'failed'; response: FailedResponse }
  | { type: 'dismissed' };

/** The sandbox's reply to an attempt to pay. */
export type SandboxReply = PaidResponse | FailedResponse | { callback_lost: true };
