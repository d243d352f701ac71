import type { PaymentFailure } from './entities.ts';

/*
 * The instruments that the provider's test mode accepts, and what each leads to.
 * `failure: null` is a successful payment.
 */

type TestVpa = { vpa: string; failure: PaymentFailure | null };

type TestCard = {
  number: string;
  network: 'Visa' | 'MasterCard' | 'RuPay';
  type: 'credit' | 'debit';
  issuer: string;
  failure: PaymentFailure | null;
};

type TestBank = { code: string; name: string };

const upiFailure: PaymentFailure = {
  code: 'BAD_REQUEST_ERROR',
  description:
    'Payment was unsuccessful due to a temporary issue. If amount got deducted, it will be refunded within 5-7 working days.',
  source: 'gateway',
  step: 'payment_response',
  reason: 'payment_failed',
};

/** The payer pressed Failure on the mock bank's page. */
export const bankFailure: PaymentFailure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Payment failed',
  source: 'bank',
  step: 'payment_authorization',
  reason: 'payment_failed',
};

/** The payer left before answering the bank. */
export const cancelledFailure: PaymentFailure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Payment processing cancelled by user',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'payment_cancelled',
};

/** A wrong one-time password. */
export const otpFailure: PaymentFailure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Authentication failed due to incorrect otp',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'invalid_otp',
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

export const testCards: readonly TestCard[] = [
  card('4100280000001007', 'Visa', null),
  card('5500670000001002', 'MasterCard', null),
  card('6527658900001005', 'RuPay', null),
  card('4100280000080001', 'Visa', {
    code: 'BAD_REQUEST_ERROR',
    description:
      'Your payment could not be completed due to insufficient account balance. Try another card or payment method.',
    source: 'customer',
    step: 'payment_authorization',
    reason: 'insufficient_fund',
  }),
  card('4100280000070002', 'Visa', cancelledFailure),
  card('4100280000060003', 'Visa', {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment was declined by the bank. Try another card or payment method.',
    source: 'issuer_bank',
    step: 'payment_authorization',
    reason: 'card_declined',
  }),
  card('4100280000020007', 'Visa', {
    code: 'GATEWAY_ERROR',
    description:
      'Payment failed due to a technical error at the bank or wallet gateway. If amount got deducted, it will be refunded.',
    source: 'gateway',
    step: 'payment_authorization',
    reason: 'gateway_technical_error',
  }),
  card('4100280000090000', 'Visa', {
    code: 'BAD_REQUEST_ERROR',
    description: 'Payment was not completed on time.',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'payment_timed_out',
  }),
];

export const testBanks: readonly TestBank[] = [
  { code: 'HDFC', name: 'HDFC Bank' },
  { code: 'ICIC', name: 'ICICI Bank' },
  { code: 'SBIN', name: 'State Bank of India' },
  { code: 'UTIB', name: 'Axis Bank' },
  { code: 'KKBK', name: 'Kotak Mahindra Bank' },
];

export function findVpa(vpa: string): TestVpa | undefined {
  return testVpas.find((test) => test.vpa === vpa.trim().toLowerCase());
}

/** Finds a test card by its number, with or without spaces. */
export function findCard(number: string): TestCard | undefined {
  const digits = number.replace(/\s/g, '');
  return testCards.find((test) => test.number === digits);
}

/** A card number in groups of four. */
export function spaced(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

export function findBank(code: string): TestBank | undefined {
  return testBanks.find((bank) => bank.code === code);
}

function card(
  number: string,
  network: TestCard['network'],
  failure: PaymentFailure | null,
): TestCard {
  return {
    number,
    network,
    type: network === 'RuPay' ? 'debit' : 'credit',
    issuer: 'HDFC',
    failure,
  };
}
