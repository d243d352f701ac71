import type { Config } from '@netlify/functions';
import * as v from 'valibot';
import { paymentReference, type PaymentStatus, type statusReply } from '../src/domain/api.ts';
import { handle } from './_lib/handle.ts';
import { json } from './_lib/replies.ts';
import { isSettled } from './_lib/orders.ts';
import { services } from './_lib/services.ts';

/** What anybody with a payment's reference may know about it. */
async function statusOf(reference: string | null): Promise<PaymentStatus> {
  if (!v.is(paymentReference, reference)) return 'unknown';
  const payment = await services().orders.payment(reference);
  if (payment === null) return 'unknown';
  return isSettled(payment) ? 'paid' : 'pending';
}

/** `GET /api/paymentStatus?reference=` (§11.21): whether a payment has arrived, and nothing else. */
export default handle('paymentStatus', ['GET'], async (req) => {
  const status = await statusOf(new URL(req.url).searchParams.get('reference'));
  return json({ status } satisfies v.InferInput<typeof statusReply>);
});

export const config: Config = {
  // Netlify lower-cases the requested path before it compares it with these.
  path: ['/api/paymentStatus', '/api/paymentstatus'],
};
