import { paymentStates, type PaymentState } from './payment-states.ts';

// This module imports no schemas, so that it stays small enough to be inlined. The page's HTML has what it
// needs of the contract in data attributes.

// ms. Banks usually answer within seconds, so the page stops asking after a minute.
const pause = 5_000;
const tries = 12;

// ms for one answer.
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
 * Prints the reference of the address as plain text, cut to 64 characters (§4.6), and says what the server
 * knows of the payment (§4.5), asking again while it is pending. `data-service` of `#payment-state` is the
 * address to ask, `data-reference` the pattern of a reference.
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
