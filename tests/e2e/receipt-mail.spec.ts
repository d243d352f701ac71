import { runScheduled } from '../../local/schedule.ts';
import { formatRupees } from '../../src/domain/words/money.ts';
import { single } from '../samples/packs.ts';
import { buyNow, referenceOf } from './security/support/shop.ts';
import { linkIn, newMail } from './support/mail.ts';
import { mailOf, stack } from './support/stack.ts';
import { checkoutFrame, expect, payByUpi, test } from './support/test.ts';

test('§19.15 a visitor gets the receipt by mail, and its link leads to the sign-up', async ({
  page,
}) => {
  const email = `${crypto.randomUUID()}@example.com`;
  await page.goto('/buy');
  await buyNow(page).click();
  await checkoutFrame(page)
    .getByLabel(/^Email/)
    .fill(email);
  await payByUpi(page, 'success@razorpay');
  const reference = await referenceOf(page);
  const mail = await newMail(email, 'Your receipt');
  for (const text of [
    reference,
    formatRupees(single.price),
    'Sign up with this address to keep it',
  ]) {
    expect(mail.text).toContain(text);
  }
  await page.goto(linkIn(mail, '/signup'));
  await expect(page.getByRole('heading', { name: 'FREE Sign Up' })).toBeVisible();
  await runScheduled('mail', stack.site);
  expect(await mailOf(email), 'no second mail').toHaveLength(1);
});
