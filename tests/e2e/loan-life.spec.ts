/** A loan’s whole life: from ‘Apply for loan’ to the paid-out loan, and out of the group. */
import type { Page } from 'playwright/test';
import {
  addOffer,
  choiceOf,
  chooseOnPage,
  endLenders,
  fillRequest,
  offerCard,
  startsIn,
  stepOf,
  yearOf,
  yourChoice,
} from './support/loans.ts';
import { linkIn, newMail } from './support/mail.ts';
import { axeFindings } from './support/page.ts';
import { letter } from './support/refunds.ts';
import { editor } from './support/stack.ts';
import { expect, newPerson, signUp, test } from './support/test.ts';

test.use({ isOldest: true, isTranslated: true, timezoneId: 'Asia/Kolkata' });

const request = (page: Page) => page.getByRole('region', { name: 'Your request' });

test.afterEach(endLenders);

test('a member joins the group, compares offers, chooses twice, sends a better offer, gets the loan and leaves', async ({
  page,
}) => {
  const starts = startsIn(20);
  const [first, second] = [
    await addOffer(yearOf(starts), { rate: 9.25 }),
    await addOffer(yearOf(starts), { rate: 10.25 }),
  ];

  const member = await test.step('the member signs up and opens the loan page', async () => {
    const person = await signUp(page, newPerson({ firstname: 'Meera' }));
    await page.getByRole('link', { name: 'Apply for loan' }).click();
    await expect(page).toHaveURL('/dashboard/loan');
    return person;
  });

  await test.step('the member joins the group', async () => {
    await page.getByRole('button', { name: 'Start your request' }).click();
    await fillRequest(page, starts);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Join the group' }).click();
    await expect(request(page)).toContainText('Rs 20 lakh for PGP, IIM Indore');
    await expect(request(page)).toContainText('The link is in our email to');
  });

  await test.step('the member verifies the email address, so the request counts', async () => {
    await expect(page.getByRole('region', { name: 'Offers' })).toContainText(
      'Verify your email to choose an offer.',
    );
    const year = yearOf(starts);
    const mail = await newMail(member.email, `One step left to join the ${year} loan group`);
    await page.goto(linkIn(mail, '#verify='));
    await expect(page, '§15.78').toHaveURL('/dashboard/loan');
    await expect(page.getByText('One step left')).toHaveCount(0);
    const news = page.locator('#verified');
    await expect(news).toBeFocused();
    await expect(news).toHaveText(
      `Email verified. You are in the ${year} group, and your request counts.`,
    );
    await expect.poll(() => page.evaluate(() => scrollY), 'above the offers').toBe(0);
  });

  await test.step('the offer with the lower total comes first', async () => {
    await expect(offerCard(page, second)).toBeVisible();
    const order = await page.locator('.loan-offer h3').allInnerTexts();
    const place = (lender: string) => order.findIndex((name) => name.includes(lender));
    expect(place(first.lender)).toBeGreaterThanOrEqual(0);
    expect(place(first.lender)).toBeLessThan(place(second.lender));
    await expect(page.getByRole('table', { name: 'The offers in short' })).toContainText('APR');
  });

  await test.step('the member chooses an offer and withdraws the choice', async () => {
    await chooseOnPage(page, first);
    await newMail(member.email, `You chose ${first.lender}’s offer`);
    await yourChoice(page).getByRole('button', { name: 'Withdraw your choice' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw my choice' }).click();
    await expect(page.getByRole('region', { name: 'Past choices' })).toContainText(first.lender);
    await newMail(member.email, `You withdrew your choice of ${first.lender}`);
  });

  const follow = async (sql: readonly string[], name: string, subject: string) => {
    const [user] = await editor('select id from auth.users where email = $1', member.email);
    const choice = await choiceOf(String(user?.['id']));
    for (const step of sql) await editor(`select operations.${step}($1::uuid)`, choice);
    await newMail(member.email, `${second.lender} ${subject}`);
    await page.reload();
    await expect(stepOf(page, name)).not.toHaveAttribute('data-step', 'next');
  };

  await test.step('the member chooses another offer and follows it until the loan is sanctioned', async () => {
    await chooseOnPage(page, second);
    await follow(['send_to_lender', 'details_sent'], 'With the lender', 'has your details now');
    await expect(stepOf(page, 'With the lender')).toHaveAttribute('aria-current', 'step');
    await follow(['sanction'], 'Sanctioned', 'has sanctioned your loan');
    await expect(stepOf(page, 'Sanctioned')).toHaveAttribute('aria-current', 'step');
  });

  await test.step('the member sends a better offer as a PDF', async () => {
    const part = page.getByRole('region', { name: 'A better offer elsewhere?' });
    await part.getByRole('button', { name: 'I found a better offer' }).click();
    await part.getByLabel('Lender').fill('Bank of Elsewhere');
    await part.getByLabel('Interest rate').fill('8.9');
    await part.getByLabel('Charges').fill('10,000');
    await part.getByLabel('Valid until').fill(startsIn(2));
    await part.getByLabel('The written offer').setInputFiles({ ...letter, name: 'my offer.pdf' });
    await part.getByRole('button', { name: 'Send offer' }).click();
    const match = part.getByRole('listitem').filter({ hasText: 'Bank of Elsewhere' }).first();
    await expect(match).toContainText('One of our team will read your file');
  });

  await test.step('the lender pays out the loan', async () => {
    await follow(['disburse'], 'Disbursed', 'has paid out your loan');
    await expect(page.getByRole('heading', { name: `Your loan: ${second.lender}` })).toBeVisible();
    await expect(
      yourChoice(page).getByRole('button', { name: 'Withdraw your choice' }),
    ).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Choose this offer/ })).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('the member leaves the group', async () => {
    await request(page).getByRole('button', { name: 'Leave the group' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave the group?' });
    await expect(dialog).toContainText(`Your loan from ${second.lender} stays as it is.`);
    await dialog.getByRole('button', { name: 'Leave the group' }).click();
    const news = page.locator('#left');
    await expect(news).toBeFocused();
    await expect(news).toContainText('You have left the group.');
    await expect.poll(() => page.evaluate(() => scrollY), 'below the page’s title').toBe(0);
    await newMail(member.email, 'You left the loan group');
    const loan = page.getByRole('region', { name: 'Your loan' });
    await expect(loan).toContainText(`${second.lender} has paid out your loan.`);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Start your request' })).toBeVisible();
  });
});
