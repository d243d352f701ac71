import type { PaymentFailure } from './entities.ts';

/** A UPI address that the provider's test mode accepts, and what it leads to; null is success. */
type TestVpa = { vpa: string; failure: PaymentFailure | null };

const upiFailure: PaymentFailure = {
  code: 'BAD_REQUEST_ERROR',
  description:
    'Payment was unsuccessful due to a temporary issue. If amount got deducted, it will be refunded within 5-7 working days.',
  source: 'gateway',
  step: 'payment_response',
  reason: 'payment_failed',
};

/** The bank did not answer in time; if its yes still comes, the payment is authorised late. */
export const silentBankFailure: PaymentFailure = {
  code: 'GATEWAY_ERROR',
  description: 'Payment was not completed on time.',
  source: 'bank',
  step: 'payment_authorization',
  reason: 'payment_timed_out',
};

export const testVpas: readonly TestVpa[] = [
  { vpa: 'success@razorpay', failure: null },
  { vpa: 'failure@razorpay', failure: upiFailure },
];

export function findVpa(vpa: string): TestVpa | undefined {
  return testVpas.find((test) => test.vpa === vpa.trim().toLowerCase());
}
