import * as v from 'valibot';
import { paymentReference } from '../../domain/payment-api.ts';
import { fetchPaymentStatus } from '../../lib/payment-service.ts';
import { paymentStates, type PaymentState } from './payment-states.ts';

// A bank usually answers within seconds; after a minute the message tells the buyer to look later.
const pause = 5_000;
const tries = 12;

async function currentState(reference: string): Promise<PaymentState> {
  return fetchPaymentStatus(reference).catch(() => 'unreachable');
}

function show(state: PaymentState): void {
  const place = document.getElementById('payment-state');
  if (!place) return;
  place.dataset['state'] = state;
  place.textContent = paymentStates[state];
}

/**
 * Prints the reference of the address as plain text and says what the payment service knows of it,
 * asking again while the payment is pending. The page itself grants nothing.
 */
export async function showPaymentState(): Promise<void> {
  const given = new URLSearchParams(location.search).get('reference');
  if (!given) return;
  const place = document.getElementById('payment-reference');
  const value = place?.querySelector('dd');
  if (place && value) {
    value.textContent = given.slice(0, 64);
    place.hidden = false;
  }
  const reference = v.safeParse(paymentReference, given);
  if (!reference.success) {
    show('unknown');
    return;
  }

  show('checking');
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const state = await currentState(reference.output);
    show(state);
    if (state !== 'pending') return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
