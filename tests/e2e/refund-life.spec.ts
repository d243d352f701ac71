/** The whole life of two refunds: the ordinary one of a partly used pack, and the 100% refund after it. */
import type { Page } from 'playwright/test';
import { runScheduled } from '../../local/schedule.ts';
import { indiaDay } from '../../src/domain/words/dates.ts';
import { arm, provider } from './security/support/sandbox.ts';
import { referenceOf } from './security/support/shop.ts';
import { newMail } from './support/mail.ts';
import { becomeMember } from './support/members.ts';
import { paymentOf } from './support/orders.ts';
import {
  bookAhead,
  holdSession,
  letter,
  onOffer,
  ordinary,
  refundsPath,
  requestCard,
} from './support/refunds.ts';
import { sessionWith } from './support/sessions.ts';
import { editor, stack } from './support/stack.ts';
import { expect, packCard, payByUpi, test } from './support/test.ts';

test.use({ timezoneId: 'Asia/Kolkata' });

/** The number of the request that has the focus. */
async function numberInFocus(page: Page, amount: string): Promise<string> {
  const heading = page.locator('h3:focus');
  await expect(heading).toHaveText(new RegExp(`^R-\\d+, ${amount}`));
  return /R-\d+/.exec(await heading.innerText())?.[0] ?? '';
}

test('§17.5 §17.7 §17.9 a partly used pack is refunded to the paisa, and the rest after an offer', async ({
  page,
}) => {
  const member = await becomeMember(page);
  const payment = await test.step('buy the pack of five', async () => {
    await page.goto('/dashboard/main');
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
  const ahead = await bookAhead(member, order, 72);

  const number = await test.step('see what it gives, and ask for it', async () => {
    await page.goto('/dashboard/main');
    await page.getByRole('link', { name: /^Ask for a refund/ }).click();
    await expect(page).toHaveURL(`${refundsPath}?order=${order}`);
    await expect(ordinary(page)).toContainText('Rs 1439.40');
    await expect(ordinary(page)).toContainText('3 of 5 sessions of Rs 2399');
    await expect(ordinary(page)).toContainText('1 coming booking is called off');
    await ordinary(page).getByRole('button', { name: 'Ask for Rs 1439.40' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for Rs 1439.40 back?' });
    await dialog.getByRole('button', { name: 'Ask for Rs 1439.40' }).click();
    return numberInFocus(page, 'Rs 1439.40');
  });
  const card = requestCard(page, number);
  const step = (name: string) => card.getByRole('listitem').filter({ hasText: name });

  await test.step('the booking has ended, and nothing can be booked', async () => {
    await newMail(member.email, new RegExp(number));
    await expect(card).toContainText('We have your request and decide by');
    await page.goto('/dashboard/sessions');
    await page.getByText('1 session that did not take place').click();
    await expect(sessionWith(page, ahead.mentor)).toContainText('Called off');
    await expect(page.getByRole('main')).toContainText('A refund was requested');
    await expect(page.getByRole('button', { name: 'Book a session' })).toHaveCount(0);
    await page.getByRole('link', { name: `See your request ${number}` }).click();
  });

  await test.step('approved, on its way, and paid by the webhook of the provider', async () => {
    await arm({
      kind: 'refund_pending',
      match: { order_id: bought.orders.provider_order_id ?? '' },
    });
    await editor('select operations.approve_refund($1)', number);
    await page.reload();
    // Another test may run the job that sends it.
    await expect(step('Approved')).not.toHaveAttribute('data-step', 'next');
    await runScheduled('refunds', stack.site);
    await page.reload();
    await expect(step('Money under way')).toHaveAttribute('aria-current', 'step');
    const [row] = await editor(
      'select refund_id from private.refund_requests where number = $1',
      number,
    );
    const refund = String(row?.['refund_id']);
    await provider.endRefund(refund);
    await expect.poll(sum).toEqual([143_940, 'partially_refunded']);
    await page.reload();
    await expect(step('Paid')).not.toHaveAttribute('data-step', 'next');
    await expect(card).toContainText('Rs 1439.40 was sent to the card, UPI address');
    await expect(card).toContainText(refund);
    await expect(page.getByText('Refunded so far')).toBeVisible();
    await expect(ordinary(page)).toContainText('No session is left');
    await page.goto(`/success?reference=${payment}`);
    await expect(page.getByText('Part of this payment has been refunded.')).toBeVisible();
    await expect(page.getByText('Rs 1439.40')).toBeVisible();
  });

  const second = await test.step('an offer gives the rest', async () => {
    await page.goto(refundsPath);
    await expect(onOffer(page)).toContainText('Rs 959.60');
    await onOffer(page).getByRole('button', { name: 'Send us your offer' }).click();
    const today = indiaDay(Date.now());
    await onOffer(page).getByLabel('Institute').fill('IIM Indore');
    await onOffer(page).getByLabel('Offer issued on').fill(today);
    await onOffer(page).getByLabel('Final interview on').fill(today);
    await onOffer(page).getByLabel('The offer letter').setInputFiles(letter);
    await onOffer(page).getByRole('button', { name: 'Continue with Rs 959.60' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for Rs 959.60 back?' });
    await expect(dialog).toContainText('Your offer from IIM Indore');
    await dialog.getByRole('button', { name: 'Ask for Rs 959.60' }).click();
    return numberInFocus(page, 'Rs 959.60');
  });

  await test.step('the letter is there, and the rest is paid', async () => {
    const rest = requestCard(page, second);
    const downloading = page.waitForEvent('download');
    await rest.getByRole('button', { name: /^Download your file/ }).click();
    expect((await downloading).suggestedFilename()).toBe(`${second}.pdf`);
    await editor('select operations.approve_refund($1)', second);
    await runScheduled('refunds', stack.site);
    await expect.poll(sum).toEqual([239_900, 'refunded']);
    await page.reload();
    await expect(rest).toContainText('Rs 959.60 was sent to');
    for (const kind of [ordinary(page), onOffer(page)]) {
      await expect(kind).toContainText(
        'Everything you paid for this pack has been refunded already',
      );
    }
    await page.goto('/dashboard/main');
    await expect(page.getByRole('main')).toContainText('Refunded, so no session is left');
    await expect(page.getByRole('link', { name: /^See the refund/ })).toBeVisible();
    await page.goto(`/success?reference=${payment}`);
    await expect(page.getByText('This payment has been refunded in full')).toBeVisible();
  });
});
