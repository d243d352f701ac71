import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type FrameLocator, type Page } from 'playwright';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { browserArguments, findBrowser, findHeadlessShell } from '../../local/browser.ts';
import { single } from '../samples/packs.ts';
import { startShop } from './shop.ts';
import { anyId, keys, matching, startTestSandbox } from './support.ts';

const payLabel = `Pay ₹${single.price.toLocaleString('en-IN')}`;

let browser: Browser;

beforeAll(async () => {
  const executablePath = findHeadlessShell(findBrowser());
  browser = await chromium.launch({ executablePath, args: browserArguments });
  // Enough time to install a Chromium if there is none.
}, 600_000);

afterAll(() => browser.close());

/** Starts a sandbox and a shop, and opens the checkout of a new order on the shop's page. */
async function openCheckout(options: object = {}) {
  const sandbox = await startTestSandbox();
  const shop = await startShop(sandbox.url);
  const order = await sandbox.order();
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  page.setDefaultTimeout(5000);
  const problems: string[] = [];
  page.on('console', (message) => {
    const expected = message.text().includes('the server responded with a status of 400');
    if (message.type() === 'error' && !expected) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  onTestFinished(async () => {
    await context.close();
    expect(problems).toEqual([]);
  });
  const defaults = {
    key: keys.keyId,
    order_id: order.id,
    amount: order.amount,
    currency: 'INR',
    name: 'AdmitCircle',
    description: 'Single Pack',
    prefill: { contact: '9000090000', email: 'asha@example.com' },
    theme: { color: '#B8371A' },
  };
  await page.goto(shop.page({ ...defaults, ...options }));
  await page.getByRole('button', { name: 'Buy' }).click();
  const frame = page.frameLocator('.razorpay-container .razorpay-checkout-frame');
  return { sandbox, shop, order, page, frame };
}

/** The events that the shop's page received, with their details, in order. */
async function shopLog(page: Page, count: number): Promise<[string, unknown][]> {
  const items = page.locator('#log li');
  await items.nth(count - 1).waitFor();
  const entry = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.unknown()]));
  return v.parse(v.array(entry), await items.allTextContents());
}

async function payByUpi(frame: FrameLocator, vpa: string): Promise<void> {
  await frame.getByLabel('UPI ID', { exact: true }).fill(vpa);
  await frame.getByRole('button', { name: payLabel }).click();
}

test('needs the second host of the provider for each kind of thing it loads', async () => {
  const sandbox = await startTestSandbox();
  const shop = await startShop(sandbox.url, sandbox.url);
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      const item = document.createElement('li');
      item.textContent = effectiveDirective;
      document.getElementById('log')?.append(item);
    });
  });
  await page.goto(shop.page({ key: keys.keyId, order_id: (await sandbox.order()).id }));
  await page.getByRole('button', { name: 'Buy' }).click();
  const blocked = page.locator('#log li');
  await blocked.nth(4).waitFor();
  expect((await blocked.allTextContents()).toSorted()).toEqual([
    'connect-src',
    'frame-src',
    'img-src',
    'script-src-elem',
    'style-src-elem',
  ]);
});

describe('the checkout in a browser', () => {
  test('P11 charges the amount of the order, and gives the signed fields to the handler alone', async () => {
    const { sandbox, shop, order, page, frame } = await openCheckout({
      handler: true,
      callback_url: '/callback',
      amount: 100,
    });
    await frame.getByText('Test Mode — no money moves').waitFor();
    await expect.poll(() => page.evaluate(() => document.body.style.overflow)).toBe('hidden');
    await payByUpi(frame, 'success@razorpay');
    const log = await shopLog(page, 1);
    const [payment] = await sandbox.payments(order.id);
    expect(payment).toMatchObject({
      amount: single.paise,
      status: 'captured',
      contact: '+919000090000',
      description: 'Single Pack',
    });
    expect(log).toEqual([
      [
        'handler',
        {
          razorpay_payment_id: payment?.id,
          razorpay_order_id: order.id,
          razorpay_signature: matching(/^[0-9a-f]{64}$/),
        },
      ],
    ]);
    expect(shop.posted).toEqual([]);
    expect(await page.locator('.razorpay-container').count()).toBe(0);
    expect(await page.evaluate(() => document.body.style.overflow)).toBe('');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('buy');
  });

  test('without a handler, posts the three fields to callback_url from the page', async () => {
    const { shop, order, page, frame } = await openCheckout({
      callback_url: '/api/paymentVerify?user_id=1',
    });
    await payByUpi(frame, 'success@razorpay');
    await page.getByRole('heading', { name: 'Received' }).waitFor();
    expect(shop.posted).toEqual([
      {
        path: '/api/paymentVerify?user_id=1',
        fields: {
          razorpay_payment_id: anyId('pay'),
          razorpay_order_id: order.id,
          razorpay_signature: matching(/^[0-9a-f]{64}$/),
        },
      },
    ]);
  });

  test('P44 reports a failure, and lets the payer try again on the same order', async () => {
    const { sandbox, order, page, frame } = await openCheckout({ handler: true });
    await payByUpi(frame, 'failure@razorpay');
    await frame.getByRole('heading', { name: 'Payment failed' }).waitFor();
    const [failed] = await sandbox.payments(order.id);
    const error = {
      code: 'BAD_REQUEST_ERROR',
      description: failed?.error_description,
      source: 'gateway',
      step: 'payment_response',
      reason: 'payment_failed',
      metadata: { payment_id: failed?.id, order_id: order.id },
    };
    expect(await shopLog(page, 1)).toEqual([['failed', { error }]]);
    await frame.getByRole('button', { name: 'Try again' }).click();
    await payByUpi(frame, 'failure@razorpay');
    await frame.getByRole('button', { name: 'Try again' }).click();
    await payByUpi(frame, 'success@razorpay');
    const events = (await shopLog(page, 3)).map(([event]) => event);
    expect(events).toEqual(['failed', 'failed', 'handler']);
    expect(await sandbox.getOrder(order.id)).toMatchObject({ status: 'paid', attempts: 3 });
  });

  test('refuses what is no test address, beside its field', async () => {
    const { frame } = await openCheckout();
    await payByUpi(frame, 'asha@okbank');
    await frame.getByRole('alert').filter({ hasText: 'success@razorpay' }).waitFor();
    const vpa = frame.getByLabel('UPI ID', { exact: true });
    expect(await vpa.getAttribute('aria-invalid')).toBe('true');
    expect(await vpa.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test('P44 is dismissed by Escape', async () => {
    const { page, frame } = await openCheckout({ handler: true });
    // The frame's script writes the shop's name when it starts to listen.
    await frame.getByRole('heading', { name: 'AdmitCircle' }).waitFor();
    await frame.getByLabel('UPI ID', { exact: true }).press('Escape');
    expect(await shopLog(page, 1)).toEqual([['dismissed', null]]);
    expect(await page.locator('.razorpay-container').count()).toBe(0);
    expect(await page.evaluate(() => document.body.style.overflow)).toBe('');
  });

  test('P46 with redirect, goes to the hosted page, which posts a failure as a form', async () => {
    const callback = { redirect: true, callback_url: '/callback?x=1' };
    const { sandbox, shop, order, page } = await openCheckout(callback);
    await page.waitForURL('**/v1/checkout/embedded');
    await page.getByRole('heading', { name: 'AdmitCircle' }).waitFor();
    await page.getByLabel('UPI ID', { exact: true }).fill('failure@razorpay');
    await page.getByRole('button', { name: payLabel }).click();
    await page.getByRole('heading', { name: 'Received' }).waitFor();
    const [payment] = await sandbox.payments(order.id);
    expect(shop.posted).toEqual([
      {
        path: '/callback?x=1',
        fields: {
          'error[code]': 'BAD_REQUEST_ERROR',
          'error[description]': payment?.error_description,
          'error[source]': 'gateway',
          'error[step]': 'payment_response',
          'error[reason]': 'payment_failed',
          'error[metadata]': JSON.stringify({ payment_id: payment?.id, order_id: order.id }),
        },
      },
    ]);
  });

  test('does not tell the shop of a payment whose callback is lost', async () => {
    const { sandbox, order, page, frame } = await openCheckout({ handler: true });
    await sandbox.arm({ kind: 'callback_lost' });
    await payByUpi(frame, 'success@razorpay');
    await frame.getByRole('heading', { name: 'Paid, but the shop was not told' }).waitFor();
    await frame.getByRole('button', { name: 'Close payment' }).click();
    expect(await shopLog(page, 1)).toEqual([['dismissed', null]]);
    expect(await sandbox.getOrder(order.id)).toMatchObject({ status: 'paid' });
  });

  test('throws the same errors as the real constructor', async () => {
    const { page } = await openCheckout();
    const amount =
      'Invalid amount (should be passed in integer paise. Minimum value is 100 paise, i.e. ₹ 1)';
    const refusals: [unknown, string][] = [
      [null, 'Invalid options'],
      [{}, 'No key passed'],
      [{ key: 'k', amount: 99 }, amount],
      [{ key: 'k', amount: 100.5 }, amount],
    ];
    for (const [options, message] of refusals) {
      const text = JSON.stringify(options);
      const thrown = await page.evaluate(
        `(() => { try { new Razorpay(${text}) } catch (error) { return error.message } })()`,
      );
      expect(thrown).toBe(message);
    }
  });

  test('P50 asks for an address only when the options say so', async () => {
    const label = 'Email (optional)';
    const { frame } = await openCheckout();
    await frame.getByLabel('Phone number').waitFor();
    expect(await frame.getByLabel(label).isVisible()).toBe(false);
    const asking = await openCheckout({ hidden: { email: false } });
    await asking.frame.getByLabel(label).waitFor();
  });

  test('says on the page that the order is unknown', async () => {
    const { frame } = await openCheckout({ order_id: 'order_00000000000000' });
    await frame.getByText('The id provided does not exist').waitFor();
  });

  test('fits 360 and 1280 px, and axe finds nothing', async () => {
    const { page, frame } = await openCheckout();
    await frame.getByRole('button', { name: payLabel }).waitFor();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const surplus = 'document.documentElement.scrollWidth - innerWidth';
      expect(await page.frames()[1]?.evaluate(surplus)).toBeLessThanOrEqual(0);
    }
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  });
});
