import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type FrameLocator, type Page } from 'playwright';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { browserArguments, findBrowser, findHeadlessShell } from '../../local/browser.ts';
import { single } from '../samples/packs.ts';
import { startShop } from './shop.ts';
import { anyId, containing, keys, startTestSandbox } from './support.ts';

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
  test('says why it refuses an address, and shows the form again', async () => {
    const { frame } = await openCheckout();
    await payByUpi(frame, 'asha@okbank');
    await frame.getByRole('alert').filter({ hasText: 'success@razorpay' }).waitFor();
    await frame.getByRole('button', { name: 'Try again' }).click();
    const vpa = frame.getByLabel('UPI ID', { exact: true });
    expect(await vpa.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test('P44 reports a failure, and is dismissed by Escape', async () => {
    const { order, page, frame } = await openCheckout();
    await payByUpi(frame, 'failure@razorpay');
    await frame.getByRole('heading', { name: 'Payment failed' }).press('Escape');
    const error = {
      code: 'BAD_REQUEST_ERROR',
      description: containing('unsuccessful'),
      metadata: { payment_id: anyId('pay'), order_id: order.id },
    };
    expect(await shopLog(page, 2)).toEqual([
      ['failed', { error }],
      ['dismissed', null],
    ]);
    expect(await page.locator('.razorpay-container').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('buy');
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
