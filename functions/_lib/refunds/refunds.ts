import * as v from 'valibot';
import { unwrap, type DatabaseClient } from '../database/database.ts';
import { describe, log } from '../http/log.ts';
import { ProviderError } from '../payments/provider-error.ts';
import type { Provider, ProviderRefund } from '../payments/razorpay.ts';

/** The provider's calls that are needed to pay refunds. */
type Payer = Pick<Provider, 'refund' | 'refundsOf'>;

/** A run pays up to this many refunds, so that it finishes in time. */
const atOnce = 10;

const dueRefunds = v.array(
  v.object({
    request: v.string(),
    number: v.string(),
    payment: v.string(),
    amount: v.number(),
    attempt: v.number(),
    speed: v.picklist(['normal', 'optimum']),
  }),
);
type DueRefund = v.InferOutput<typeof dueRefunds>[number];

// Another run has made the request and is waiting for the answer.
const underWay = /being processed/i;

// These errors may be temporary, or mean that the money has already been returned. Paying by bank transfer as well
// could then pay twice, so we never do so after such an error.
const notFinal = /authentication|balance|fully refunded|greater than|idempotency|captured/i;

/** The provider's refund has our request's number in its notes, under this key. */
const noteOfRequest = 'refund_request';

/**
 * Pays due refunds (§17.10): looks for the request's refund at the provider, and if there is none, creates one under a
 * key made from the request and the attempt. The provider pays once per key, and the database records each refund once,
 * so runs may overlap, repeat or be killed at any point. If a refund fails, the others are still paid. Resolves to the
 * number of refunds paid.
 */
export async function payRefunds(client: DatabaseClient, provider: Payer): Promise<number> {
  const claimed = unwrap(await client.rpc('claim_refunds', { p_limit: atOnce }));
  let paid = 0;
  for (const due of v.parse(dueRefunds, claimed)) {
    try {
      if ((await pay(due, client, provider)) === 'paid') paid += 1;
    } catch (error) {
      log('warn', 'refund_not_paid', { request: due.number, detail: describe(error) });
    }
  }
  return paid;
}

async function pay(due: DueRefund, client: DatabaseClient, provider: Payer): Promise<string> {
  const { request, number, payment, amount, attempt, speed } = due;

  async function note(refunds: readonly ProviderRefund[]): Promise<string> {
    const told = refunds.map(({ notes, ...refund }) => ({
      ...refund,
      number: notes[noteOfRequest] ?? null,
    }));
    const reply = await client.rpc('note_refunds', { p_request: request, p_refunds: told });
    return v.parse(v.string(), unwrap(reply));
  }

  const known = await note(await provider.refundsOf(payment));
  if (known !== 'ask') return known;
  try {
    const asked = {
      amount,
      speed,
      notes: { [noteOfRequest]: number },
      receipt: `${number}-${attempt}`,
    };
    return await note([await provider.refund(payment, asked, `${request}-${attempt}`)]);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault !== 'rejected') throw error;
    if (underWay.test(error.description)) throw error;
    log('warn', 'refund_refused', { request: number, detail: describe(error) });
    const reply = await client.rpc('note_refusal', {
      p_request: request,
      p_attempt: attempt,
      p_why: error.description || 'refused without a reason',
      p_is_final: !notFinal.test(error.description),
    });
    return v.parse(v.string(), unwrap(reply));
  }
}
