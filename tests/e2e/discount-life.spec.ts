/** A discount code’s life: checked on /buy, paid, shown on the receipt, and counted in a refund. */
import { superValue } from '../samples/packs.ts';
import { referenceOf } from './security/support/shop.ts';
import { becomeMember } from './support/members.ts';
import { paymentOf } from './support/orders.ts';
import { holdSession, ordinary, refundsPath } from './support/refunds.ts';
import { editor } from './support/stack.ts';
import { checkoutFrame, expect, packCard, payByUpi, phone, test } from './support/test.ts';

test.use({ ...phone, isOldest: true, isTranslated: true });

test('§8.34 §8.37 §17.18 a member buys a pack with a code, and unused sessions are refunded at the price paid', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await editor("select operations.add_code(percent => 10, code => 'CIRCLE10', uses => 1)");
  const card = packCard(page, superValue.name);

  const payment =
    await test.step('the card shows the discounted price before the payment window opens', async () => {
      await page.goto('/buy');
      await card.scrollIntoViewIfNeeded();
      await card.getByRole('button', { name: 'Have a code?' }).click();
      await card.getByLabel('Discount code').fill('circle10');
      await card.getByRole('button', { name: 'Apply code' }).click();
      await expect(card.locator(':focus')).toContainText('CIRCLE10: you pay Rs 2159, Rs 240 less');
      await expect(card).toContainText('Rs 432 a session');
      await card.getByRole('button', { name: 'Buy Now' }).click();
      await expect(checkoutFrame(page).getByRole('button', { name: /^Pay/ })).toContainText(
        '2,159',
      );
      await payByUpi(page, 'success@razorpay');
      return referenceOf(page);
    });

  await test.step('/success shows the price paid', async () => {
    const receipt = page.locator('#purchase-receipt');
    await expect(receipt).toContainText('Rs 2159');
    await expect(receipt).toContainText('Rs 240 off Rs 2399');
  });

  const order = (await paymentOf(payment)).order_id;
  await holdSession(member, order, 2);
  await holdSession(member, order, 5);

  await test.step('three unused sessions of five are refunded at the price paid', async () => {
    await page.goto(refundsPath);
    await expect(ordinary(page)).toContainText('3/5 of the Rs 2159 you paid');
    const ask = ordinary(page).getByRole('button', { name: 'Ask for Rs 1295.40' });
    await expect(ask).toBeVisible();
  });
});
