import { runScheduled } from '../../local/schedule.ts';
import { formatRupees } from '../../src/domain/words/money.ts';
import { single } from '../samples/packs.ts';
import { buyNow, referenceOf } from './security/support/shop.ts';
import { linkIn, newMail } from './support/mail.ts';
import { mailOf, stack } from './support/stack.ts';
import { axeFindings, expectToFit } from './support/page.ts';
import { checkoutFrame, expect, fillSignUp, newPerson, payByUpi, test } from './support/test.ts';

test('§19.15 §15.75 a visitor gets the receipt by mail, signs up by its link, adds the pack and books', async ({
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
  await runScheduled('mail', stack.site);
  expect(await mailOf(email), 'no second mail').toHaveLength(1);

  // In as many steps: the pack, 'Book a session', and the time.
  await page.setViewportSize({ width: 360, height: 740 });
  await fillSignUp(page, newPerson({ email }));
  await page.getByRole('button', { name: 'SIGN UP' }).click();
  const found = page.getByRole('region', { name: 'We found your payment' });
  await expect(found).toContainText(reference);
  await expect(page.getByText('No packs yet')).toBeHidden();
  expect(await axeFindings(page), 'found').toEqual([]);
  await expectToFit(page);
  await found.getByRole('button', { name: 'Add to my packs' }).click();
  await expect(found).toHaveCount(0);
  const packs = page.getByRole('region', { name: 'Your packs' });
  await packs.getByRole('link', { name: 'Book a session' }).click();
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeFocused();

  await page.goto('/dashboard/settings#addresses');
  await expect(
    page.getByRole('region', { name: 'Verify your e-mail' }),
    'it is the address of the account',
  ).toContainText(`${email} verified`);
});
