/** The member’s packs on the dashboard, purchases that cannot start, and what buyers see first. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { shortTime } from '../../src/domain/words/dates.ts';
import { hints } from '../../src/domain/account/messages.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { formatPaise, formatRupees } from '../../src/domain/words/money.ts';
import { packs } from '../../src/domain/packs/packs.ts';
import { discountOwnRefusals, discountRefusals } from '../../src/domain/refusals/discounts.ts';
import { purchaseRefusals } from '../../src/domain/refusals/purchases.ts';
import { memberPages } from '../../src/domain/member-pages.ts';
import { paymentPaths } from '../../src/domain/api.ts';
import type { CheckoutOptions } from '../../src/lib/checkout-script.ts';
import { purchaseMessages } from '../../src/features/packs/purchase-messages.ts';
import type { MySessions } from '../../src/features/bookings/my-sessions-schema.ts';
import type { Order } from '../../src/features/packs/orders-store.ts';
import { runs } from '../runs.ts';
import { single, superValue } from '../samples/packs.ts';
import { Backend, refusal } from './support/backend.ts';
import { endpoints } from './support/endpoints.ts';
import { member, session, show, signedIn } from './support/island.tsx';
import { takeClock } from './support/page.tsx';
import { profile } from './support/samples/account.ts';
import {
  booking,
  invitation,
  keepTime,
  pack,
  sessions,
  singlePack,
  slot,
} from './support/samples/bookings.ts';
import { order, paidOrder, seller } from './support/samples/packs.ts';
import { standing } from './support/samples/refunds.ts';
import { focusSays, itemOf, linkTo } from './support/screen.ts';

const ordersPath = '/rest/v1/orders';

const list = async () => {
  const { OrderList } = await import('../../src/features/packs/OrderList.tsx');
  return <OrderList seller={seller} offersClaims={false} offersFree above={{}} />;
};

describe('a member’s packs', () => {
  let backend: Backend;
  beforeEach(() => {
    backend = signedIn().answer('/rest/v1/profiles', profile);
  });

  async function open(orders: Order[], now: Partial<MySessions> = {}) {
    backend.answer(ordersPath, orders).rpc('my_sessions', sessions(now));
    const { user } = await show(list);
    await screen.findByRole('region', { name: 'Free mock interview' });
    return user;
  }

  const row = (text: string | RegExp) => itemOf(screen.getAllByText(text)[0]);

  test('R1 packs that could not be loaded show an error and can be loaded again', async () => {
    const release = backend.rpc('my_sessions', sessions()).hold(ordersPath);
    backend.answer(ordersPath, []);
    const { user } = await show(list);
    expect(screen.getByRole('status')).toHaveTextContent('Loading your packs');
    act(() => release({ message: 'no' }, 500));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('We could not load your packs.');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Free mock interview' })).toBeVisible();
  });

  test('the list of packs stays visible while the member’s sessions load again', async () => {
    backend
      .answer(ordersPath, [paidOrder('pay_1')])
      .answer('/rest/v1/rpc/my_sessions', { message: 'no' }, 500);
    const release = backend.hold('/rest/v1/rpc/my_sessions');
    takeClock();
    await show(list);
    const name = await screen.findByRole('heading', { name: superValue.name });
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    act(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await waitFor(() => expect(backend.sentTo('my_sessions').length).toBeGreaterThan(1));
    expect(name).toBeVisible();
    expect(screen.queryByText('Loading your packs')).toBeNull();
    await act(() => {
      release(sessions());
      return Promise.resolve();
    });
  });

  test('§8.20 each pack is listed with its contents, and its receipt shows the payment’s reference', async () => {
    const reference = 'pay_29QQoUBi66xm2f';
    const user = await open([paidOrder(reference), order()]);
    const paid = row(reference);
    for (const text of [superValue.name, '5 sessions', formatRupees(superValue.price), 'Paid']) {
      expect(paid).toHaveTextContent(text);
    }
    expect(row('Not paid')).toHaveTextContent(single.name);
    await user.click(screen.getByRole('button', { name: 'Receipt' }));
    const receipt = screen.getByRole('dialog', { name: 'AdmitCircle receipt' });
    expect(within(receipt).getByRole('heading')).toHaveFocus();
    const contents = '5 mock interviews or GDs, 2 persons';
    for (const text of [`Asha Rao, ${member.email}`, contents, reference, 'UPI']) {
      expect(receipt).toHaveTextContent(text);
    }
    const kept = [...receipt.querySelectorAll('[translate="no"]')].map(
      ({ textContent }) => textContent,
    );
    expect(kept, '§12.54').toEqual([
      expect.stringMatching(/^AC-/),
      `Asha Rao, ${member.email}`,
      reference,
      expect.stringContaining(','),
      expect.stringContaining('@'),
    ]);
    const terms = within(receipt).getAllByRole('term').slice(0, 4);
    expect(
      terms.map(({ textContent }) => textContent),
      'the most important details come first',
    ).toEqual(['Pack', 'Amount', 'Date', 'Order number']);
  });

  test('P32 a refunded order is shown as ‘Refunded’', async () => {
    await open([paidOrder('pay_1', { status: 'refunded' })]);
    expect(row('pay_1')).toHaveTextContent('Refunded');
    const badge = row('pay_1').querySelector('.badge');
    expect(badge, 'all is well').toHaveTextContent('Refunded');
    expect(badge).not.toHaveAttribute('data-tone');
    expect(row('pay_1')).not.toHaveTextContent('This pack is for two people.');
  });

  test('§8.20 a receipt shows the date of the payment and the amount refunded', async () => {
    const sold = paidOrder('pay_1', { created_at: '2026-11-20T10:00:00+00:00' });
    const changes = { amount_refunded: 10_000, provider_created_at: '2026-11-21T10:00:00+00:00' };
    const payments = sold.payments.map((payment) => ({ ...payment, ...changes }));
    const user = await open([{ ...sold, status: 'partially_refunded', payments }]);
    expect(row('pay_1'), 'P32').toHaveTextContent('Partly refunded');
    await user.click(screen.getByRole('button', { name: 'Receipt' }));
    const receipt = screen.getByRole('dialog', { name: 'AdmitCircle receipt' });
    expect(receipt).toHaveTextContent('RefundedRs 100Date21 November 2026');
  });

  test('§15.38 §17.60 §17.62 each pack links to the booking page, or to the refund request that blocks bookings', async () => {
    const [free, asked] = [paidOrder('pay_1'), paidOrder('pay_2')];
    const packs = [
      pack({ order: free.id, used: 1, remaining: 4 }),
      pack({ order: asked.id, refund: standing() }),
    ];
    await open([asked, free], { packs });
    expect(row('pay_1')).toHaveTextContent(/4 of 5 sessions left, until \d+ \w+ \d{4}/);
    expect(linkTo('Book a session')).toBe(`/dashboard/sessions#book-${free.id}`);
    expect(row('pay_2')).toHaveTextContent('Refund requested');
    expect(row('pay_2').querySelector('.seat-row'), 'no seats on hold').toBeNull();
    expect(row('pay_2')).toHaveTextContent('On hold, because you asked for Rs 2399 back on');
    expect(
      screen.getAllByRole('listitem').map((item) => item === row('pay_2')),
      'a pack that cannot be used is last',
    ).toEqual([false, true]);
    expect(linkTo(/^See your request R-10007/)).toBe('/dashboard/refunds?request=R-10007');
  });

  test('§17.60 §17.62 a pack shows where the request for the whole pack or for one session stands', async () => {
    const [whole, one, past] = [paidOrder('pay_1'), paidOrder('pay_2'), paidOrder('pay_3')];
    const partly = { ...paidOrder('pay_4'), status: 'partially_refunded' as const };
    const approved = standing({ state: 'approved', pay_by: '2026-12-21' });
    const sent = standing({ ...approved, number: 'R-10009', state: 'paid' });
    const declined = standing({ number: 'R-10010', state: 'declined' });
    const packs = [
      pack({ order: whole.id, refund: approved }),
      pack({ order: one.id, remaining: 4, used: 1, other_refunds: [standing(), sent] }),
      pack({ order: past.id, other_refunds: [declined, sent] }),
      pack({ order: partly.id, status: partly.status, other_refunds: [sent, declined] }),
    ];
    await open([whole, one, past, partly], { packs });
    expect(row('pay_1')).toHaveTextContent('Refund approved');
    expect(row('pay_1')).toHaveTextContent(
      'Your refund of Rs 2399 is approved. We will send it by 21 December 2026',
    );
    expect(row('pay_1')).not.toHaveTextContent(/On hold|Refund requested|for two people/);
    const asked = row('pay_2');
    expect(asked).toHaveTextContent('1 session: refund requested');
    expect(asked).toHaveTextContent(
      'You asked for Rs 2399 back for one session on 22 November 2026 (R-10007). We will decide by 13 December 2026.',
    );
    expect(asked).toHaveTextContent('We sent your refund of Rs 2399 (R-10009).');
    expect(asked).toHaveTextContent('4 of 5 sessions left');
    expect(linkTo(/^See your request R-10007/, asked)).toBe('/dashboard/refunds?request=R-10007');
    expect(linkTo('Book a session', asked), 'the other sessions stay').toContain(one.id);
    expect(within(asked).queryByRole('link', { name: /^Ask for a refund/ })).toBeNull();
    const paid = row('pay_3');
    expect(paid).toHaveTextContent('We declined your request for Rs 2399 (R-10010).');
    expect(paid, 'only the latest outcome').not.toHaveTextContent('We sent your refund');
    expect(within(paid).getByText('Refund declined')).toHaveAttribute('data-tone', 'ended');
    expect(linkTo('R-10010', paid)).toBe('/dashboard/refunds?request=R-10010');
    expect(linkTo(/^Ask for a refund/, paid)).toContain(past.id);
    const last = row('pay_4');
    const [state] = within(last).getAllByText(/^Partly refunded/);
    expect(state, 'the payment came last').toHaveAttribute('data-tone');
    expect(within(last).queryByText('Refund declined')).toBeNull();
    expect(last).toHaveTextContent('We sent your refund of Rs 2399 (R-10009).');
    expect(last, 'only the latest outcome').not.toHaveTextContent('We declined');
  });

  test('§15.24 a pack for two says who shares it, or leads to the invitation', async () => {
    const [lone, named, taken, refused] = [
      paidOrder('pay_1'),
      paidOrder('pay_2'),
      paidOrder('pay_3'),
      paidOrder('pay_4'),
    ];
    const usha = { address: 'usha@example.com', namings_left: 2, replaceable: false };
    const packs = [
      pack({ order: lone.id }),
      pack({ order: named.id, second: { ...usha, state: 'named' } }),
      pack({
        order: taken.id,
        booked: 1,
        theirs: { booked: 1, used: 0, reported: 0 },
        remaining: 4,
        other: 'Usha',
        second: { ...usha, state: 'accepted' },
      }),
      pack({ order: refused.id, second: { ...usha, state: 'declined' } }),
    ];
    await open([lone, named, taken, refused], { packs });
    expect(linkTo('Invite a second person')).toBe(`/dashboard/sessions#invite-${lone.id}`);
    expect(row('pay_1')).toHaveTextContent('Invite a second person');
    expect(row('pay_2')).toHaveTextContent('Invited, not accepted yet: usha@example.com');
    expect(linkTo('Resend the invitation')).toBe(`/dashboard/sessions#invite-${named.id}`);
    expect(row('pay_3')).toHaveTextContent('Shared with Usha');
    expect(row('pay_4')).toHaveTextContent('Invitation turned down by usha@example.com');
    expect(row('pay_3')).toHaveTextContent('4 of 5 sessions left and 1 booked by Usha');
  });

  test('§15.24 a pack for two whose sessions are all booked says when someone can be invited', async () => {
    const full = paidOrder('pay_1');
    await open([full], { packs: [pack({ order: full.id, remaining: 0, booked: 5 })] });
    expect(row('pay_1')).toHaveTextContent(
      'This pack is for two. Cancel a session in time, and you can invite someone.',
    );
  });

  test('§8.28 the list explains the state of an unpaid order, which can be paid unless its price has changed', async () => {
    await open([order(), order({ status: 'attempted', amount: 100 })]);
    expect(screen.getByText(/You have not paid for this yet\./)).toBeVisible();
    expect(screen.getByText(/You tried to pay, but no money has arrived\./)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Pay now' })).toBeEnabled());
  });

  test('§8.20 §8.28 an open payment is listed below the packs, and a failed payment below both, with an outlined button', async () => {
    const [reported] = paidOrder('pay_9').payments;
    const payments = reported ? [{ ...reported, status: 'failed' }] : [];
    const failed = order({ status: 'attempted', updated_at: reported?.created_at, payments });
    await open([failed, order(), paidOrder('pay_1')], {});
    const rows = screen.getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent('Super Value Pack');
    expect(rows[1]).toHaveTextContent('Not paid');
    expect(rows[2]).toHaveTextContent('Payment failed');
    const again = () => within(itemOf(rows[2])).getByRole('button', { name: 'Try again' });
    await waitFor(() => expect(again()).toBeEnabled());
    expect(again()).toHaveClass('button-quiet');
  });

  test('§12.56 the page says after 10 s that the script for ‘Pay now’ has not arrived', async () => {
    const part = '../../src/features/packs/PayNow.tsx';
    vi.doMock(part, () => new Promise<never>(() => undefined));
    onTestFinished(() => {
      vi.doUnmock(part);
    });
    const pass = takeClock();
    await open([order()]);
    expect(screen.getByRole('button', { name: 'Pay now' })).toBeDisabled();
    await pass(10_000);
    expect(await screen.findByRole('alert')).toHaveTextContent(hints.pageOutOfDate);
    expect(screen.getByText(single.name)).toBeVisible();
  });

  test('§15.25 §15.72 the list explains an open invitation, and shows the shared pack once the invitation is accepted', async () => {
    await open([], { invitations: [invitation] });
    expect(screen.getByText(/^The pack shared with you appears here/)).toBeVisible();
    const shared = pack({ role: 'second', other: 'Meera', second: null });
    backend.rpcNow('my_sessions', sessions({ packs: [shared] }));
    const { mySessions } = await import('../../src/features/bookings/my-sessions-store.ts');
    act(() => mySessions.refresh());
    const card = itemOf(await screen.findByText('Shared with you by'));
    expect(card).toHaveTextContent('5 of 5 sessions left');
    expect(card).toHaveTextContent('Shared with you by Meera');
    expect(linkTo('Book a session', card)).toBe(`/dashboard/sessions#book-${shared.order}`);
    expect(within(card).queryByText('Receipt')).toBeNull();
  });

  test('P50 a pack bought with an unverified address is not offered, but the member can verify the address', async () => {
    const user = await open([], { addresses: [] });
    expect(screen.queryByText(/We found your payment/)).toBeNull();
    await user.click(screen.getByText('Bought a pack without an account?'));
    backend.rpc('ask_address_proof', { address: 'asha@example.com', state: 'sent' });
    await user.click(screen.getByRole('button', { name: 'Verify your email' }));
    expect(await screen.findByText(/^The link is on its way/)).toBeVisible();
    expect(backend.sentTo('ask_address_proof')).toMatchObject([{ p_wanted: 'packs' }]);
  });
});

describe('buying a pack', () => {
  const { paymentKey, checkout } = endpoints;
  const key = { key: 'rzp_test_1' };
  const created = {
    success: true,
    order: { id: 'order_1', amount: single.paise, currency: 'INR' },
  };

  /** Replaces the payment provider’s script and records the windows that it opens. */
  function checkoutScript() {
    const opened: (CheckoutOptions & { fail: () => void })[] = [];
    vi.stubGlobal(
      'Razorpay',
      class {
        readonly #options: CheckoutOptions;
        readonly #heard = new Map<string, () => void>();
        constructor(options: CheckoutOptions) {
          this.#options = options;
        }
        open() {
          opened.push({ ...this.#options, fail: () => this.#heard.get('payment.failed')?.() });
        }
        on(event: string, tell: () => void) {
          this.#heard.set(event, tell);
        }
      },
    );
    return opened;
  }

  const cardsOn = (onDashboard: boolean) => async () => {
    const { PackCards } = await import('../../src/features/packs/PackCards.tsx');
    return <PackCards siteName="AdmitCircle" onDashboard={onDashboard} />;
  };
  const cards = cardsOn(false);

  async function openCards() {
    new Backend().answer(paymentKey, key).answer(checkout, created);
    return (await show(cards)).user;
  }

  const buyer = (...prices: object[]) =>
    signedIn()
      .rpc('my_prices', prices)
      .answer('/rest/v1/profiles', profile)
      .answer(paymentKey, key);

  const buyNow = (name = single.name) =>
    within(itemOf(screen.getByRole('heading', { name }))).getByRole('button', {
      name: /Buy Now|Please wait/,
    });

  /** Presses ‘Buy Now’ and waits until this many windows have opened. */
  async function buy(user: UserEvent, opened: unknown[], windows = 1, name?: string) {
    await user.click(buyNow(name));
    await waitFor(() => expect(opened).toHaveLength(windows));
  }

  const sentIn = ({ calls }: Backend, header: string) =>
    calls.filter(({ path }) => path === checkout).map(({ headers }) => headers.get(header));

  /** Expects that this message has the focus and that the page can be used again. */
  async function expectProblem(message: string) {
    await focusSays(message);
    expect(screen.queryByText('Preparing your payment')).toBeNull();
    for (const button of screen.getAllByRole('button', { name: 'Buy Now' })) {
      expect(button).toBeEnabled();
    }
  }

  test('§2.36 §9.4 each card shows its pack’s price and labels, and one pack is featured', async () => {
    new Backend();
    await show(cardsOn(true));
    expect(screen.queryByText('Have a code?'), '§8.34').toBeNull();
    for (const { name, price, labels, isFeatured = false } of packs) {
      const card = screen.getByRole('heading', { name }).closest('li');
      expect(card?.matches('[data-featured]'), name).toBe(isFeatured);
      for (const text of [formatRupees(price), ...labels]) expect(card).toHaveTextContent(text);
      expect(card?.textContent.includes('% off'), `${name}, §14.1`).toBe(labels.length === 0);
    }
  });

  const { notStarted, slowDown, priceChanged, alreadyPaid } = purchaseMessages;
  for (const [title, path, status, body, message] of [
    ['P40 the payment key is missing', paymentKey, 503, refusal('not_configured'), notStarted],
    ['P41 the payment key is invalid', paymentKey, 200, { key: 'rzp_evil' }, notStarted],
    ['P40 the payment provider is slow', checkout, 504, refusal('provider_timeout'), notStarted],
    ['P43 the database is down', checkout, 503, refusal('database_unavailable'), notStarted],
    ['P41 the host answers with its own error page', checkout, 500, '<h1>Oh no</h1>', notStarted],
    ['P41 a Wi-Fi login page answers', checkout, 200, '<h1>Wi-Fi</h1>', notStarted],
    [
      'P41 the answer holds only half an order',
      checkout,
      200,
      { success: true, order: { id: '1' } },
      notStarted,
    ],
    ['P49 the host refuses too many calls', checkout, 429, 'Too many', slowDown],
    ['the price has changed', checkout, 400, refusal('invalid_amount'), priceChanged],
    [
      'sales are stopped',
      checkout,
      409,
      refusal('sales_stopped'),
      purchaseRefusals.sales_stopped.says,
    ],
    ['the order is already paid', checkout, 409, refusal('already_paid'), alreadyPaid],
  ] as const) {
    test(`${title}: the buyer reads that no money was taken, and can try again`, async () => {
      const opened = checkoutScript();
      const backend = new Backend()
        .answer(paymentKey, key)
        .answer(checkout, created)
        .forget(path)
        .answer(path, body, status);
      const { user } = await show(cards);
      await user.click(buyNow());
      await expectProblem(message);
      expect(message).toMatch(/you were not charged this time/i);
      backend.now(path, path === checkout ? created : key);
      await buy(user, opened);
      const keys = sentIn(backend, 'idempotency-key');
      const orders = message === alreadyPaid ? 2 : 1;
      expect(new Set(keys).size, 'the buyer opens the same order unless the order is paid').toBe(
        orders,
      );
    });
  }

  test('P40 R6 a buyer whose connection or reply is lost is told what happened, and can try again', async () => {
    const opened = checkoutScript();
    const backend = new Backend().answer(paymentKey, key).lose(checkout).answer(checkout, created);
    const { user } = await show(cards);
    await user.click(buyNow());
    await expectProblem(notStarted);
    backend.setOffline(true);
    await user.click(buyNow());
    await expectProblem(purchaseMessages.offline);
    backend.setOffline(false);
    await buy(user, opened);
  });

  test('P21 pressing ‘Buy Now’ twice sends one order', async () => {
    const opened = checkoutScript();
    const backend = new Backend().answer(paymentKey, key);
    const release = backend.hold(checkout);
    const { user } = await show(cards);
    await user.dblClick(buyNow());
    const [code] = screen.getAllByRole('button', { name: 'Have a code?' });
    expect(code, '§5.54').toBeEnabled();
    expect(code).toHaveAttribute('aria-disabled', 'true');
    if (code) await user.click(code);
    expect(code).toBeInTheDocument();
    expect(await screen.findByText('Preparing your payment')).toBeVisible();
    for (const button of document.querySelectorAll('[data-buy]')) {
      expect(button).toHaveAttribute('aria-disabled', 'true');
    }
    act(() => release(created));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(backend.sent(checkout)).toEqual([{ amount: single.price, pack: 'single' }]);
    const bought = { name: 'AdmitCircle', description: single.name, order_id: created.order.id };
    const callback_url = new URL(paymentPaths.verify, location.href).href;
    const shown = { ...key, amount: single.paise, currency: 'INR', hidden: { email: false } };
    expect(opened).toMatchObject([{ ...bought, ...shown, callback_url }]);
    expect(opened[0]).not.toHaveProperty('prefill');
  });

  test('P44 §8.39 a page restored from the back/forward cache works again and opens the same order', async () => {
    const opened = checkoutScript();
    const backend = new Backend().answer(paymentKey, key);
    const release = backend.hold(checkout);
    backend.answer(checkout, created);
    const { user } = await show(cards);
    await user.click(buyNow());
    const shown = (persisted: boolean) =>
      act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted })));
    shown(false);
    await waitFor(() => expect(backend.sent(checkout)).toHaveLength(1));
    expect(screen.getByText('Preparing your payment')).toBeVisible();
    shown(true);
    expect(screen.queryByText('Preparing your payment')).toBeNull();
    act(() => release(created));
    await user.click(buyNow());
    await waitFor(() => expect(opened).not.toEqual([]));
    expect(opened, 'the first window has opened').toHaveLength(1);
    expect(new Set(sentIn(backend, 'idempotency-key')).size).toBe(1);
  });

  describe('§8.39 continuing a started payment', () => {
    const { paymentStatus } = endpoints;
    const may = /^The payment you started at \d+:\d\d [ap]m may still arrive\./;
    const stored = () => localStorage.getItem(storageKeys.begunPayments) ?? '';

    async function reload() {
      cleanup();
      vi.resetModules();
      return (await show(cards)).user;
    }

    test('a started payment is announced after a reload, can be checked, and opens the same order again', async () => {
      const opened = checkoutScript();
      const backend = new Backend()
        .answer(paymentKey, key)
        .answer(checkout, created)
        .answer(paymentStatus, { status: 'pending' })
        .answer(paymentStatus, { status: 'pending' })
        .answer(paymentStatus, 'down', 500)
        .answer(paymentStatus, { status: 'paid', reference: 'pay_1' });
      await buy((await show(cards)).user, opened);
      expect(stored()).toContain(created.order.id);
      let user = await reload();
      expect(await screen.findByText(may)).toHaveTextContent('do not pay again');
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(opened).toHaveLength(2));
      expect(new Set(sentIn(backend, 'idempotency-key')).size).toBe(1);
      act(() => opened[1]?.modal.ondismiss());
      await expectProblem(purchaseMessages.dismissed('Single Pack'));
      expect(screen.queryByText(may), 'one notice for a payment').toBeNull();
      user = await reload();
      await user.click(await screen.findByRole('button', { name: 'Check this payment' }));
      expect(await screen.findByText(/^We could not check just now/)).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Check this payment' }));
      await screen.findByText(/has arrived/);
      expect(linkTo('See your payment')).toBe('/success?reference=pay_1');
      expect(screen.queryByText(may)).toBeNull();
    });

    test('a payment that failed is never announced as one that may still arrive', async () => {
      const opened = checkoutScript();
      new Backend()
        .answer(paymentKey, key)
        .answer(checkout, created)
        .answer(paymentStatus, { status: 'failed' });
      await buy((await show(cards)).user, opened);
      act(() => opened[0]?.fail());
      expect(stored(), 'not yet told').not.toContain('"failed":true');
      act(() => opened[0]?.modal.ondismiss());
      expect(stored(), 'for the first paint after a reload').toContain('"failed":true');
      const user = await reload();
      const failed = await screen.findByText(/^Your payment for the Single Pack did not go/);
      expect(screen.queryByText('Checking your payment')).toBeNull();
      expect(failed.parentElement, 'as in the payment’s own notice').not.toHaveClass('notice-calm');
      expect(screen.queryByText(may)).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(opened).toHaveLength(2));
      expect(new Set(opened.map(({ order_id: id }) => id)).size).toBe(1);
    });

    test('a failure stays a failure when the server does not reply, unless the window has been opened again and not failed', async () => {
      const opened = checkoutScript();
      new Backend()
        .answer(paymentKey, key)
        .answer(checkout, created)
        .answer(paymentStatus, { status: 'failed' })
        .answer(paymentStatus, 'down', 500)
        .answer(paymentStatus, { status: 'failed' })
        .answer(paymentStatus, { status: 'failed' })
        .answer(paymentStatus, { status: 'failed' })
        .answer(paymentStatus, { status: 'pending' })
        .answer(paymentStatus, 'down', 500)
        .answer(paymentStatus, { status: 'failed' });
      const failed = /^Your payment for the Single Pack did not go/;
      await buy((await show(cards)).user, opened);
      await reload();
      await screen.findByText(failed);
      let user = await reload();
      await screen.findByText(failed);
      expect(screen.queryByText(may)).toBeNull();
      await buy(user, opened, 2);
      act(() => opened[1]?.modal.ondismiss());
      user = await reload();
      expect(await screen.findByText(may), 'after a cancel').toHaveTextContent('do not pay again');
      await user.click(screen.getByRole('button', { name: 'Check this payment' }));
      expect(await screen.findByText(/^Not confirmed yet/)).toBeVisible();
      expect(screen.queryByText(failed)).toBeNull();
      await buy(user, opened, 3);
      act(() => opened[2]?.fail());
      await reload();
      await screen.findByText(failed);
      await reload();
      expect(await screen.findByText(may), 'a newer attempt is pending').toBeVisible();
      user = await reload();
      expect(await screen.findByText(may), 'it may have arrived since').toBeVisible();
      await buy(user, opened, 4);
      onTestFinished(() => {
        history.replaceState(null, '', '/');
        delete document.documentElement.dataset['begun'];
      });
      history.replaceState(null, '', '/buy?payment=failed');
      vi.resetModules();
      await import('../../src/scripts/head/times.ts');
      await reload();
      expect(await screen.findByText(failed), 'back from the provider’s own page').toBeVisible();
    });

    test('the dashboard forgets a started payment once it lists the pack', async () => {
      const paid = paidOrder('pay_1');
      const record = (id: string) => ({
        ...{ pack: 'single', code: null, key: id, at: Date.now(), order: 'order_1', buyer: 0 },
      });
      const other = crypto.randomUUID();
      localStorage.setItem(
        storageKeys.begunPayments,
        JSON.stringify([record(paid.idempotency_key), record(other)]),
      );
      signedIn()
        .rpc('my_sessions', sessions())
        .answer('/rest/v1/profiles', profile)
        .answer(ordersPath, [paid]);
      await show(list);
      await waitFor(() => expect(stored()).not.toContain(paid.idempotency_key));
      expect(stored()).toContain(other);
    });

    test.each([
      ['a visitor', true, { status: 'paid' }, '/success?reference=pay_1', true],
      ['a visitor, without a reply,', true, 'down', '/success?reference=pay_1', true],
      ['a visitor whose pack is in an account', true, { status: 'paid', owned: true }, null, false],
      ['a visitor whose money we returned', true, { status: 'refunded' }, null, false],
      ['a member', false, undefined, null, true],
    ] as const)(
      '§15.75 %s who has paid is told not to pay again only while the pack waits for an account',
      async (_, isVisitor, reply, href, isKept) => {
        const { waitingPack } = storageKeys;
        localStorage.setItem(waitingPack, '#pack=&reference=pay_1&for=a…@example.com');
        if (!isVisitor) signedIn().rpc('my_prices', []);
        if (reply) {
          new Backend().answer(endpoints.paymentStatus, reply, reply === 'down' ? 500 : 200);
        }
        await show(cards);
        await waitFor(() => expect(screen.queryByText('Checking your payment')).toBeNull());
        const link = screen.queryByRole('link', { name: 'See your payment' });
        expect(link?.getAttribute('href') ?? null).toBe(href);
        expect(localStorage.getItem(waitingPack) !== null).toBe(isKept);
      },
    );

    test('an older failure is not announced beside a newer attempt, but an older payment that may still arrive is', async () => {
      const begun = (pack: string, order: string, minutes: number) => ({
        ...{ pack, order, code: null, key: crypto.randomUUID(), buyer: 0 },
        at: Date.now() - minutes * 60_000,
      });
      const all = [
        begun('most-purchased', 'order_2', 10),
        begun('single', 'order_1', 15),
        begun('super-value', 'order_3', 5),
      ];
      localStorage.setItem(storageKeys.begunPayments, JSON.stringify(all));
      new Backend().answerBy(paymentStatus, ({ path }) => ({
        status: 200,
        body: { status: path.endsWith('order_1') ? 'pending' : 'failed' },
      }));
      await show(cards);
      const failed = await screen.findAllByText(/ did not go through/);
      expect(failed.map(({ textContent }) => textContent)).toEqual([
        purchaseMessages.attemptFailed('Super Value Pack'),
      ]);
      expect(screen.getAllByText(may)).toHaveLength(1);
    });

    test('the dashboard says only among the packs that a member’s payment failed, and above the packs that a visitor’s did', async () => {
      const at = new Date().toISOString();
      const payments = paidOrder('pay_1').payments.map((one) => ({
        ...one,
        status: 'failed',
        created_at: at,
      }));
      const begun = order({ status: 'attempted', created_at: at, updated_at: at, payments });
      const opened = checkoutScript();
      buyer()
        .answer(checkout, created)
        .rpc('my_sessions', sessions())
        .answer(ordersPath, [])
        .answer(ordersPath, [begun])
        .answer(paymentStatus, { status: 'failed' })
        .answer(paymentStatus, { status: 'failed' })
        .answer(paymentStatus, { status: 'paid', reference: 'pay_2' });
      const dashboard = async () => (
        <>
          {await list()}
          {await cardsOn(true)()}
        </>
      );
      await buy((await show(dashboard)).user, opened);
      const own: object[] = JSON.parse(stored());
      const visitors = { ...own[0], pack: 'super-value', key: crypto.randomUUID(), buyer: 0 };
      localStorage.setItem(storageKeys.begunPayments, JSON.stringify([...own, visitors]));
      history.replaceState(null, '', memberPages.main);
      const again = async () => {
        cleanup();
        vi.resetModules();
        await show(dashboard);
      };
      await again();
      expect(await screen.findByText('Payment failed')).toBeVisible();
      const notice = await screen.findByText(/^Your payment for the .+ did not go through/);
      expect(notice).toHaveTextContent('Super Value Pack');
      await again();
      expect(await screen.findAllByText(/has arrived/)).toHaveLength(2);
    });

    /** Starts a payment whose state the provider does not know yet. */
    async function begin(now?: string) {
      const opened = checkoutScript();
      new Backend()
        .answer(paymentKey, key)
        .answer(checkout, created)
        .answer(paymentStatus, { status: 'pending', ...(now && { now }) });
      await buy((await show(cards)).user, opened);
    }

    test.each(['12:40:20', '14:00:20'])(
      '§12.45 a started payment is announced with the server’s time on a device whose clock says %s',
      async (clock) => {
        takeClock();
        vi.setSystemTime(`2026-11-26T${clock}Z`);
        await begin('2026-11-26T13:00:20Z');
        await reload();
        expect(await screen.findByText(may)).toHaveTextContent('you started at 6:30 pm may');
      },
    );

    test('a started payment is announced for half an hour on an open page, whatever the device’s clock does', async () => {
      await begin();
      const pass = takeClock();
      await reload();
      await screen.findByText(may);
      await pass(29 * 60_000);
      expect(screen.getByText(may)).toBeVisible();
      vi.setSystemTime(Date.now() - 20 * 60_000);
      await pass(60_000 + 10_000);
      expect(screen.queryByText(may)).toBeNull();
    });

    test('a started payment is announced as arrived as soon as another tab knows', async () => {
      await begin();
      await reload();
      await screen.findByText(may);
      const otherTab = (text: string | null) =>
        act(() => {
          if (text === null) localStorage.removeItem(storageKeys.begunPayments);
          else localStorage.setItem(storageKeys.begunPayments, text);
          dispatchEvent(new StorageEvent('storage', { key: storageKeys.begunPayments }));
        });
      const [begun] = JSON.parse(stored()) as object[];
      otherTab(JSON.stringify([{ ...begun, reference: 'pay_1' }]));
      expect(linkTo('See your payment')).toBe('/success?reference=pay_1');
      expect(screen.queryByText(may)).toBeNull();
      otherTab(null);
      expect(screen.queryByText(/has arrived/)).toBeNull();
    });

    test.each([
      ['forged', '{"at":1}'],
      ['in an unexpected shape', '[{"key":"x","at":"now"}]'],
      ['from far in the future', JSON.stringify([{ at: Date.now() + 90 * 60_000 }])],
    ])('a started payment is forgotten if the stored record is %s', async (_, text) => {
      const opened = checkoutScript();
      const user = await openCards();
      await buy(user, opened);
      const [begun] = JSON.parse(stored()) as object[];
      const parts = text.startsWith('[{"at"') ? (JSON.parse(text) as object[])[0] : undefined;
      localStorage.setItem(
        storageKeys.begunPayments,
        parts ? JSON.stringify([{ ...begun, ...parts }]) : text,
      );
      const again = await reload();
      await buy(again, opened, 2);
      expect(screen.queryByText(may)).toBeNull();
    });

    test('a started payment is forgotten after 30 minutes', async () => {
      const opened = checkoutScript();
      const backend = new Backend().answer(paymentKey, key).answer(checkout, created);
      await buy((await show(cards)).user, opened);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 60_000 });
      await buy(await reload(), opened, 2);
      expect(screen.queryByText(may)).toBeNull();
      expect(new Set(sentIn(backend, 'idempotency-key')).size).toBe(2);
    });

    test('a started payment continues after the device’s clock is set back', async () => {
      const opened = checkoutScript();
      const backend = new Backend()
        .answer(paymentKey, key)
        .answer(checkout, created)
        .answer(paymentStatus, { status: 'pending' });
      await buy((await show(cards)).user, opened);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20 * 60_000 });
      await buy(await reload(), opened, 2);
      expect(new Set(sentIn(backend, 'idempotency-key')).size).toBe(1);
    });

    test('a buyer’s repeated clicks use one order key, despite other tabs, reloads and other buyers’ purchases', async () => {
      const who = ['visitor', 'a', 'b'] as const;
      const step = fc.oneof(
        fc.record({
          press: fc.constant('single'),
          code: fc.constantFrom(null, 'C'),
        }),
        fc.record({ wait: fc.integer({ min: 1, max: 35 }) }),
        fc.record({ login: fc.constantFrom(...who) }),
        fc.constant('reload' as const),
        fc.constant('logout' as const),
      );
      const load = () => import('../../src/features/packs/begun-payments.ts');
      const pages = async () => {
        vi.resetModules();
        const first = await load();
        vi.resetModules();
        return [first, await load()] as const;
      };
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(step, fc.nat(1)), { minLength: 10, maxLength: 25 }),
          async (steps) => {
            localStorage.clear();
            vi.useFakeTimers({ toFake: ['Date'] });
            let now = Date.now();
            let buyer: (typeof who)[number] = 'visitor';
            let tabs = await pages();
            let open: { key: string; at: number; buyer: string; code: string | null } | undefined;
            for (const [action, tab] of steps) {
              vi.setSystemTime(now);
              if (action === 'reload') tabs = await pages();
              else if (action === 'logout') {
                localStorage.clear();
                open = undefined;
                buyer = 'visitor';
              } else if ('wait' in action) now += action.wait * 60_000;
              else if ('login' in action) {
                buyer = action.login;
                if (buyer === 'visitor') localStorage.removeItem(storageKeys.session);
                else {
                  const user = { ...member, id: buyer };
                  localStorage.setItem(storageKeys.session, JSON.stringify({ user }));
                }
              } else {
                const { press: pack, code } = action;
                // A login as another member erases a purchase that the member before had started.
                const isOfAnother =
                  open && ![open.buyer, buyer].includes('visitor') && open.buyer !== buyer;
                if (isOfAnother || (open && now - open.at >= 30 * 60_000)) open = undefined;
                const page = tab === 0 ? tabs[0] : tabs[1];
                const { key, inDoubt } = page.begin({ pack, code }, new Set());
                const isOwn = open?.buyer === buyer && open.code === code;
                expect(inDoubt, 'the buyer is asked about the open order first').toBe(
                  isOwn ? undefined : open?.key,
                );
                if (key === undefined) continue;
                if (open) expect(key).toBe(open.key);
                page.opened(key, `order_${key}`);
                open = { key, at: now, buyer, code };
              }
            }
          },
        ),
        runs(100),
      );
    });

    test('a started payment continues on the same page when the browser stores nothing', async () => {
      const opened = checkoutScript();
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new Error('QuotaExceededError');
      });
      const backend = new Backend().answer(paymentKey, key).answer(checkout, created);
      const { user } = await show(cards);
      await buy(user, opened);
      act(() => opened[0]?.modal.ondismiss());
      await buy(user, opened, 2);
      expect(new Set(sentIn(backend, 'idempotency-key')).size).toBe(1);
    });

    test('a visitor who started a payment and then logs in does not pay twice by accident', async () => {
      const opened = checkoutScript();
      const visitor = new Backend().answer(paymentKey, key).answer(checkout, created);
      await buy((await show(cards)).user, opened);
      const backend = buyer()
        .answer(checkout, created)
        .answer(paymentStatus, { status: 'pending' });
      const user = await reload();
      await screen.findByText(may);
      await user.click(buyNow());
      await focusSays(/^A short time ago, you started a payment for this pack/);
      expect(backend.sent(checkout)).toEqual([]);
      await user.click(screen.getByRole('button', { name: 'Start a new payment' }));
      await waitFor(() => expect(opened).toHaveLength(2));
      expect(sentIn(backend, 'idempotency-key')).not.toEqual(sentIn(visitor, 'idempotency-key'));
    });

    test('a payment that one member has started is not shown to the next member, and its record does not name anyone', async () => {
      const opened = checkoutScript();
      buyer().answer(checkout, created);
      await buy((await show(cards)).user, opened);
      for (const part of [member.id, member.email, 'Asha']) expect(stored()).not.toContain(part);
      const other = { ...member, id: crypto.randomUUID() };
      localStorage.setItem(storageKeys.session, JSON.stringify({ ...session, user: other }));
      const backend = buyer().answer(checkout, created);
      localStorage.setItem(storageKeys.session, JSON.stringify({ ...session, user: other }));
      const user = await reload();
      await buy(user, opened, 2);
      expect(screen.queryByText(may)).toBeNull();
      expect(backend.sent(checkout)).toHaveLength(1);
    });
  });

  test('§8.40 §8.41 inside another app the checkout redirects, and a call without a reply can be repeated after 10 s', async () => {
    const opened = checkoutScript();
    const backend = new Backend().answer(paymentKey, key);
    const release = backend.hold(checkout);
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android 15; Pixel; wv) Chrome/130');
    takeClock();
    const { user } = await show(cards);
    await user.click(buyNow());
    await waitFor(() => expect(backend.sent(checkout)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await expectProblem(notStarted);
    backend.answer(checkout, created);
    act(() => release(created));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(opened).toMatchObject([{ redirect: true }]));
    expect(new Set(sentIn(backend, 'idempotency-key')).size).toBe(1);
  });

  describe('buying with a discount code', () => {
    const { discount } = endpoints;
    const due = 62_900;
    const createdFor = (amount: number) => ({ ...created, order: { ...created.order, amount } });
    const memberPrice = { pack: 'single', code: 'ALL', amount: due };
    const cardOf = (name: string) => itemOf(screen.getByRole('heading', { name }));

    async function type(user: UserEvent, code: string) {
      const card = within(cardOf(single.name));
      if (!card.queryByLabelText('Discount code')) {
        await user.click(card.getByRole('button', { name: 'Have a code?' }));
      }
      const field = await card.findByLabelText('Discount code');
      await user.clear(field);
      await user.type(field, `${code}{Enter}`);
      return field;
    }

    test('§8.34 the card shows the discounted price before the payment window opens for the same price', async () => {
      const opened = checkoutScript();
      const backend = new Backend()
        .answer(paymentKey, key)
        .answer(discount, { success: true, amount: due })
        .answer(checkout, createdFor(due));
      const { user } = await show(cards);
      expect(screen.queryByLabelText('Discount code')).toBeNull();
      const field = await type(user, 'circle 10');
      await focusSays(/^CIRCLE10: you pay Rs 629, Rs 70 less than Rs 699\./);
      expect(field).not.toBeInTheDocument();
      const card = cardOf(single.name);
      for (const text of ['Price Rs 629', 'Rs 629 a session', 'You save Rs 370, 37% off']) {
        expect(card).toHaveTextContent(text);
      }
      expect(cardOf(superValue.name)).toHaveTextContent(formatRupees(superValue.price));
      await buy(user, opened);
      expect(opened[0]?.amount).toBe(due);
      const sent = { amount: single.price, pack: 'single', code: 'CIRCLE10' };
      expect([backend.sent(discount), backend.sent(checkout)]).toEqual([[sent], [sent]]);
    });

    test('§2.41 visitors can still use the pack cards if the code form breaks', async () => {
      vi.mocked(console.error).mockReturnValue(undefined);
      vi.mocked(console.warn).mockReturnValue(undefined);
      const file = '../../src/features/packs/DiscountForm.tsx';
      const fails = () => {
        throw new Error('The form is broken.');
      };
      vi.doMock(file, () => ({ default: fails }));
      onTestFinished(() => {
        vi.doUnmock(file);
      });
      const opened = checkoutScript();
      new Backend().answer(paymentKey, key).answer(checkout, created);
      const { user } = await show(cards);
      await user.click(within(cardOf(single.name)).getByRole('button', { name: 'Have a code?' }));
      expect(await screen.findByText('The form is broken.')).toBeVisible();
      await buy(user, opened);
      expect(opened).toHaveLength(1);
      // React logs every error that the boundary catches.
      vi.mocked(console.error).mockClear();
    });

    test('§8.35 a refused code is explained beside its field, which keeps the focus', async () => {
      new Backend()
        .answer(discount, refusal('code_ended'), 409)
        .answer(discount, refusal('too_many_requests'), 429)
        .answer(discount, { success: true, amount: due });
      const { user } = await show(cards);
      const { code_ended, too_many_requests } = { ...discountRefusals, ...discountOwnRefusals };
      for (const { says } of [code_ended, too_many_requests]) {
        const field = await type(user, 'OLD1');
        await waitFor(() => expect(field).toHaveAccessibleDescription(says));
        expect(field).toHaveFocus();
      }
      await type(user, 'NEW1');
      await user.click(await screen.findByRole('button', { name: 'Remove the code' }));
      expect(cardOf(single.name)).toHaveTextContent('Price Rs 699');
    });

    test('§8.34 the payment window does not open for an order whose price differs from the card’s', async () => {
      const opened = checkoutScript();
      new Backend()
        .answer(paymentKey, key)
        .answer(discount, { success: true, amount: due })
        .answer(checkout, created)
        .answer(checkout, refusal('code_used_up'), 409);
      const { user } = await show(cards);
      await type(user, 'CIRCLE10');
      await screen.findByText(/you pay Rs 629/);
      await user.click(buyNow());
      await expectProblem(priceChanged);
      await user.click(buyNow());
      await expectProblem(`${discountRefusals.code_used_up.says} You were not charged this time.`);
      expect(opened).toEqual([]);
    });

    test('P44 a different code or pack starts a different order', async () => {
      const opened = checkoutScript();
      const backend = new Backend()
        .answer(paymentKey, key)
        .answer(discount, { success: true, amount: due })
        .answer(checkout, created)
        .answer(checkout, createdFor(due))
        .answer(checkout, createdFor(superValue.paise));
      const { user } = await show(cards);
      const buyAndClose = async (name: string) => {
        await buy(user, opened, opened.length + 1, name);
        act(() => opened.at(-1)?.modal.ondismiss());
      };
      await buyAndClose(single.name);
      await type(user, 'CIRCLE10');
      await screen.findByText(/you pay Rs 629/);
      await user.click(buyNow(single.name));
      await focusSays(/^A short time ago, you started a payment for this pack with another code/);
      expect(backend.sent(checkout)).toHaveLength(1);
      await user.click(screen.getByRole('button', { name: 'Start a new payment' }));
      await waitFor(() => expect(opened).toHaveLength(2));
      act(() => opened.at(-1)?.modal.ondismiss());
      await buyAndClose(superValue.name);
      expect(new Set(sentIn(backend, 'idempotency-key')).size).toBe(3);
    });

    const [saved, used] = [/^Your member price is lower than the price with CIRCLE10/, /you pay/];
    test.each([
      ['without a code', undefined, due, 'ALL'],
      [saved, due + 100, due, 'ALL'],
      [used, due, due, 'CIRCLE10'],
      [used, 60_000, 60_000, 'CIRCLE10'],
    ])(
      '§8.38 a member never pays more than the member price: %s %i',
      async (said, typed, pays, code) => {
        const opened = checkoutScript();
        const backend = buyer(memberPrice)
          .answer(discount, { success: true, amount: typed })
          .answer(checkout, createdFor(pays));
        const { user } = await show(cards);
        await screen.findByText(/Member price\. You save Rs 370/);
        expect(cardOf(superValue.name)).not.toHaveTextContent('Member price');
        if (typed !== undefined) {
          await type(user, 'CIRCLE10');
          await focusSays(said);
        }
        expect(cardOf(single.name)).toHaveTextContent(`Price ${formatPaise(pays)}`);
        await buy(user, opened);
        expect(backend.sent(checkout)).toEqual([{ amount: single.price, pack: 'single', code }]);
      },
    );

    test.each(['code_ended', 'code_used_up'] as const)(
      '§8.38 §8.46 a member whose price no longer applies (%s) is told, and can pay the usual price with one press',
      async (word) => {
        const opened = checkoutScript();
        const backend = buyer(memberPrice)
          .answer(checkout, refusal(word), 409)
          .answer(checkout, created);
        const { user } = await show(cards);
        await screen.findByText(/Member price\. You save Rs 370/);
        await user.click(buyNow());
        await expectProblem(purchaseMessages.usualPrice);
        expect(cardOf(single.name)).toHaveTextContent('Price Rs 699');
        await user.click(screen.getByRole('button', { name: 'Buy at the usual price' }));
        await waitFor(() => expect(opened).toMatchObject([{ amount: single.paise }]));
        expect(backend.sent(checkout)[1]).toEqual({ amount: single.price, pack: 'single' });
      },
    );

    test('§8.28 §8.37 P44 an unpaid order keeps its code after the window is closed, and its receipt shows the discount', async () => {
      const opened = checkoutScript();
      const less = { amount: due, discount: 7000, code: 'CIRCLE10' };
      const unpaid = order(less);
      const paid = paidOrder('pay_1', { ...less, pack: 'single' });
      const backend = signedIn()
        .answer('/rest/v1/profiles', profile)
        .answer(ordersPath, [unpaid, paid])
        .rpc('my_sessions', sessions())
        .answer(paymentKey, key)
        .answer(checkout, createdFor(due));
      const { user } = await show(list);
      // Another button stands in the place of ‘Pay now’ until its script has arrived.
      const pay = () => screen.getByRole('button', { name: 'Pay now' });
      await waitFor(() => expect(pay()).toBeEnabled());
      await user.click(pay());
      await waitFor(() => expect(opened).toHaveLength(1));
      act(() => opened[0]?.modal.ondismiss());
      await focusSays(purchaseMessages.closed);
      expect(screen.queryByRole('button', { name: 'Try again' }), '§8.28').toBeNull();
      await user.click(pay());
      await waitFor(() => expect(opened).toHaveLength(2));
      act(() => {
        opened[1]?.fail();
        opened[1]?.modal.ondismiss();
      });
      await focusSays(purchaseMessages.notThrough);
      const sent = { amount: single.price, pack: 'single', code: 'CIRCLE10' };
      expect(backend.sent(checkout)).toEqual([sent, sent]);
      const keys = [unpaid.idempotency_key, unpaid.idempotency_key];
      expect(sentIn(backend, 'idempotency-key')).toEqual(keys);
      await user.click(screen.getByRole('button', { name: 'Receipt' }));
      const receipt = screen.getByRole('dialog', { name: 'AdmitCircle receipt' });
      expect(receipt).toHaveTextContent('Rs 70 off Rs 699');
    });
  });

  test('P44 closing the payment window leads to a different message from a failed payment', async () => {
    const opened = checkoutScript();
    const user = await openCards();
    await buy(user, opened);
    act(() => opened[0]?.modal.ondismiss());
    await expectProblem(purchaseMessages.dismissed('Single Pack'));
    expect(
      screen.getByText(/^You closed the payment window for the Single Pack\./).parentElement,
    ).toHaveClass('notice-calm');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(opened).toHaveLength(2));
    expect(opened.map(({ order_id: id }) => id)).toEqual([created.order.id, created.order.id]);
    act(() => {
      opened[1]?.fail();
      opened[1]?.modal.ondismiss();
    });
    await expectProblem(purchaseMessages.attemptFailed('Single Pack'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(opened).toHaveLength(3));
  });

  test('§8.45 an empty payment window can be reopened after 10 s for the same order', async () => {
    const opened = checkoutScript();
    const pass = takeClock();
    const user = await openCards();
    await buy(user, opened);
    await pass(9_000);
    expect(buyNow()).toHaveAttribute('aria-disabled', 'true');
    await pass(1_000);
    const says = screen.getByText(purchaseMessages.unseen);
    expect(
      says.closest('[role=status]'),
      'screen readers announce the text, because the focus may be in the window',
    ).not.toBeNull();
    expect(buyNow()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(opened).toHaveLength(2));
    expect(opened[1]?.order_id).toBe(opened[0]?.order_id);
    act(() => opened[0]?.modal.ondismiss());
    expect(buyNow(), 'the second window is still open').toHaveAttribute('aria-disabled', 'true');
    act(() => opened[1]?.modal.ondismiss());
    await expectProblem(purchaseMessages.dismissed('Single Pack'));
    await pass(10_000);
    expect(screen.queryByText(purchaseMessages.unseen)).toBeNull();
  });

  describe('P45 loading the payment provider’s script', () => {
    /** Replaces the browser’s loading of scripts; resolves to the next script. */
    function nextScript(): Promise<HTMLScriptElement> {
      const { promise, resolve } = Promise.withResolvers<HTMLScriptElement>();
      vi.spyOn(document.head, 'append').mockImplementation((node) => {
        if (node instanceof HTMLScriptElement) resolve(node);
      });
      return promise;
    }

    test.each(['error', 'load'])(
      'if the checkout script is blocked or empty (%s), the page says so, and loads the script again on the next press',
      async (event) => {
        const user = await openCards();
        for (let time = 0; time < 2; time += 1) {
          const asked = nextScript();
          await user.click(buyNow());
          const script = await asked;
          script.dispatchEvent(new Event(event));
          await expectProblem(purchaseMessages.scriptBlocked);
        }
      },
    );

    test.each(['constructor', 'open'])(
      'a message appears if the checkout script fails in its %s',
      async (place) => {
        const broken = () => {
          throw new Error();
        };
        class Checkout {
          readonly on = vi.fn();
          readonly open = broken;
        }
        vi.stubGlobal('Razorpay', place === 'open' ? Checkout : broken);
        const user = await openCards();
        await user.click(buyNow());
        await expectProblem(notStarted);
      },
    );

    test('the page gives up on a checkout script that does not arrive within 10 s', async () => {
      const user = await openCards();
      const asked = nextScript();
      takeClock();
      await user.click(buyNow());
      await asked;
      expect(screen.getByText('Preparing your payment')).toBeVisible();
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      await expectProblem(purchaseMessages.scriptBlocked);
    });
  });

  describe('P20 buying with a refused token', () => {
    const expired = refusal('session_expired');
    const bearers = (backend: Backend) => sentIn(backend, 'authorization');

    test('a member with an expired token gets a new token and buys as the same member', async () => {
      const opened = checkoutScript();
      const renewed = `${session.access_token}2`;
      const backend = buyer()
        .answer(checkout, expired, 401)
        .answer(checkout, created)
        .answer('/auth/v1/token', { ...session, access_token: renewed });
      const { user } = await show(cards);
      await buy(user, opened);
      expect(bearers(backend)).toEqual([`Bearer ${session.access_token}`, `Bearer ${renewed}`]);
      expect(opened[0]?.prefill, '§8.30').toEqual({
        name: 'Asha Rao',
        email: member.email,
        contact: profile.phonenumber,
      });
      expect(new URL(opened[0]?.callback_url ?? '').search).toBe(
        `?user_id=${member.id}&first_name=Asha&last_name=Rao`,
      );
    });

    test('a member whose token cannot be renewed has to log in instead of buying anonymously', async () => {
      const opened = checkoutScript();
      const backend = buyer()
        .answer(checkout, expired, 401)
        .answer('/auth/v1/token', { code: 'refresh_token_not_found', msg: 'Invalid' }, 400);
      const { user } = await show(cards);
      await user.click(buyNow());
      await expectProblem(purchaseMessages.sessionExpired);
      expect(bearers(backend)).toEqual([`Bearer ${session.access_token}`]);
      expect(opened).toEqual([]);
    });
  });
});

describe('showing the next free time', () => {
  const path = '/rest/v1/rpc/next_free_time';
  const stopped = '/rest/v1/rpc/sales_are_stopped';
  const sales = () => new Backend().answer(stopped, false);
  const open = () =>
    show(async () => {
      const { NextFree } = await import('../../src/features/packs/NextFree.tsx');
      return <NextFree />;
    });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T12:00:00Z') });
  });

  test.each([
    ['2026-11-26T13:00:00+00:00', null, 'Next open interview: today, 6:30 pm'],
    [
      '2026-11-27T13:00:00+00:00',
      'Meera',
      'Next open interview: tomorrow, 6:30 pm, with Meera, IIM Ahmedabad',
    ],
    ['2026-12-01T02:30:00+00:00', null, 'Next open interview: Tue 1 Dec, 8:00 am'],
  ])('§4.18 a free time at %s with %s is shown as ‘%s’', async (starts_at, mentor, said) => {
    const backend = sales().answer(path, [
      { now: '2026-11-26T12:00:00+00:00', starts_at, mentor, institute: mentor && 'IIM Ahmedabad' },
    ]);
    await open();
    expect((await screen.findByText(/^Next open interview:/)).closest('p')).toHaveTextContent(said);
    expect(backend.calls).toContainEqual(expect.objectContaining({ path, method: 'GET' }));
  });

  const free = (state: 'none' | 'granted' | 'booked' | 'used', left = 5) => ({
    free_interview: { state, left, book_until: null },
  });
  const spent = singlePack({ remaining: 0, booked: 1 });

  test.each([
    ['You have 5 sessions left.', 'Book a session', '#book', { packs: [pack(), spent] }],
    [
      'You have 1 session left.',
      'Book a session',
      '#book',
      { ...free('booked'), packs: [singlePack()] },
    ],
    ['Your free interview is waiting.', 'Book it', '#book-free', free('granted')],
    [
      'Your free interview is booked.',
      'See your session',
      '',
      { ...free('booked'), packs: [spent] },
    ],
    ['You have no sessions left.', 'See your sessions', '', { ...free('used'), packs: [spent] }],
    ['You have no pack yet.', 'See your sessions', '', free('none', 0)],
    [
      'You have 1 session booked and none left.',
      'See your sessions',
      '',
      { ...free('used'), packs: [spent], upcoming: [booking(48)] },
    ],
    [
      'You have no sessions to book right now.',
      'See your sessions',
      '',
      { ...free('used'), packs: [pack({ disputed: true })] },
    ],
  ])('§4.18 a member reads ‘%s %s’ above the packs', async (says, label, hash, has) => {
    signedIn().answer(stopped, false).answer(path, []).rpc('my_sessions', sessions(has));
    await open();
    await waitFor(() => expect(linkTo(label)).toBe(`${memberPages.sessions}${hash}`));
    expect(screen.getByRole('link', { name: label }).parentElement).toHaveTextContent(
      `${says} ${label}`.trim(),
    );
  });

  test.each([
    ['5', 'You have 5 sessions left. See the packs', '#book', { packs: [pack()] }],
    ['1', 'Your free interview is waiting. See the packs', '#book-free', free('granted')],
  ])(
    '§4.12 §4.18 a member with %s sessions left gets booking as the main button of /buy, and the packs second',
    async (left, line, hash, has) => {
      signedIn().rpc('my_sessions', sessions(has));
      const action = { label: 'See the packs', href: '#packs' };
      await show(async () => {
        const { FirstStep } = await import('../../src/features/packs/FirstStep.tsx');
        return <FirstStep from="from" price="Rs 699" action={action} />;
      });
      const main = await screen.findByRole('link', { name: 'Book a session' });
      expect(main).toHaveAttribute('href', `${memberPages.sessions}${hash}`);
      expect(main, 'the filled button').toHaveClass('button');
      expect(main.closest('p')).toHaveTextContent(`Sessions left: ${left}`);
      expect(linkTo('See the packs')).toBe('#packs');
      const packs = screen.getByRole('link', { name: 'See the packs' });
      expect(packs).not.toHaveClass('button');
      expect(packs.parentElement).toHaveTextContent(line);
    },
  );

  test('§4.12 for a member with nothing to book, the packs are the main button of /buy', async () => {
    signedIn().rpc('my_sessions', sessions({ ...free('used'), packs: [spent] }));
    const action = { label: 'See the packs', href: '#packs' };
    await show(async () => {
      const { FirstStep } = await import('../../src/features/packs/FirstStep.tsx');
      return <FirstStep from="from" price="Rs 699" action={action} />;
    });
    await screen.findByText('You have no sessions left.');
    expect(screen.getByRole('link', { name: 'See the packs' })).toHaveClass('button');
  });

  test('§4.27 for a member with sessions left and a chosen time, only the button below the time leads to that mentor’s times', async () => {
    const kept = slot(60, { mentor_id: 7 });
    keepTime(kept);
    signedIn()
      .answer(stopped, false)
      .answer(path, [])
      .rpc('open_slots', [kept])
      .rpc('my_sessions', sessions({ packs: [pack()] }));
    await open();
    await screen.findByText(/We do not hold the seat/);
    await screen.findByText('You have 5 sessions left.', { selector: 'p' });
    const isSessions = (link: HTMLElement) =>
      link.getAttribute('href')?.startsWith(memberPages.sessions);
    await waitFor(() => expect(screen.getAllByRole('link').filter(isSessions)).toHaveLength(1));
    const book = screen.getByRole('link', { name: 'Check and book this time' });
    expect(book).toHaveClass('button');
    expect(book).toHaveAttribute('href', `${memberPages.sessions}?mentor=7#book`);
  });

  test.each([
    ['You have no pack yet.', []],
    ['You have no sessions left.', [spent]],
  ])(
    '§4.18 a member who can still get the free interview is offered it above the packs: %s',
    async (says, packs) => {
      signedIn()
        .answer(stopped, false)
        .answer(path, [])
        .rpc('my_sessions', sessions({ ...free('none'), packs }));
      await open();
      await waitFor(() =>
        expect(linkTo('Get my free interview')).toBe(`${memberPages.main}#free-interview`),
      );
      const line = screen.getByRole('link', { name: 'Get my free interview' }).parentElement;
      expect(line).toHaveTextContent(`${says} Get my free interview`);
    },
  );

  test('§4.18 the main button of /buy names the time that a member with sessions left has chosen', async () => {
    const one = slot(60);
    keepTime(one);
    signedIn().rpc('my_sessions', sessions({ packs: [pack()] }));
    await show(async () => {
      const { FirstStep } = await import('../../src/features/packs/FirstStep.tsx');
      return <FirstStep from="from" price="Rs 699" action={{ label: 'See', href: '#packs' }} />;
    });
    expect(
      await screen.findByRole('link', { name: `Book ${shortTime(one.starts_at)}` }),
    ).toHaveClass('button');
  });

  test.each([
    ['interview', 'Take it as your free interview, or buy a pack below.'],
    ['gd', 'Buy a pack below and book it on the next page.'],
  ] as const)(
    '§4.27 below a chosen time (%s), a member who can still get the free interview reads: %s',
    async (kind, says) => {
      const kept = slot(60, { kind });
      keepTime(kept);
      signedIn()
        .answer(stopped, false)
        .answer(path, [])
        .rpc('open_slots', [kept])
        .rpc('my_sessions', sessions(free('none')));
      await open();
      const own = await screen.findByText(says);
      const time = screen.getByText(/do not hold the seat/);
      expect(time.compareDocumentPosition(own), 'the time comes first').toBe(
        Node.DOCUMENT_POSITION_FOLLOWING,
      );
      const asks = screen
        .queryAllByRole('link')
        .filter((link) => link.getAttribute('href')?.startsWith(memberPages.main));
      expect(asks.map(({ textContent }) => textContent)).toEqual(
        kind === 'gd' ? [] : ['Go to your free interview'],
      );
    },
  );

  test('§4.18 at the top of /buy, a member can take the chosen time as the free interview', async () => {
    keepTime(slot(60));
    signedIn().rpc('my_sessions', sessions(free('none')));
    await show(async () => {
      const { FirstStep } = await import('../../src/features/packs/FirstStep.tsx');
      return <FirstStep from="from" price="Rs 699" action={{ label: 'See', href: '#packs' }} />;
    });
    await waitFor(() =>
      expect(linkTo('Take your chosen time as your free interview')).toBe(
        `${memberPages.main}#free-interview`,
      ),
    );
  });

  test('§20.42 the page says so when sales are stopped', async () => {
    new Backend().answer(path, []).answer(stopped, true);
    await open();
    await screen.findByText('Sales are paused. Please come back later.');
  });

  test.each([
    ['no time', [], 200],
    ['no answer', { message: 'down' }, 500],
  ])('§4.18 R2 with %s, the page says when a time is chosen', async (_, body, status) => {
    const backend = sales().answer(path, body, status);
    const { container } = await open();
    await expect.poll(() => backend.sent(path)).toHaveLength(1);
    expect(container).toHaveTextContent(
      /^Your sessionsLoading the timesYou choose your time after paying.*Choose a time before you pay$/,
    );
  });
});

describe('listing the mentors', () => {
  const path = '/rest/v1/rpc/public_mentors';
  const none = 'No one yet';
  const open = () =>
    show(async () => {
      const { Mentors } = await import('../../src/features/public-mentors/Mentors.tsx');
      return <Mentors labelledBy="heading" none={none} />;
    });
  const about = {
    institute: 'XLRI Jamshedpur',
    work: 'HR lead, software',
    languages: 'English, Hindi',
    rating: 4.6,
    held: 25,
    next_times: [],
  };
  const time = { id: 'a-slot', is_gd: false, starts_at: '2099-11-28T04:30:00+00:00' };

  test('§4.20 the list shows the school, year, work and typical questions of each of the first 24 mentors', async () => {
    const others = Array.from({ length: 24 }, (_, nth) => ({
      ...{ ...about, batch: null, asks: '', languages: '', rating: null, held: null },
      id: nth + 2,
      name: `Arjun ${'Das '.repeat(nth + 1)}Rao`,
    }));
    new Backend().answer(path, [
      { ...about, id: 1, name: 'Farah', batch: 2018, asks: 'How you make room' },
      ...others,
    ]);
    await open();
    const cards = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(cards).toHaveLength(24);
    expect(cards.slice(0, 2)).toEqual([
      'FarahXLRI Jamshedpur, 2018HR lead, software · English, HindiRated 4.6 out of 5 by members · 25+ sessions heldAsks about How you make roomNo open times right now',
      'Arjun Das RaoXLRI JamshedpurHR lead, softwareNo open times right now',
    ]);
  });

  test('§4.20 the list is loaded again after a minute, or right away after a failure', async () => {
    const pass = takeClock();
    const backend = new Backend().answer(path, { message: 'down' }, 500).answer(path, []);
    const visit = async (requests: number) => {
      await open();
      await waitFor(() => expect(backend.sent(path)).toHaveLength(requests));
      cleanup();
      await pass(2_000);
    };
    await visit(1);
    await visit(2);
    await pass(50_000);
    await visit(2);
    await pass(10_000);
    await visit(3);
  });

  const openAll = (query = '') => {
    history.replaceState(null, '', `/mentors${query}`);
    return show(async () => {
      const { AllMentors } = await import('../../src/features/public-mentors/AllMentors.tsx');
      return <AllMentors none={none} />;
    });
  };
  const farah = { ...about, id: 1, name: 'Farah', batch: 2018, asks: '' };
  const meera = { ...farah, id: 2, name: 'Meera', institute: 'IIM Ahmedabad' };
  const names = () =>
    screen
      .getAllByRole('listitem')
      .map((card) => within(card).getByText(/^(Farah|Meera)$/).textContent);

  test('§4.23 visitors can filter mentors by school, and the URL keeps the filter', async () => {
    new Backend().answer(path, [farah, meera]);
    const { user } = await openAll('?school=Nowhere');
    const school = await screen.findByRole('combobox', { name: 'School' });
    expect(names()).toEqual(['Farah', 'Meera']);
    await user.selectOptions(school, 'IIM Ahmedabad');
    expect(names()).toEqual(['Meera']);
    expect(screen.getByRole('status')).toHaveTextContent('1 mentor');
    expect(location.search).toBe('?school=IIM+Ahmedabad');
    cleanup();
    await openAll(location.search);
    expect(await screen.findByRole('combobox')).toHaveValue('IIM Ahmedabad');
    expect(names()).toEqual(['Meera']);
    await user.selectOptions(screen.getByRole('combobox'), 'All schools');
    expect([names(), location.search]).toEqual([['Farah', 'Meera'], '']);
  });

  test.each([
    ['a visitor to that mentor’s times', false, '/buy?mentor=1#times'],
    ['a member to the list of times', true, '/dashboard/sessions?mentor=1#book'],
  ])(
    '§4.25 a mentor’s card leads %s, and keeps a time selected on the card',
    async (_, loggedIn, href) => {
      if (loggedIn) signedIn();
      const gd = { ...time, id: 'a-gd', is_gd: true };
      new Backend().answer(path, [{ ...farah, next_times: [time, gd] }, meera]);
      const { user } = await openAll();
      const book = await screen.findByRole('link', { name: 'All times' });
      expect(book).toHaveAttribute('href', href);
      expect(book).toHaveAccessibleDescription('Farah');
      expect(screen.getByText('No open times right now')).toBeVisible();
      const toTime = loggedIn ? '/dashboard/sessions#book' : href;
      expect(screen.getByRole('link', { name: /\(GD\)$/ })).toHaveAttribute('href', toTime);
      const link = screen.getByRole('link', { name: 'Sat 28 Nov 10:00 am' });
      expect(link).toHaveAttribute('href', toTime);
      link.addEventListener('click', (event) => event.preventDefault());
      await user.click(link);
      const kept = localStorage.getItem(storageKeys.chosenTime) ?? '';
      const chosen = { slot: time.id, kind: 'interview', starts_at: time.starts_at };
      expect(JSON.parse(kept)).toMatchObject({ ...chosen, mentor: { id: 1, name: 'Farah' } });
    },
  );

  test('§4.22 until the reply, the page says that the list is loading, and then why it is empty', async () => {
    const release = new Backend().hold(path);
    await openAll();
    expect(screen.getByRole('status')).toHaveTextContent(
      'Loading the mentors and their next open times',
    );
    expect(screen.queryByText(none)).toBeNull();
    act(() => release([]));
    expect(await screen.findByText(none)).toBeVisible();
  });

  test('§4.23 the filter is hidden when all mentors are from one school', async () => {
    new Backend().answer(path, [farah, { ...farah, id: 2, name: 'Meera' }]);
    await openAll();
    expect(await screen.findByText('2 mentors')).toBeVisible();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test.each([
    ['§4.20 the row of mentors', open],
    ['§4.22 the page of all mentors', openAll],
  ])('R2 %s says why it is empty when the mentors cannot be loaded', async (_, show) => {
    const backend = new Backend().answer(path, { message: 'down' }, 500);
    await show();
    await expect.poll(() => backend.sent(path)).toHaveLength(1);
    expect(screen.getByText(none)).toBeVisible();
  });
});
