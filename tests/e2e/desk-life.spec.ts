/** An owner’s week on a phone, using buttons alone (§22). */
import type { Page } from 'playwright/test';
import { runScheduled } from '../../local/schedule.ts';
import { indiaDay } from '../../src/domain/words/dates.ts';
import { memberPages } from '../../src/domain/member-pages.ts';
import { referenceOf } from './security/support/shop.ts';
import {
  codeNow,
  confirm,
  createOperator,
  createOperatorWithoutCode,
  deskBar,
  deskList,
  deskRow,
  goTo,
  openDesk,
} from './support/desk.ts';
import { startsIn, yearOf } from './support/loans.ts';
import { newMail } from './support/mail.ts';
import { becomeMember, storeSession } from './support/members.ts';
import { paymentOf } from './support/orders.ts';
import { axeFindings, expectToFit, systemColour } from './support/page.ts';
import { holdSession, letter, onOffer, paidPack } from './support/refunds.ts';
import { samples, sessionWith } from './support/sessions.ts';
import { editor, stack } from './support/stack.ts';
import { expect, newPhonePage, packCard, payByUpi, phone, test } from './support/test.ts';

test.use({ ...phone, isOldest: true, isTranslated: true });

const day = 24 * 60 * 60_000;

/** Buys a pack in a browser; resolves to the payment and its order. */
async function buy(page: Page, pack: string) {
  await page.goto(memberPages.main);
  await packCard(page, pack).getByRole('button', { name: 'Buy Now' }).click();
  await payByUpi(page, 'success@razorpay');
  const payment = await referenceOf(page);
  return { payment, order: (await paymentOf(payment)).order_id };
}

const returned = async (payment: string) => (await paymentOf(payment)).amount_refunded;

test('§22.2 §22.3 an operator sets up an authenticator on a phone, and enters the desk once an owner approves its short code', async ({
  page,
}) => {
  const operator = await createOperatorWithoutCode('helper', 'Hema');
  await storeSession(page, operator.session);
  await page.goto('/desk');
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible();
  await expectToFit(page);
  expect(await axeFindings(page), 'the QR code and the key').toEqual([]);
  const key = await page.locator('code').textContent();
  await page.getByLabel('Code', { exact: true }).fill(codeNow(key ?? ''));
  await page.getByRole('button', { name: 'Enter code' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/owner’s approval/);
  const signs = await page.locator('strong').first().textContent();
  await editor('select operations.approve_factor($1, $2)', operator.email, signs);
  await page.getByRole('button', { name: 'Check for approval' }).click();
  await expect(deskBar(page)).toBeVisible();
});

test('§22.3 §22.7 §22.9 §22.10 an owner enters the code, reads an offer letter, approves the refund and sees the money go out', async ({
  page,
  browser,
}) => {
  const theirs = await newPhonePage(browser);
  const member = await becomeMember(theirs);
  const { payment, order } = await buy(theirs, 'Super Value Pack');
  await holdSession(member, order, 2);
  await theirs.goto('/dashboard/refunds');
  const today = indiaDay(Date.now());
  await onOffer(theirs).getByRole('button', { name: 'Send us your offer' }).click();
  await onOffer(theirs).getByLabel('Institute').fill('IIM Indore');
  await onOffer(theirs).getByLabel('Offer issued on').fill(today);
  await onOffer(theirs).getByLabel('Final interview on').fill(today);
  await onOffer(theirs).getByLabel('The offer letter').setInputFiles(letter);
  await onOffer(theirs).getByRole('button', { name: 'Continue with Rs 2399' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Ask for Rs 2399' }).click();
  await expect(theirs.locator('h3:focus')).toHaveText(/^R-\d+/);

  const other = await createOperator('owner', 'Omar');
  await openDesk(page);
  await expect(deskBar(page).getByRole('link', { name: /^Money \d+$/ })).toBeVisible();
  await expect(deskRow(page, 'Waiting for you', 'Refunds to decide')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Sales by week: / })).toBeVisible();
  expect(await axeFindings(page), 'Today').toEqual([]);
  await expectToFit(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(deskBar(page).locator('[aria-current]'), '§12.51').toHaveCSS(
    'background-color',
    await systemColour(page, 'Highlight'),
  );
  await expect(page.locator('.line-charts polyline').first(), '§12.51').toHaveCSS(
    'stroke',
    await systemColour(page, 'CanvasText'),
  );
  await page.emulateMedia({ forcedColors: 'none' });
  const reads: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/rpc/desk_read')) reads.push(sent.url());
  });
  await goTo(page, 'Money');
  const request = deskRow(page, 'Refunds', member.email);
  await expect(request).toContainText('IIM offer');
  expect(reads, 'a screen requests its lists once').toHaveLength(1);
  const downloading = page.waitForEvent('download');
  await request.getByRole('button', { name: 'Letter' }).click();
  expect((await downloading).suggestedFilename()).toBe('Letter 1.pdf');
  await request.getByRole('button', { name: 'Approve refund' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    `Refund Rs 2,399 to Asha Rao (${member.email})`,
  );
  expect(await axeFindings(page), 'asking').toEqual([]);
  await confirm(page, 'Approve refund', /^Approved: R-\d+, Rs 2,399, .+\. Undo approval$/);
  await expect(request).toContainText('Approved');

  await runScheduled('refunds', stack.site);
  await expect.poll(() => returned(payment)).toBe(239_900);
  await page.reload();
  await expect(deskList(page, 'Refunds')).toBeVisible();
  await expect(request).toHaveCount(0);
  await newMail(other.email, /./);
  await goTo(page, 'People and log');
  await expect(deskBar(page).getByRole('link', { name: 'People and log' })).toBeInViewport({
    ratio: 1,
  });
  await deskList(page, 'Log').getByText('Filter', { exact: true }).click();
  // Other tests fill the log at the same time.
  await deskList(page, 'Log').getByLabel('About').fill(member.email);
  await deskList(page, 'Log').getByLabel('Show').selectOption({ label: 'Everything' });
  await page.getByRole('button', { name: 'Show list' }).click();
  const looks = page.getByRole('region', { name: `Log: ${member.email}` });
  await expect(looks.getByText('opened a document').first()).toBeVisible();
  const approval = looks.getByRole('listitem').filter({ hasText: 'approved a refund' });
  await expect(approval.first()).toContainText('(Rs 2,399)');
  await expectToFit(page);
  expect(await axeFindings(page), 'the log').toEqual([]);
  await theirs.context().close();
});

test('§22.11 a helper opens a month of times, closes two, and books a session for a member', async ({
  page,
  browser,
}) => {
  const theirs = await newPhonePage(browser);
  const member = await becomeMember(theirs);
  await paidPack(member);
  const mentor = `Mentor ${crypto.randomUUID().slice(0, 8)}`;
  await samples.newMentor({ name: mentor });

  await openDesk(page, 'helper', 'Hari');
  await expect(deskBar(page)).toBeVisible();
  await goTo(page, 'Sessions');
  await page.getByRole('button', { name: 'Open times' }).click();
  const form = page.getByRole('dialog', { name: 'Open times' });
  await form.getByLabel('Mentor').selectOption({ label: `${mentor}, IIM Ahmedabad` });
  await form.getByLabel('Kind of session').selectOption('interview');
  await form.getByLabel('Monday').check();
  await form.getByLabel('Thursday').check();
  await form.getByLabel('Start (India time)').fill('07:15');
  await form.getByLabel('First day').fill(indiaDay(Date.now() + day));
  await form.getByLabel('Last day').fill(indiaDay(Date.now() + 28 * day));
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form.getByRole('row')).toHaveCount(9);
  await confirm(page, 'Open times', new RegExp(`^${mentor}: 8 interviews of \\d+ minutes open, `));

  await expectToFit(page);
  expect(await axeFindings(page), 'the agenda').toEqual([]);
  await page.getByRole('link', { name: 'List', exact: true }).click();
  const theirTimes = deskRow(page, 'List of times', mentor);
  await expect(theirTimes).toHaveCount(8);
  for (const place of [6, 7]) await theirTimes.nth(place).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Close times (2)' }).click();
  await confirm(page, 'Close times (2)', /^Times closed: 2\./);
  await expect(theirTimes).toHaveCount(6);

  await goTo(page, 'Find');
  await page.getByLabel('Who or what are you looking for?').fill(member.email);
  await page.getByRole('button', { name: 'Find' }).click();
  await deskRow(page, 'Found', member.email).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Asha' })).toBeVisible();
  await expectToFit(page);
  expect(await axeFindings(page), 'a member’s page').toEqual([]);
  await deskRow(page, 'Packs', 'Super Value Pack')
    .getByRole('button', { name: 'Book a session' })
    .click();
  const times = page.getByRole('dialog').getByLabel('Time');
  const wanted = await times.locator('option').filter({ hasText: mentor }).first().textContent();
  await times.selectOption({ label: wanted ?? '' });
  await confirm(page, 'Book a session', /^Booked for /);
  await expect(deskRow(page, 'Sessions', mentor)).toBeVisible();
  await theirs.goto('/dashboard/sessions');
  await expect(sessionWith(theirs, mentor)).toBeVisible();
  await theirs.context().close();
});

test('§22.6 an owner adds a lender and its offer, with amounts in lakh', async ({ page }) => {
  const lender = `Lender ${crypto.randomUUID().slice(0, 8)}`;

  await page.setViewportSize({ width: 360, height: 740 });
  await openDesk(page);
  await goTo(page, 'Loan');
  await page.getByRole('button', { name: 'Add a lender' }).click();
  let form = page.getByRole('dialog', { name: 'Add a lender' });
  await form.getByLabel('Name').fill(lender);
  await form.getByLabel('Site (https://…)').fill('https://lender.example.com');
  await form.getByLabel('Standard rate (% a year)').fill('11.75');
  await confirm(page, 'Add a lender', `${lender} is added. Add an offer`);
  await page.getByRole('link', { name: 'Add an offer' }).click();
  form = page.getByRole('dialog', { name: 'Add an offer' });
  await expect(form.getByLabel('Lender').locator('option:checked')).toHaveText(lender);
  await form.getByLabel('Intake (year)').fill(String(yearOf(startsIn(8))));
  await form.getByLabel('Rate (% a year)', { exact: true }).fill('10.5');
  await form.getByLabel('Interest during study and grace').selectOption('added');
  await form.getByLabel('The rate is').selectOption('floating');
  await form.getByLabel('Smallest loan').fill('a lot');
  await form.getByLabel('Largest loan').fill('40 lakh');
  await form.getByLabel('Shortest term (months)').fill('60');
  await form.getByLabel('Longest term (months)').fill('144');
  await form.getByLabel('Penal charges').fill('2% a year on what is late');
  await form.getByLabel('Security').fill('A parent signs');
  await form.getByLabel('Valid until').fill(indiaDay(Date.now() + 60 * day));
  await form.getByLabel('Link to the key facts').fill('https://lender.example.com/kfs');
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form).toContainText('Enter an amount in whole rupees, such as 699 or 15 lakh.');
  await form.getByLabel('Smallest loan').fill('5 lakh');
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form.getByRole('listitem')).toContainText('You pay in total');
  const preview = form.getByRole('heading', { name: 'As a member sees it' });
  const top = async () => (await preview.boundingBox())?.y;
  await expect.poll(top, '§22.32 the window scrolls to the preview').toBeLessThan(100);
  await confirm(page, 'Add an offer', /is added\. See offers$/);
  await page.getByRole('heading', { name: 'Offers', exact: true }).click();
  const offers = page.getByRole('table', { name: 'Offers' }).getByRole('row');
  await expect(offers.filter({ hasText: lender })).toContainText('Rs 5 lakh to Rs 40 lakh');
});

test('§22.1 §22.2 a helper whose access has ended is refused at the next click and no longer sees the desk', async ({
  page,
  browser,
}) => {
  const theirs = await newPhonePage(browser);
  const helper = await openDesk(theirs, 'helper', 'Hari');
  await goTo(theirs, 'Mentors');
  await openDesk(page);
  await goTo(page, 'People and log');
  await deskRow(page, 'People', helper.email).getByRole('button', { name: 'End access' }).click();
  await confirm(page, 'End access', 'Hari can no longer open the desk.');
  await theirs.getByRole('button', { name: 'Add a mentor' }).click();
  const form = theirs.getByRole('dialog');
  await form.getByLabel('Name').fill('A mentor');
  await form.getByLabel('Institute').fill('IIM');
  await form.getByLabel('Email').fill('mentor@example.com');
  await form.getByRole('button', { name: 'Add a mentor' }).click();
  await expect(form).toContainText('You are not allowed to do this');
  await theirs.goto('/desk');
  await expect(theirs.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect(await axeFindings(theirs), 'the 404 page').toEqual([]);
  await theirs.context().close();

  const stranger = await newPhonePage(browser);
  await stranger.goto('/desk');
  await expect(stranger, 'a visitor has to log in').toHaveURL(/\/login\?next=%2Fdesk$/);
  await stranger.context().close();
});
