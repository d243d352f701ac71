import * as v from 'valibot';
import type { Sandbox } from './context.ts';
import type { CardEntity, OrderRecord, PaymentFailure, PaymentRecord } from './entities.ts';
import { inputError, type ErrorBody } from './errors.ts';
import { newId } from './ids.ts';
import { notesInput, parseBody } from './input.ts';
import { findBank, findCard, findVpa, otpFailure, silentBankFailure } from './instruments.ts';
import { fieldRequired } from './orders.ts';
import {
  authorisePayment,
  createPayment,
  failPayment,
  publish,
  subjectOf,
  type PaymentDetails,
} from './payments.ts';
import { paymentSignature } from './signatures.ts';

const payer = {
  contact: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/[\s-]/g, '')),
    v.regex(/^\+?\d{10,15}$/, 'Enter a phone number of at least 10 digits.'),
    v.transform((text) => (/^\d{10}$/.test(text) ? `+91${text}` : text)),
  ),
  email: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Enter an email address such as name@example.com.'),
    ),
    '',
  ),
  description: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.maxLength(255, 'The description may not be greater than 255 characters.'),
        v.regex(/^([A-Za-z0-9]|$)/, 'The description must start with a letter or a digit.'),
      ),
    ),
    null,
  ),
  notes: v.optional(notesInput, []),
};

/** The payer's input by method, as the checkout page and the control API send it. */
const attemptRequest = v.variant('method', [
  v.object({ ...payer, method: v.literal('upi'), vpa: v.string() }),
  v.object({
    ...payer,
    method: v.literal('card'),
    card: v.object({
      number: v.string(),
      name: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter the name on the card.')),
      expiry: v.string(),
      cvv: v.pipe(v.string(), v.regex(/^\d{3,4}$/, 'Enter the 3 digits on the back of the card.')),
    }),
  }),
  v.object({ ...payer, method: v.literal('netbanking'), bank: v.string() }),
]);
type AttemptRequest = v.InferOutput<typeof attemptRequest>;

/** Parses the payer's form; throws a 400 that names the field and says what to enter. */
export function parseAttempt(body: unknown): AttemptRequest {
  return parseBody(attemptRequest, body, fieldRequired);
}

/** What the checkout page shows next: a one-time password, the mock bank, or the result. */
type NextStep = 'otp' | 'bank' | 'result';

/** How a payment ended, as reported to the payer's browser. */
type Outcome =
  | { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }
  | { error: Required<Omit<ErrorBody['error'], 'field'>> }
  | { callback_lost: true; payment_id: string };

/** Starts a payment with a test instrument; throws a 400 for any other. */
export function startAttempt(
  sandbox: Sandbox,
  order: OrderRecord,
  request: AttemptRequest,
): { record: PaymentRecord; next: NextStep } {
  const details: PaymentDetails = {
    method: request.method,
    description: request.description,
    email: request.email === '' ? 'void@razorpay.com' : request.email,
    contact: request.contact,
    notes: request.notes,
  };
  switch (request.method) {
    case 'upi': {
      const test = findVpa(request.vpa);
      if (test === undefined) {
        throw inputError(
          'This test page takes only the UPI IDs success@razorpay and failure@razorpay.',
          { field: 'vpa' },
        );
      }
      const record = createPayment(sandbox, order, { ...details, vpa: test.vpa }, test.failure);
      return { record, next: 'result' };
    }
    case 'card': {
      const { card, failure } = readCard(request.card);
      return { record: createPayment(sandbox, order, { ...details, card }, failure), next: 'otp' };
    }
    case 'netbanking': {
      const bank = findBank(request.bank);
      if (bank === undefined) {
        throw inputError('Choose one of the banks in the list.', { field: 'bank' });
      }
      const record = createPayment(sandbox, order, { ...details, bank: bank.code }, null);
      return { record, next: 'bank' };
    }
  }
}

/** How a card payment ends after its one-time password (4 to 10 digits are right); null is success. */
export function otpResult(record: PaymentRecord, otp: string): PaymentFailure | null {
  return /^\d{4,10}$/.test(otp) ? record.destined : otpFailure;
}

/**
 * Ends a payment that waits for its payer; `failure` null is success. Webhooks are sent in the
 * background; the outcome waits for them only under `webhook_before_callback`.
 */
export async function settleAttempt(
  sandbox: Sandbox,
  record: PaymentRecord,
  failure: PaymentFailure | null,
): Promise<Outcome> {
  const payment = record.entity;
  if (payment.status !== 'created') throw inputError('This payment has already been processed.');
  const subject = subjectOf(sandbox, record);
  const silent = failure === null && sandbox.faults.takeSwitch('late_authorisation', subject);
  const result = silent ? silentBankFailure : failure;
  const events =
    result === null ? authorisePayment(sandbox, record) : failPayment(sandbox, record, result);
  const callbackLost = sandbox.faults.takeSwitch('callback_lost', subject);
  const webhookFirst = sandbox.faults.takeSwitch('webhook_before_callback', subject);
  const published = publish(sandbox, record, events);
  if (webhookFirst) await published;
  if (callbackLost) return { callback_lost: true, payment_id: payment.id };
  if (result !== null) {
    const metadata = { payment_id: payment.id, order_id: payment.order_id };
    return { error: { ...result, metadata } };
  }
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: paymentSignature(payment.order_id, payment.id, sandbox.keySecret),
  };
}

function readCard(input: { number: string; name: string; expiry: string }): {
  card: CardEntity;
  failure: PaymentFailure | null;
} {
  const test = findCard(input.number);
  if (test === undefined) {
    throw inputError('This test page takes only the test cards listed below.', {
      field: 'card.number',
    });
  }
  if (!isFutureExpiry(input.expiry)) {
    throw inputError('Enter an expiry date in the future, as MM/YY.', { field: 'card.expiry' });
  }
  const card: CardEntity = {
    id: newId('card'),
    entity: 'card',
    name: input.name,
    last4: test.number.slice(-4),
    network: test.network,
    type: test.type,
    issuer: test.issuer,
    international: false,
    emi: false,
    sub_type: 'consumer',
    iin: test.number.slice(0, 6),
  };
  return { card, failure: test.failure };
}

function isFutureExpiry(text: string): boolean {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(text.trim()) ?? [];
  if (month === undefined || year === undefined) return false;
  const now = new Date();
  const lastMonth = now.getFullYear() * 12 + now.getMonth();
  return (2000 + Number(year)) * 12 + Number(month) - 1 >= lastMonth;
}
