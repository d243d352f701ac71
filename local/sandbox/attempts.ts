import * as v from 'valibot';
import type { Sandbox } from './context.ts';
import type { OrderEntity, PaymentFailure } from './entities.ts';
import { refusal } from './errors.ts';
import { parseBody } from './input.ts';
import { findVpa, silentBankFailure } from './test-addresses.ts';
import { authorisePayment, createPayment, failPayment, publish, subjectOf } from './payments.ts';
import { paymentSignature } from './signatures.ts';

/** The payer's form, as the checkout page and the control API send it. */
const attemptRequest = v.object({
  contact: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/[\s-]/g, '')),
    v.regex(/^\+?\d{10,15}$/, 'Enter a phone number of at least 10 digits.'),
    v.transform((text) => (/^\d{10}$/.test(text) ? `+91${text}` : text)),
  ),
  email: v.optional(v.string(), ''),
  description: v.nullish(v.string(), null),
  method: v.literal('upi'),
  vpa: v.string(),
});

/** How a payment ended, as reported to the payer's browser. */
type Outcome =
  | { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }
  | { error: PaymentFailure & { metadata: { payment_id: string; order_id: string } } }
  | { callback_lost: true; payment_id: string };

/**
 * Makes a payment with a test address and ends it at once. Throws a 400 for any other address, and one that names
 * the field for a form that is not filled in. Webhooks are sent in the background.
 */
export function attemptPayment(sandbox: Sandbox, order: OrderEntity, body: unknown): Outcome {
  const { vpa, email, contact, description } = parseBody(attemptRequest, body);
  const test = findVpa(vpa);
  if (test === undefined) {
    throw refusal('This test page takes only the UPI IDs success@razorpay and failure@razorpay.', {
      field: 'vpa',
    });
  }
  const payment = createPayment(sandbox, order, {
    vpa: test.vpa,
    email: email === '' ? 'void@razorpay.com' : email,
    contact,
    description,
  });
  const subject = subjectOf(sandbox, payment);
  const silent = test.failure === null && sandbox.faults.takeSwitch('late_authorisation', subject);
  const failure = silent ? silentBankFailure : test.failure;
  const events =
    failure === null ? authorisePayment(sandbox, payment) : failPayment(sandbox, payment, failure);
  const callbackLost = sandbox.faults.takeSwitch('callback_lost', subject);
  void publish(sandbox, payment, events);
  if (callbackLost) return { callback_lost: true, payment_id: payment.id };
  if (failure !== null) {
    const metadata = { payment_id: payment.id, order_id: payment.order_id };
    return { error: { ...failure, metadata } };
  }
  return {
    razorpay_payment_id: payment.id,
    razorpay_order_id: payment.order_id,
    razorpay_signature: paymentSignature(payment.order_id, payment.id, sandbox.keySecret),
  };
}
