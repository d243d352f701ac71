/** The whole life of a discount code: checked on /buy, paid, on the receipt, and refunded to the paisa. */
import { runScheduled } from '../../local/schedule.ts';
import { superValue } from '../samples/packs.ts';
import { referenceOf } from './security/support/shop.ts';
import { becomeMember } from './support/members.ts';
import { holdSession, ordinary, refundsPath, requestCard } from './support/refunds.ts';
import { database, editor, stack } from './support/stack.ts';
import { checkoutFrame, expect, packCard, payByUpi, test } from './support/test.ts';

test.use({ timezoneId: 'Asia/Kolkata', viewport: { width: 360, height: 740 } });

test('§8.34 §8.37 §17.18 a pack is bought with a code, and its unused sessions go back to the paisa', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await editor("select operations.add_code(percent => 10, code => 'CIRCLE10', uses => 1)");
  const card = packCard(page, superValue.name);

  const payment =
    await test.step('the card says what is to be paid before the window opens', async () => {
      await page.goto('/buy');
      await card.scrollIntoViewIfNeeded();
      await card.getByRole('button', { name: 'Have a code?' }).click();
      await card.getByLabel('Discount code').fill('circle10');
      await card.getByRole('button', { name: 'Apply' }).click();
      await expect(card.locator(':focus')).toContainText('CIRCLE10: you pay Rs 2159, Rs 240 less');
      await expect(card).toContainText('Rs 432 a session');
      await card.getByRole('button', { name: 'Buy Now' }).click();
      await expect(checkoutFrame(page).getByRole('button', { name: /^Pay/ })).toContainText(
        '2,159',
      );
      await payByUpi(page, 'success@razorpay');
      return referenceOf(page);
    });

  await test.step('/success says what was paid', async () => {
    const receipt = page.locator('#purchase-receipt');
    await expect(receipt).toContainText('Rs 2159');
    await expect(receipt).toContainText('Rs 240 off Rs 2399');
  });

  const { data: bought } = await database
    .from('payments')
    .select('order_id')
    .eq('id', payment)
    .single()
    .throwOnError();
  await holdSession(member, bought.order_id, 2);
  await holdSession(member, bought.order_id, 5);

  await test.step('three of five sessions go back by what was paid', async () => {
    await page.goto(refundsPath);
    await expect(ordinary(page)).toContainText('3 of 5 sessions of Rs 2159');
    await ordinary(page).getByRole('button', { name: 'Ask for Rs 1295.40' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for Rs 1295.40 back?' });
    await dialog.getByRole('button', { name: 'Ask for Rs 1295.40' }).click();
    const heading = page.locator('h3:focus');
    await expect(heading).toHaveText(/^R-\d+, Rs 1295.40/);
    const number = /R-\d+/.exec(await heading.innerText())?.[0] ?? '';
    await editor('select operations.approve_refund($1)', number);
    await runScheduled('refunds', stack.site);
    await expect
      .poll(async () => {
        const { data } = await database
          .from('payments')
          .select('amount_refunded')
          .eq('id', payment)
          .single()
          .throwOnError();
        return data.amount_refunded;
      })
      .toBe(129_540);
    await page.reload();
    await expect(requestCard(page, number)).toContainText('Rs 1295.40 was sent to');
  });
});
