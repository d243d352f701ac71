import { memberPages } from '../../src/domain/member-pages.ts';
/** The whole life of an ordinary refund for a partly used pack; desk-life.spec.ts covers a 100% refund. */
import { runScheduled } from '../../local/schedule.ts';
import { arm, provider } from './security/support/sandbox.ts';
import { referenceOf } from './security/support/shop.ts';
import { newMail } from './support/mail.ts';
import { becomeMember } from './support/members.ts';
import { paymentOf } from './support/orders.ts';
import { holdSession, ordinary, refundsPath, requestCard } from './support/refunds.ts';
import { addBooking, openSlot, sessionWith } from './support/sessions.ts';
import { editor, stack } from './support/stack.ts';
import { expect, packCard, payByUpi, test } from './support/test.ts';

test.use({ isOldest: true, isTranslated: true, timezoneId: 'Asia/Kolkata' });

test('§17.5 §17.9 a partly used pack is refunded to the paisa', async ({ page }) => {
  const member = await becomeMember(page);
  const payment = await test.step('the member buys a pack of five', async () => {
    await page.goto(memberPages.main);
    await packCard(page, 'Super Value Pack').getByRole('button', { name: 'Buy Now' }).click();
    await payByUpi(page, 'success@razorpay');
    return referenceOf(page);
  });
  const bought = await paymentOf(payment);
  const order = bought.order_id;
  const sum = async () => {
    const { amount_refunded, orders } = await paymentOf(payment);
    return [amount_refunded, orders.status];
  };

  await holdSession(member, order, 2);
  await holdSession(member, order, 5);
  const ahead = await openSlot('interview', 72);
  await addBooking(member.id, order, ahead.id);

  const number =
    await test.step('the member sees the refund’s amount and asks for it', async () => {
      await page.goto(memberPages.main);
      await page.getByRole('link', { name: /^Ask for a refund/ }).click();
      await expect(page).toHaveURL(`${refundsPath}?order=${order}`);
      await expect(ordinary(page)).toContainText('Rs 1439.40');
      await expect(ordinary(page)).toContainText('3/5 of the Rs 2399 you paid');
      await expect(ordinary(page)).toContainText(
        `We will cancel your mock interview with ${ahead.mentor} on`,
      );
      await ordinary(page).getByRole('button', { name: 'Ask for Rs 1439.40' }).click();
      const dialog = page.getByRole('dialog', { name: 'Ask for Rs 1439.40 back?' });
      await dialog.getByRole('button', { name: 'Ask for Rs 1439.40' }).click();
      const heading = page.locator('h3:focus');
      await expect(heading).toHaveText(/^R-\d+, Rs 1439\.40/);
      return /R-\d+/.exec(await heading.innerText())?.[0] ?? '';
    });
  const card = requestCard(page, number);
  const step = (name: string) => card.getByRole('listitem').filter({ hasText: name });

  await test.step('the refund cancels the booking, and the member cannot book another', async () => {
    await newMail(member.email, new RegExp(number));
    await expect(card).toContainText('We have your request and will email you our decision by');
    await page.goto('/dashboard/sessions');
    await page.getByText('1 cancelled session').click();
    await expect(sessionWith(page, ahead.mentor)).toContainText('Cancelled');
    await expect(page.getByRole('main')).toContainText('On hold, because you asked for Rs');
    await expect(page.getByRole('button', { name: 'Book a session' })).toHaveCount(0);
    await page.getByRole('link', { name: `See your request ${number}` }).click();
  });

  await test.step('the refund is approved, then in progress, then paid once the provider’s webhook arrives', async () => {
    await arm({
      kind: 'refund_pending',
      match: { order_id: bought.orders.provider_order_id ?? '' },
    });
    await editor('select operations.approve_refund($1)', number);
    await page.reload();
    // Another test may run the job that sends the email.
    await expect(step('Approved')).not.toHaveAttribute('data-step', 'next');
    await runScheduled('refunds', stack.site);
    await page.reload();
    await expect(step('Money on its way')).toHaveAttribute('aria-current', 'step');
    const [row] = await editor(
      'select refund_id from private.refund_requests where number = $1',
      number,
    );
    const refund = String(row?.['refund_id']);
    await provider.endRefund(refund);
    await expect.poll(sum).toEqual([143_940, 'partially_refunded']);
    await page.reload();
    await expect(step('Paid')).not.toHaveAttribute('data-step', 'next');
    await expect(card).toContainText('We sent Rs 1439.40 to the UPI address you paid with');
    await expect(card).toContainText(refund);
    await expect(page.getByText('Refunded so far')).toBeVisible();
    await expect(ordinary(page)).toContainText('No sessions are left');
    await page.goto(`/success?reference=${payment}`);
    await expect(page.getByText('Part of this payment has been refunded.')).toBeVisible();
    await expect(page.getByText('Rs 1439.40')).toBeVisible();
  });
});
