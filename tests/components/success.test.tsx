/** What the script of /success requests and what it does with each answer; browser tests cover the page itself. */
import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { otherHeadings, paymentStates } from '../../src/content/payment-states.ts';
import { referencePattern } from '../../src/domain/api.ts';
import { inApp } from '../../src/lib/in-app-browser.ts';
import { cannotPrint } from '../../src/lib/save-bytes.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { Backend } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { openInsideApp, takeClock } from './support/page.tsx';

const reference = 'pay_29QQoUBi66xm2f';

/** Puts the parts of the page that the script needs into the document. */
function page() {
  const { checking, ...answers } = paymentStates;
  // Object.entries loses the type of the names.
  const templates = (Object.entries(answers) as [keyof typeof answers, string][]).map(
    ([state, text]) => {
      const [heading = '', thanks = ''] = otherHeadings[state] ?? [];
      return `<template id="payment-${state}" data-heading="${heading}" data-thanks="${thanks}">
        <p>${text} <a href="/contact#write-to-us"></a></p></template>`;
    },
  );
  const parts = ['pack', 'amount', 'refunded', 'date', 'reference', 'number'];
  document.body.innerHTML = `
    <h1 id="payment-heading">Payment Successful</h1><p id="payment-thanks">Thank you!</p>
    <dl id="payment-reference"><dd></dd></dl>
    <div id="payment-state"><p>${checking}</p></div>
    ${templates.join('')}
    <input id="reference" />
    <div class="chosen"></div>
    <a id="to-login" href="/login">Log in</a>
    <a class="unowned" href="/signup?from=purchase">Sign up</a>
    <p id="hint"><span><span data-now="We email">We emailed</span> <bdi data-part="mailed"></bdi></span> If you</p>
    <div id="purchase-receipt" hidden>
      ${parts.map((part) => `<div><dd data-part="${part}"></dd></div>`).join('')}
      <p><span id="receipt-mailed" data-now="We email">We emailed</span> <bdi data-part="mailed"></bdi></p>
      <button id="print-receipt"></button>
      <span id="print-failure" data-in-app="${inApp.source}" data-says="${cannotPrint}"></span>
    </div>`;
  const place = state();
  place.dataset['begun'] = storageKeys.begunPayments;
  place.dataset['link'] = storageKeys.addressLink;
  place.dataset['pack'] = storageKeys.waitingPack;
  place.dataset['service'] = endpoints.paymentStatus;
  place.dataset['reference'] = referencePattern.source;
}

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`${selector} is not there.`);
  return found;
}
const state = () => element('#payment-state');
const receipt = () => element('#purchase-receipt');

async function start(given: string) {
  history.replaceState(null, '', `/success?reference=${encodeURIComponent(given)}`);
  const { showPaymentState } = await import('../../src/scripts/success-page.ts');
  return showPaymentState();
}

beforeEach(() => {
  delete document.documentElement.dataset['purchase'];
  page();
});

describe('checking the state of the payment', () => {
  test.each(['paid', 'partly_refunded', 'refunded', 'returning', 'failed', 'unknown'] as const)(
    '§4.5 §4.21 a payment that is %s has its own heading and explanation',
    async (status) => {
      const backend = new Backend().answer(endpoints.paymentStatus, { status });
      await start(reference);
      expect(state()).toHaveTextContent(paymentStates[status]);
      const [heading, thanks] = otherHeadings[status] ?? ['Payment Successful', 'Thank you!'];
      expect(element('h1')).toHaveTextContent(heading);
      expect(element('#payment-thanks')).toHaveTextContent(thanks);
      expect(document.documentElement.dataset['purchase']).toBe(status);
      expect(backend.calls.map(({ path }) => path)).toEqual([
        `${endpoints.paymentStatus}?reference=${reference}`,
      ]);
    },
  );

  test.each([
    ['an error', { success: false }, 500],
    ['a state that we do not know', { status: 'lost' }, 200],
    ['an answer that is not an object', 'paid', 200],
  ])(
    '§4.5 the page checks the payment again after %s, and says after two minutes that we do not know its state',
    async (_, body, status) => {
      const pass = takeClock();
      new Backend().answer(endpoints.paymentStatus, body, status);
      const done = start(reference);
      await pass(60_000);
      expect(
        document.documentElement.dataset['purchase'],
        'the page is still waiting for the answer',
      ).toBeUndefined();
      await pass(70_000);
      await done;
      expect(state()).toHaveTextContent(paymentStates.unreachable);
      expect(element('h1')).toHaveTextContent('Not Confirmed Yet');
    },
  );

  test.each([
    ['for two minutes', 'pending', 'late', 24],
    ['until it is confirmed', 'paid', 'paid', 3],
  ] as const)(
    '§4.5 a pending payment is checked every five seconds, %s',
    async (_, then, says, calls) => {
      takeClock();
      const backend = new Backend()
        .answer(endpoints.paymentStatus, { status: 'pending' })
        .answer(endpoints.paymentStatus, {}, 500)
        .answer(endpoints.paymentStatus, { status: then });
      const done = start(reference);
      await act(() => vi.advanceTimersByTimeAsync(100));
      expect(state()).toHaveTextContent(paymentStates.pending);
      await act(() => vi.advanceTimersByTimeAsync(then === 'paid' ? 11_000 : 130_000));
      await done;
      expect(state()).toHaveTextContent(paymentStates[says]);
      expect(backend.calls).toHaveLength(calls);
    },
  );
});

test.each([
  ['returns', '', false],
  ['stays hidden', '<button>Book Saturday, 10 am</button>', true],
])(
  '§4.28 the link to the list of times %s when the page offers “%s” in place of the chosen time',
  async (_, offer, isChosen) => {
    takeClock();
    const { dataset } = document.documentElement;
    dataset['chosen'] = '';
    element('.chosen').innerHTML = offer;
    new Backend().answer(endpoints.paymentStatus, { status: 'paid' });
    await start(reference);
    expect('chosen' in dataset).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect('chosen' in dataset).toBe(isChosen);
    delete dataset['chosen'];
  },
);

test('§4.13 the receipt shows only the lines in the reply', async () => {
  const lines = { pack: 'Single Pack', amount: 'Rs 699', date: '1 December 2026', number: 'ac_1' };
  new Backend().answer(endpoints.paymentStatus, { status: 'paid', receipt: lines });
  await start(reference);
  expect(receipt()).toBeVisible();
  for (const text of [...Object.values(lines), reference]) {
    expect(receipt()).toHaveTextContent(text);
  }
  expect(receipt().querySelector('[data-part=refunded]')).toBeNull();
  expect(element('#hint'), 'without an address').toHaveTextContent(/^If you$/);
});

test.each([
  ['We email', 'when a payment begun here is confirmed', 'order_1'],
  ['We emailed', 'when the receipt is opened later', 'order_2'],
])('§4.13 the receipt says ‘%s’ %s', async (said, _, order) => {
  localStorage.setItem(storageKeys.begunPayments, '[{"order":"order_1"}]');
  new Backend().answer(endpoints.paymentStatus, {
    status: 'paid',
    order,
    receipt: { mailed: 'r…@example.com' },
  });
  await start(reference);
  expect(element('#receipt-mailed')).toHaveTextContent(new RegExp(`^${said}$`));
  expect(element('#hint'), 'at the button too').toHaveTextContent(
    new RegExp(`^${said} r…@example.com If you$`),
  );
  localStorage.clear();
});

test('§4.13 §4.15 the masked address is kept with the payment, so that /signup can name it', async () => {
  const link = `#pack=&reference=${reference}`;
  sessionStorage.setItem(storageKeys.addressLink, link);
  new Backend().answer(endpoints.paymentStatus, {
    status: 'paid',
    receipt: { mailed: 'r…@example.com' },
  });
  await start(reference);
  const kept = sessionStorage.getItem(storageKeys.addressLink) ?? '';
  expect(kept.startsWith(link)).toBe(true);
  expect(new URLSearchParams(kept.slice(1)).get('for')).toBe('r…@example.com');
  expect(localStorage.getItem(storageKeys.waitingPack), '§15.75').toBe(kept);
  sessionStorage.clear();
  localStorage.clear();
});

test.each(['unknown', 'failed', 'returning', 'refunded'])(
  '§4.16 after a payment that is %s, no pack waits in this tab',
  async (status) => {
    sessionStorage.setItem(storageKeys.addressLink, `#pack=&reference=${reference}`);
    new Backend().answer(endpoints.paymentStatus, { status, receipt: {} });
    await start(reference);
    expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull();
    expect(localStorage.getItem(storageKeys.waitingPack)).toBeNull();
  },
);

test.each([
  ['offers a member to add the pack of a payment without an account', {}, 'waiting'],
  ['leaves the pack in the account that has it', { owned: true }, undefined],
])('§15.75 the page %s', async (_, facts, chosen) => {
  const { dataset } = document.documentElement;
  dataset['session'] = 'stored';
  new Backend().answer(endpoints.paymentStatus, { status: 'paid', ...facts });
  await start(reference);
  expect(dataset['chosen']).toBe(chosen);
  delete dataset['session'];
  delete dataset['owned'];
  delete dataset['chosen'];
});

test.each([
  [false, ''],
  [true, cannotPrint],
])(
  '§4.13 §12.55 the receipt is printed, or inside another app (%s) the page says where to print it',
  async (inside, said) => {
    const printed = vi.fn();
    vi.stubGlobal('print', printed);
    if (inside) openInsideApp();
    new Backend().answer(endpoints.paymentStatus, {
      status: 'paid',
      receipt: { pack: 'Single Pack' },
    });
    await start(reference);
    element('#print-receipt').click();
    expect(element('#print-failure')).toHaveTextContent(new RegExp(`^${RegExp.escape(said)}$`));
    expect(printed).toHaveBeenCalledTimes(inside ? 0 : 1);
  },
);

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a picture', '"><img src=x onerror=alert(1)>'],
  ['a very long text', `pay_${'A'.repeat(5000)}`],
  ['a sentence', 'Refund me at +91 99999 99999'],
])(
  'P47 the reference %s is shown as plain text, cut to 64 characters and never looked up',
  async (_, given) => {
    const backend = new Backend().answer(endpoints.paymentStatus, { status: 'unknown' });
    await start(given);
    const shown = element('#payment-reference dd');
    expect(shown.children).toHaveLength(0);
    expect(shown.textContent).toBe(given.slice(0, 64));
    expect(element('#reference'), 'the field keeps what was typed').toHaveValue(given.slice(0, 64));
    expect(state()).toHaveTextContent('We cannot find a payment');
    expect(state().querySelector('a')).toHaveAttribute('href', '/contact#write-to-us');
    expect(receipt()).not.toBeVisible();
    expect(backend.calls).toEqual([]);
  },
);

test.each([
  ['an account or an email address', {}, '/signup?from=purchase'],
  ['neither an account nor an email address', { unaddressed: true }, '/signup'],
])(
  '§4.13 after a payment with %s, sign-up does not ask for an address that no one gave',
  async (_, more, href) => {
    const { dataset } = document.documentElement;
    const link = `#pack=&reference=${reference}`;
    sessionStorage.setItem(storageKeys.addressLink, link);
    new Backend().answer(endpoints.paymentStatus, { status: 'paid', receipt: {}, ...more });
    await start(reference);
    expect(sessionStorage.getItem(storageKeys.addressLink)).toBe(
      `${link}${href === '/signup' ? '&unaddressed=' : '&for='}`,
    );
    expect('unaddressed' in dataset).toBe(href === '/signup');
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', href);
    delete dataset['unaddressed'];
  },
);

test('§4.13 after a payment for a pack in an account, logging in leads back to /success, and no pack waits in this tab', async () => {
  const { dataset } = document.documentElement;
  sessionStorage.setItem(storageKeys.addressLink, `#pack=&reference=${reference}`);
  new Backend().answer(endpoints.paymentStatus, { status: 'paid', owned: true });
  await start(reference);
  expect('owned' in dataset).toBe(true);
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(`/success?reference=${reference}`)}`,
  );
  expect(sessionStorage.getItem(storageKeys.addressLink)).toBeNull();
  delete dataset['owned'];
});

test('§4.16 an unknown payment’s reference is passed to the contact form', async () => {
  new Backend().answer(endpoints.paymentStatus, { status: 'unknown' });
  await start('pay_InventedByMe42');
  const address = /\/contact\?reference=pay_InventedByMe42#write-to-us$/;
  expect(state().querySelector('a')?.href).toMatch(address);
});
