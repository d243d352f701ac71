import type { PaymentStatusReply } from '../../domain/api.ts';
import { formatDay, formatPaise } from '../../domain/format.ts';
import { packById, packContents } from '../../domain/packs.ts';
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

type Receipt = NonNullable<PaymentStatusReply['receipt']>;

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== 'object' || value === null) return false;
  // An object of unknown make: every property may be missing or of any type.
  const { number, pack, amount, refunded, paidAt } = value as Partial<
    Record<keyof Receipt, unknown>
  >;
  const texts = [number, pack, paidAt].every((text) => typeof text === 'string');
  return texts && Number.isFinite(amount) && Number.isFinite(refunded);
}

type Answer = { state: PaymentState; receipt?: Receipt };

async function currentAnswer(address: string): Promise<Answer> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout) });
    const answer: unknown = await response.json();
    if (typeof answer === 'object' && answer !== null && 'status' in answer) {
      const receipt = 'receipt' in answer ? answer.receipt : undefined;
      if (!isState(answer.status)) return { state: 'unreachable' };
      return isReceipt(receipt) ? { state: answer.status, receipt } : { state: answer.status };
    }
  } catch {
    // No answer, or not one of ours.
  }
  return { state: 'unreachable' };
}

/** Fills in the receipt and shows it; a row without a value goes. */
function showReceipt(receipt: Receipt, reference: string): void {
  const place = document.getElementById('purchase-receipt');
  if (!place) return;
  const pack = packById(receipt.pack);
  const parts: Record<string, string> = {
    pack: pack ? `${pack.name}: ${packContents(pack)}` : receipt.pack,
    amount: formatPaise(receipt.amount),
    refunded: receipt.refunded > 0 ? formatPaise(receipt.refunded) : '',
    date: formatDay(receipt.paidAt),
    reference,
    number: receipt.number,
  };
  for (const value of place.querySelectorAll<HTMLElement>('[data-part]')) {
    const text = parts[value.dataset['part'] ?? ''];
    if (text) value.textContent = text;
    else value.parentElement?.remove();
  }
  document.getElementById('print-receipt')?.addEventListener('click', () => print());
  place.hidden = false;
}

/**
 * Prints the reference of the address as plain text, cut to 64 characters (§4.6), says what the server
 * knows of the payment (§4.5), asking again while it is pending, and shows the receipt (§4.13). `data-service` of `#payment-state` is the
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
    const address = `${service}?${new URLSearchParams({ reference })}`;
    const { state, receipt } = await currentAnswer(address);
    show(state);
    if (receipt) showReceipt(receipt, reference);
    if (state !== 'pending') return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
