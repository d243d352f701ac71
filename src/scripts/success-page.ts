import type { PaymentState } from '../content/payment-states.ts';

// This module hardly imports any code, so that it stays small and is inlined. Its values come from data attributes in
// the HTML, and the text for each reply from a template.

// In milliseconds: the time between two requests for the state, and the time until the last request. Banks usually
// reply within seconds.
const pause = 5_000;
const patience = 120_000;

// Time limits in milliseconds: for one reply, and for the offer to book the chosen time.
const timeout = 10_000;

/** The text for a state; undefined if there is no such state. */
function wordsOf(state: string): HTMLTemplateElement | undefined {
  const words = document.getElementById(`payment-${state}`);
  return words instanceof HTMLTemplateElement ? words : undefined;
}

type Facts = { order?: unknown; owned?: unknown; unaddressed?: unknown };
type Reply = Facts & { status: unknown; receipt?: unknown };
type Answer = Facts & { state: string; receipt?: object };

const unreachable: Answer = { state: 'unreachable' satisfies PaymentState };

async function currentAnswer(address: string): Promise<Answer> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout) });
    const answer: unknown = await response.json();
    if (typeof answer === 'object' && answer !== null && 'status' in answer) {
      const { status: state, receipt, ...facts }: Reply = answer;
      if (typeof state !== 'string' || !wordsOf(state)) return unreachable;
      return { ...facts, state, ...(typeof receipt === 'object' && receipt && { receipt }) };
    }
  } catch {
    // There was no reply, or it was not in our format.
  }
  return unreachable;
}

/** Forgets that this browser began the payment for this order (§8.39). Returns whether it did. */
function forgetBegun(key: string, order: unknown): boolean {
  try {
    const begun: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(begun)) return false;
    const others = begun.filter(
      (one: unknown) =>
        typeof one === 'object' && one !== null && (!('order' in one) || one.order !== order),
    );
    localStorage.setItem(key, JSON.stringify(others));
    return others.length < begun.length;
  } catch {
    // If storage is blocked, there is nothing to forget.
    return false;
  }
}

/** Prints the page. If this browser would ignore that, explains where to open the page (§12.55). */
function printReceipt(): void {
  const failure = document.getElementById('print-failure');
  const { inApp = '', says = '' } = failure?.dataset ?? {};
  const ignores =
    !('print' in window) || (inApp && new RegExp(inApp, 'i').test(navigator.userAgent));
  if (failure && ignores) failure.textContent = says;
  else print();
}

/**
 * Fills in the receipt's lines, removes those without text, and shows the receipt. Right after the payment, the email
 * may not have left yet.
 */
function showReceipt(receipt: object, isNew: boolean): void {
  const place = document.getElementById('purchase-receipt');
  if (!place) return;
  const texts = new Map<string, unknown>(Object.entries(receipt));
  for (const line of document.querySelectorAll<HTMLElement>('[data-part]')) {
    const text = texts.get(line.dataset['part'] ?? '');
    if (typeof text === 'string') line.textContent = text;
    else line.parentElement?.remove();
  }
  for (const mailed of document.querySelectorAll<HTMLElement>('[data-now]')) {
    if (isNew) mailed.textContent = mailed.dataset['now'] ?? '';
  }
  document.getElementById('print-receipt')?.addEventListener('click', printReceipt);
  place.hidden = false;
}

/** If the offer to book the chosen time does not appear, shows the link to the picker again instead (§12.56). */
function expectOffer(): void {
  setTimeout(() => {
    if (!document.querySelector('.chosen :is(a, button)')) {
      delete document.documentElement.dataset['chosen'];
    }
  }, timeout);
}

/**
 * Shows the reference from the address as plain text, cut to 64 characters (§4.6), the payment's state (§4.5, §4.21)
 * and the receipt (§4.13). While the payment is pending or there is no reply, asks again for two minutes. In
 * `#payment-state`, `data-service` is the address to ask, and `data-reference` the pattern of a reference.
 */
export async function showPaymentState(): Promise<void> {
  // A pasted reference can have white space around it.
  const reference = new URLSearchParams(location.search).get('reference')?.trim();
  const place = document.getElementById('payment-state');
  if (!reference || !place) return;
  const {
    service = '',
    reference: pattern = '',
    begun = '',
    link: kept = '',
    pack: device = '',
  } = place.dataset;
  const query = new URLSearchParams({ reference });
  const isPossible = new RegExp(pattern).test(reference);
  const { dataset } = document.documentElement;
  const isVisitor = !('session' in dataset);
  // Adds `more` to a visitor's payment that a head script has kept in this tab for /signup, and keeps it in this browser
  // too, for the dashboard (§15.75). Without `more`, there is no pack to add, so it is forgotten.
  const keep = (more?: string) => {
    try {
      const link = isVisitor && sessionStorage.getItem(kept);
      if (link && more) {
        sessionStorage.setItem(kept, link + more);
        localStorage.setItem(device, link + more);
      } else if (link) {
        sessionStorage.removeItem(kept);
        if (localStorage.getItem(device)?.startsWith(link)) localStorage.removeItem(device);
      }
    } catch {
      // If storage is blocked, nothing was kept.
    }
  };
  const show = (state: string) => {
    // Unknown, failed, returning or refunded: no account could add it. A pattern, because a list is too long for the page.
    if (/^(unk|f|re)/.test(state)) keep();
    const words = wordsOf(state);
    // A screen reader would announce the same words again.
    if (!words || dataset['purchase'] === state) return;
    dataset['purchase'] = state;
    place.replaceChildren(words.content.cloneNode(true));
    for (const [part, text] of Object.entries(words.dataset)) {
      const fixed = document.getElementById(`payment-${part}`);
      if (fixed && text) fixed.textContent = text;
    }
    if (state === 'paid' && 'chosen' in dataset) expectOffer();
    const link = place.querySelector('a');
    if (link && isPossible) link.search = query.toString();
  };

  const value = document.querySelector('#payment-reference dd');
  if (value) value.textContent = reference.slice(0, 64);
  const field = document.querySelector<HTMLInputElement>('#reference');
  if (field) field.value = reference.slice(0, 64);
  if (!isPossible) {
    show('unknown' satisfies PaymentState);
    return;
  }

  const end = performance.now() + patience;
  let waits = true;
  while (waits) {
    const { state, receipt, order, owned, unaddressed } = await currentAnswer(
      `${service}?${query}`,
    );
    const isMissing = state === unreachable.state;
    const isOpen = isMissing || state === ('pending' satisfies PaymentState);
    waits = isOpen && performance.now() + pause < end;
    if (unaddressed) {
      dataset['unaddressed'] = '';
      // Sign-up would otherwise ask for the address paid with.
      document.querySelector<HTMLAnchorElement>('a.unowned')?.setAttribute('href', '/signup');
    }
    if (owned) {
      dataset['owned'] = '';
      if (isVisitor) {
        // Leads back here after the login.
        const next = encodeURIComponent(location.pathname + location.search);
        document.getElementById('to-login')?.setAttribute('href', `/login?next=${next}`);
      }
      keep();
    } else if (!isVisitor && state === ('paid' satisfies PaymentState)) {
      dataset['chosen'] = 'waiting';
    }
    // A single missing reply does not mean anything yet.
    if (waits) {
      if (!isMissing) show(state);
    } else show(isOpen && !isMissing ? ('late' satisfies PaymentState) : state);
    if (receipt) {
      // From our own server: one letter, '…' and a domain, which later pages only show as text.
      const { mailed = '' }: { mailed?: string } = receipt;
      keep(unaddressed ? '&unaddressed=' : `&for=${mailed}`);
      showReceipt({ ...receipt, reference }, forgetBegun(begun, order));
    }
    if (waits) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
