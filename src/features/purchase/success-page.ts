import { paymentStates, type PaymentState } from './payment-states.ts';

// This page loads no file of script: what it needs of the contract stands in its HTML, and the one
// word it reads of an answer is compared with the words it has a text for.

// A bank usually answers within seconds; after a minute the message tells the buyer to look later.
const pause = 5_000;
const tries = 12;

// The service itself gives up on the provider after 8 s; past this nobody is answering.
const timeout = 15_000;

function isState(value: unknown): value is PaymentState {
  return typeof value === 'string' && Object.hasOwn(paymentStates, value);
}

async function currentState(address: string): Promise<PaymentState> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout) });
    const answer: unknown = await response.json();
    if (typeof answer === 'object' && answer !== null && 'status' in answer) {
      return isState(answer.status) ? answer.status : 'unreachable';
    }
  } catch {
    // No answer, or not one of ours.
  }
  return 'unreachable';
}

/**
 * Prints the reference of the address as plain text and says what the payment service knows of it,
 * asking again while the payment is pending. The page itself grants nothing. `data-service` of
 * `#payment-state` is where to ask, `data-reference` what a reference looks like.
 */
export async function showPaymentState(): Promise<void> {
  const reference = new URLSearchParams(location.search).get('reference');
  const place = document.getElementById('payment-state');
  if (!reference || !place) return;
  const { service = '', reference: pattern = '' } = place.dataset;
  const show = (state: PaymentState) => {
    place.dataset['state'] = state;
    place.textContent = paymentStates[state];
  };

  const printed = document.getElementById('payment-reference');
  const value = printed?.querySelector('dd');
  if (printed && value) {
    value.textContent = reference.slice(0, 64);
    printed.hidden = false;
  }
  if (!new RegExp(pattern).test(reference)) {
    show('unknown');
    return;
  }

  show('checking');
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const state = await currentState(`${service}?${new URLSearchParams({ reference })}`);
    show(state);
    if (state !== 'pending') return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
