import { runScheduled } from '../../local/schedule.ts';
import { formatRupees } from '../../src/domain/words/money.ts';
import { single } from '../packs.ts';
import { mailOf, stack } from './support/stack.ts';
import { checkoutFrame, expect, packCard, payByUpi, test } from './support/test.ts';
import type { Page } from 'playwright/test';

/** Buys the single pack with this address in the checkout; resolves to the payment reference. */
async function buy(page: Page, email: string): Promise<string> {
  await page.goto('/buy');
  await packCard(page, 'Single Pack').getByRole('button', { name: 'Buy Now' }).click();
  await checkoutFrame(page)
    .getByLabel(/^Email/)
    .fill(email);
  await payByUpi(page, 'success@razorpay');
  await expect(page.getByText('Payment confirmed.')).toBeVisible();
  return new URL(page.url()).searchParams.get('reference') ?? '';
}

/** Lets the site send what waits; resolves to the receipts that arrived at an address. */
async function receipts(address: string) {
  await runScheduled('mail', stack.site);
  return (await mailOf(address)).filter(({ subject }) => subject.startsWith('Your receipt'));
}

test('§19.15 a visitor gets the receipt by mail, and its link leads to the sign-up', async ({
  page,
}) => {
  const email = `${crypto.randomUUID()}@example.com`;
  const reference = await buy(page, email);
  await expect.poll(() => receipts(email)).toHaveLength(1);
  const [mail] = await receipts(email);
  for (const text of [
    reference,
    formatRupees(single.price),
    'Sign up with this address to keep it',
  ]) {
    expect(mail?.text).toContain(text);
  }
  await page.goto(mail?.links.find((link) => link.endsWith('/signup')) ?? '');
  await expect(page.getByRole('heading', { name: 'FREE Sign Up' })).toBeVisible();
  await expect.poll(() => receipts(email), 'no second mail').toHaveLength(1);
});
