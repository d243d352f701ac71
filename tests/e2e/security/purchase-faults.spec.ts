import { memberPages } from '../../../src/domain/member-pages.ts';
/**
 * What a buyer sees when something goes wrong: every message says whether money has moved, loading
 * always ends, and only paid orders are shown as paid.
 */
import { purchaseMessages } from '../../../src/features/packs/purchase-messages.ts';
import { paymentNotices } from '../../../src/content/payment-notices.ts';
import { holdBack } from '../support/faults.ts';
import { becomeMember } from '../support/members.ts';
import { stack } from '../support/stack.ts';
import { checkoutFrame, expect, payByUpi, test } from '../support/test.ts';
import { arm, provider } from './support/sandbox.ts';
import {
  buyNow,
  dashboardRow,
  expectProblem,
  foreseeOrder,
  openCheckout,
  orderOf,
  reconcileLater,
  reference,
  referenceOf,
} from './support/shop.ts';
import { single, superValue } from '../../samples/packs.ts';

test.describe('surviving faults at the payment provider', () => {
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('P39 P40 R6 a buyer is told when the provider fails, its reply is lost or the connection drops, and the next attempt opens the same order', async ({
    page,
    context,
  }) => {
    const { id, receipt } = await foreseeOrder(page);
    await page.goto('/buy');
    await arm({ kind: '500', times: 2, on: 'orders.create', match: { receipt } });
    await buyNow(page).click();
    await expectProblem(page, purchaseMessages.notStarted);
    await context.setOffline(true);
    await buyNow(page).click();
    await expectProblem(page, purchaseMessages.offline);
    await context.setOffline(false);
    await arm({ kind: 'drop_reply', on: 'orders.create', match: { receipt } });
    const providerOrder = await openCheckout(page);
    expect((await orderOf(providerOrder)).id).toBe(id);
  });
});

test('P21 a double click creates only one order, even before the page is ready', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/checkout')) requests.push(request.postData() ?? '');
  });
  await page.goto('/buy');
  await buyNow(page).dblclick();
  await expect(checkoutFrame(page).getByRole('button', { name: /^Pay/ })).toBeVisible();
  for (const button of await page.locator('.pack-card button').all()) {
    await expect(button).toBeDisabled();
  }
  expect(requests).toEqual([JSON.stringify({ amount: single.price, pack: single.id })]);
});

test('P22 §8.39 after a reload or in another tab the buyer opens the same order, and is told that the payment may still arrive', async ({
  page,
  context,
}) => {
  const member = await becomeMember(page);
  await page.goto('/buy');
  const first = await openCheckout(page);
  await page.reload();
  const other = await context.newPage();
  await other.goto('/buy');
  for (const tab of [page, other]) {
    await buyNow(tab).scrollIntoViewIfNeeded();
    await expect(
      tab.getByText(/^The payment you started at \d+:\d\d [ap]m may still/),
    ).toBeVisible();
    expect(await openCheckout(tab)).toBe(first);
  }
  await arm({ kind: 'callback_lost', match: { order_id: first } });
  await arm({ kind: 'webhook_lost', match: { order_id: first } });
  await payByUpi(other, 'success@razorpay');
  await expect.poll(() => provider.webhooksOf(first)).toContain('order.paid lost');
  await other.close();

  await page.goto(memberPages.main);
  await buyNow(page).scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'See your payment' }).click();
  await referenceOf(page);
  await expect(page.getByText('Payment confirmed.')).toBeVisible();
  expect(await orderOf(first)).toMatchObject({ user_id: member.id, status: 'paid' });
  await page.goto('/buy');
  expect(await openCheckout(page), 'the buyer starts another purchase').not.toBe(first);
});

test('P11 an amount altered in the browser is not charged', async ({ page }) => {
  await page.addInitScript(() => {
    type Checkout = new (options: { amount: number }) => object;
    let altered: Checkout | undefined;
    Object.defineProperty(window, 'Razorpay', {
      get: () => altered,
      set: (original: Checkout) => {
        altered = class extends original {
          constructor(options: { amount: number }) {
            super({ ...options, amount: 100 });
          }
        };
      },
    });
  });
  await page.goto('/buy');
  const providerOrder = await openCheckout(page);
  await payByUpi(page, 'success@razorpay');
  await referenceOf(page);
  expect(await orderOf(providerOrder)).toMatchObject({
    status: 'paid',
    payments: [{ amount: single.paise, status: 'captured' }],
  });
});

test.describe('a member’s purchase', () => {
  test('the last press of ‘Buy Now’ before the scripts arrive takes effect once they have loaded', async ({
    page,
  }) => {
    await becomeMember(page);
    const release = await holdBack(page, '**/_astro/PackCards*');
    await page.goto(memberPages.main);
    await buyNow(page, 'Single Pack').click();
    await buyNow(page, 'Super Value Pack').click();
    release();
    await expect(
      checkoutFrame(page).getByRole('button', {
        name: `Pay ₹${superValue.price.toLocaleString('en-IN')}`,
      }),
    ).toBeVisible();
  });

  test('P27 the reconciler puts the pack on the dashboard when callback and webhook are lost', async ({
    page,
  }) => {
    await becomeMember(page);
    await page.goto(memberPages.main);
    const order_id = await openCheckout(page);
    await arm({ kind: 'callback_lost', match: { order_id } });
    await arm({ kind: 'webhook_lost', match: { order_id } });
    await payByUpi(page, 'success@razorpay');
    await expect.poll(() => provider.webhooksOf(order_id)).toContain('order.paid lost');

    await page.reload();
    await expect(dashboardRow(page, 'Single Pack')).toContainText('Not confirmed yet');
    await reconcileLater(order_id);
    await page.reload();
    await expect(dashboardRow(page, 'Single Pack')).toContainText('Paid');
    await expect(dashboardRow(page, 'Not confirmed yet')).toHaveCount(0);
  });
});

test('P43 a buyer whose payment cannot be looked up is told not to pay again', async ({ page }) => {
  await becomeMember(page);
  await page.goto('/buy');
  const order_id = await openCheckout(page);
  await arm({ kind: '500', on: 'payments.get', times: 2, match: { order_id } });
  await arm({ kind: 'webhook_lost', match: { order_id } });
  await payByUpi(page, 'success@razorpay');
  await expect(page).toHaveURL('/buy?payment=pending');
  await expect(page.locator(':focus')).toContainText(paymentNotices.pending);
  await expect(page.getByText(paymentNotices.failed)).toBeHidden();
  expect((await orderOf(order_id)).status).toBe('created');
  await reconcileLater(order_id);
  expect((await orderOf(order_id)).status).toBe('paid');
});

test.describe('P46 §8.40 paying inside another app, where the provider opens its own page', () => {
  // The sandbox does not recognise this browser; it opens its own page because the checkout asks for that.
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  });

  test('inside another app a failed payment is explained in our words, and a successful payment is confirmed', async ({
    page,
  }) => {
    const payThere = async (address: string) => {
      await expect(page).toHaveURL(`${stack.sandbox}/v1/checkout/embedded`);
      await payByUpi(page, address);
    };
    await page.goto('/buy');
    await buyNow(page).click();
    await payThere('failure@razorpay');
    await expect(page).toHaveURL('/buy?payment=failed');
    await expect(page.locator(':focus')).toContainText(paymentNotices.failed);

    await buyNow(page).click();
    await payThere('success@razorpay');
    await expect(page).toHaveURL(reference);
    await expect(page.getByText('Payment confirmed.')).toBeVisible();
  });
});
