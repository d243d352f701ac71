import type { Page } from 'playwright/test';
import { storageKeys } from '../../../src/lib/storage-keys.ts';
import { failedRequest } from '../support/faults.ts';
import {
  addEndedOffer,
  addOffer,
  chooseFor,
  endLenders,
  fillRequest,
  joinGroup,
  loanPath,
  offerCard,
  startsIn,
  stepOf,
  yearOf,
  yourChoice,
} from '../support/loans.ts';
import { becomeMember, createMember, keptKeys, storeSession } from '../support/members.ts';
import { axeFindings, expectToFit, smallControls } from '../support/page.ts';
import { proveAddress } from '../support/proofs.ts';
import { editor } from '../support/sessions.ts';
import { expect, logOut, test } from '../support/test.ts';

test.use({
  timezoneId: 'Asia/Kolkata',
  expectedConsole: [failedRequest('/rest/v1/')],
});

test.afterEach(endLenders);

const join = (page: Page) => page.getByRole('button', { name: 'Join the group' });
const request = (page: Page) => page.getByRole('region', { name: 'Your request' });
const offers = (page: Page) => page.getByRole('region', { name: 'Offers' });

// The group of each year is that of all tests, so those that count on an empty one have years of their own.
const empty = startsIn(-23);
const quiet = startsIn(-15);
const main = startsIn(12);

test('§16.2 to §16.12 a request is typed as people type, joins the group and counts once the address is proven', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await page.goto(loanPath);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your MBA loan');
  await page.getByRole('button', { name: 'Start your request' }).click();
  await expect(request(page).getByLabel('Institute')).toBeFocused();
  await fillRequest(page, empty);
  await expect(request(page)).toContainText('That is Rs 20 lakh.');
  await expect(request(page)).toContainText('120 EMIs in 10 years, after study and grace.');

  await join(page).click();
  await expect(page.getByText('Tick this to join the group.')).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.getByRole('checkbox', { name: 'I have read this and agree' }).check();
  await join(page).click();
  await expect(request(page)).toContainText('Rs 20 lakh for PGP, IIM Indore');
  await expect(page.getByRole('heading', { name: 'Your request' })).toBeFocused();
  for (const fact of ['Converted', '2 years', '10 years of EMIs', 'A parent', 'Pune']) {
    await expect(request(page)).toContainText(fact);
  }
  expect((await keptKeys(page)).local, 'the draft was sent').not.toContain(storageKeys.loanDraft);

  await expect(page.getByRole('main')).toContainText('Your request does not count yet.');
  await expect(page.getByRole('button', { name: 'Send me the link' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'addresses' })).toHaveAttribute(
    'href',
    '/dashboard/settings#addresses',
  );
  const group = page.getByRole('region', { name: `The group of ${yearOf(empty)}` });
  await expect(group).toContainText('is forming');
  await expect(offers(page)).toContainText('No lender has answered yet');
  expect(await axeFindings(page)).toEqual([]);

  await proveAddress(member);
  await page.reload();
  await expect(group).toContainText('is forming');
  await expect(page.getByText('Your request does not count yet.')).toHaveCount(0);
  const [stored] = await editor(
    `select text, version, taken_back_at from private.consents
    where member_id = $1::uuid and kind = 'loan_group'`,
    member.id,
  );
  expect(stored).toMatchObject({ version: 1, taken_back_at: null });
  await page.getByText('What you agreed to').click();
  await expect(page.getByRole('blockquote')).toHaveText(String(stored?.['text']));
  await expectToFit(page);
});

test('§16.11 a draft outlives the tab and is erased by a logout', async ({ page, context }) => {
  await becomeMember(page);
  await page.goto(loanPath);
  await page.getByRole('button', { name: 'Start your request' }).click();
  await request(page).getByLabel('Institute').fill('XLRI');
  await request(page).getByLabel('Loan amount').fill('12 lakh');
  await request(page).getByRole('radio', { name: 'Applied' }).check();

  const other = await context.newPage();
  await other.goto(loanPath);
  await other.getByRole('button', { name: 'Go on with your request' }).click();
  await expect(request(other).getByLabel('Institute')).toHaveValue('XLRI');
  await expect(request(other).getByLabel('Loan amount')).toHaveValue('12 lakh');
  await expect(request(other).getByRole('radio', { name: 'Applied' })).toBeChecked();
  await page.close();

  await logOut(other);
  expect(await keptKeys(other)).toEqual({ local: [storageKeys.isLoggedIn], session: [] });
  await storeSession(other, (await createMember()).session);
  await other.goto(loanPath);
  await expect(other.getByRole('button', { name: 'Start your request' })).toBeVisible();
});

test('§16.22 §16.23 §16.25 an offer is chosen with consent to its lender, by keyboard, and taken back', async ({
  page,
}) => {
  const offer = await addOffer(yearOf(main));
  const member = await becomeMember(page);
  await joinGroup(member, main);
  await page.goto(loanPath);
  await offerCard(page, offer).getByRole('button', { name: 'Choose this offer' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Choose the offer of ${offer.lender}?` });
  await expect(dialog.getByRole('heading')).toBeFocused();
  await expect(dialog).toContainText(`are given to ${offer.lender}, and to no other lender`);
  await expect(dialog).not.toContainText('{lender}');
  await expect(dialog).toContainText('with charges of Rs 23,600. Valid until');
  await expect(dialog.getByRole('link', { name: /^Key Facts Statement/ })).toHaveAttribute(
    'href',
    'https://lender.example.com/facts.pdf',
  );
  const confirm = dialog.getByRole('button', { name: 'Choose this offer' });
  await confirm.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('read the consent');
  await expect(dialog.getByRole('checkbox')).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Space');
  await confirm.press('Enter');

  await expect(page.getByRole('heading', { name: /^Your choice/ })).toBeFocused();
  await expect(stepOf(page, 'Chosen')).toHaveAttribute('aria-current', 'step');
  await expect(stepOf(page, 'Disbursed')).toContainText('to come');
  await expect(yourChoice(page).getByText('Rs 23,600')).toBeVisible();
  await expect(yourChoice(page).getByText('Valid until', { exact: true })).toBeVisible();
  expect(await axeFindings(page), 'chosen').toEqual([]);
  const [consent] = await editor(
    `select text, taken_back_at from private.consents
    where member_id = $1::uuid and kind = 'loan_lender'`,
    member.id,
  );
  expect(consent).toMatchObject({ taken_back_at: null });
  expect(consent?.['text']).toContain(offer.lender);
  await page.getByText('Compare the offers again').click();
  await expect(offerCard(page, offer)).toContainText('You have chosen this offer.');
  await expect(page.getByRole('button', { name: /^Choose this offer/ })).toHaveCount(0);

  await yourChoice(page).getByRole('button', { name: 'Take it back' }).click();
  const back = page.getByRole('dialog', { name: 'Take your choice back?' });
  await expect(back).toContainText('has none of your details yet, and gets none');
  expect(await axeFindings(page), 'before it is taken back').toEqual([]);
  await back.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByRole('heading', { name: 'Offers', exact: true })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Past choices' })).toContainText('It got none.');
  const [after] = await editor(
    `select taken_back_at from private.consents
    where member_id = $1::uuid and kind = 'loan_lender'`,
    member.id,
  );
  expect(after?.['taken_back_at']).not.toBeNull();
});

test('§16.19 §16.20 every state is accessible, fits, and is large enough to touch @phone', async ({
  page,
}) => {
  const check = async (state: string) => {
    expect.soft(await axeFindings(page), state).toEqual([]);
    expect.soft(await smallControls(page), `${state}: controls under 44 px`).toEqual([]);
  };
  const offer = await addOffer(yearOf(main), { rate: 9.5, feePercent: 0.5 });
  await addOffer(yearOf(main), { rate: 10, isSample: true });
  await addOffer(yearOf(main), { least: 90, most: 100 });
  await addEndedOffer(yearOf(main), 3);
  const member = await becomeMember(page);
  await page.goto(loanPath);
  await page.getByRole('button', { name: 'Start your request' }).click();
  await request(page).getByLabel('Loan amount').fill('1.5 crore');
  await join(page).click();
  await expect(request(page)).toContainText('Choose how far you are.');
  await check('a request with errors');
  await expectToFit(page);

  await joinGroup(member, main);
  await page.reload();
  await expect(offerCard(page, offer)).toContainText('Rs 32,026');
  await page.getByRole('button', { name: 'I found a better offer' }).click();
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect(page.getByText('Enter the name of the lender.')).toBeVisible();
  await check('offers, and a better offer with errors');
  await expectToFit(page);
  await offerCard(page, offer).getByRole('button', { name: 'Choose this offer' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('before it is chosen');

  const choice = await chooseFor(member, offer);
  await editor('select operations.send_to_lender($1::uuid)', choice);
  await page.reload();
  await expect(stepOf(page, 'With the lender')).toHaveAttribute('aria-current', 'step');
  await page.getByText('What you agreed to').click();
  await check('with the lender');
  await editor("select operations.decline($1::uuid, 'No income')", choice);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Past choices' })).toContainText('Declined');
  await check('declined');
  await expectToFit(page);

  const months = offerCard(page, offer).getByRole('link', { name: /^Month by month/ });
  await months.click();
  await expect(page).toHaveURL(/\/emi\?amount=2000000&rate=9.5&years=10&study=24&grace=6/);
  await expect(page.getByRole('main')).toContainText('Rs 32,026');
});

test('an offer that is gone when it is chosen is refused in a sentence, and leaves the page', async ({
  page,
}) => {
  const offer = await addOffer(yearOf(main));
  const member = await becomeMember(page);
  await joinGroup(member, main);
  await page.goto(loanPath);
  await offerCard(page, offer).getByRole('button', { name: 'Choose this offer' }).click();
  await editor('select operations.withdraw_offer($1::uuid)', offer.id);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Choose this offer' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This offer is no longer there.');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(offerCard(page, offer)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Offers', exact: true })).toBeFocused();
});

test('§16.28 a better offer is sent, taken back, sent again and declined with a reason', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await joinGroup(member, quiet);
  await page.goto(loanPath);
  const part = page.getByRole('region', { name: 'A better offer elsewhere?' });
  const send = async (lender: string) => {
    await page.getByRole('button', { name: 'I found a better offer' }).click();
    await part.getByLabel('Lender').fill(lender);
    await part.getByLabel('Interest rate').fill('9.1 %');
    await part.getByLabel('Charges').fill('5,000');
    await part.getByLabel('Valid until').fill(startsIn(2));
    await part.getByLabel('The written offer').setInputFiles({
      name: 'offer.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\nan offer'),
    });
    await part.getByRole('button', { name: 'Send it' }).click();
    await expect(page.getByRole('heading', { name: `${lender}, 9.1 %` })).toBeFocused();
  };
  await send('Bank of One');
  await expect(part).toContainText('Charges Rs 5000');
  await expect(page.getByRole('button', { name: 'I found a better offer' })).toHaveCount(0);
  await part.getByRole('button', { name: 'Take it back (Bank of One)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
  await expect(part).toContainText('You took it back.');

  await send('Bank of Two');
  const [match] = await editor(
    "select id from private.rate_matches where member_id = $1::uuid and lender = 'Bank of Two'",
    member.id,
  );
  await editor('select operations.rate_match_with_lenders($1::uuid)', match?.['id']);
  await editor(
    "select operations.answer_rate_match($1::uuid, 'declined', reason => 'It asks for no security')",
    match?.['id'],
  );
  await page.reload();
  const declined = part.getByRole('listitem').filter({ hasText: 'Bank of Two' }).first();
  for (const text of [
    'Declined',
    'It asks for no security',
    'None of our lenders matches it. Take the offer of Bank of Two: it is the better one.',
  ]) {
    await expect(declined).toContainText(text);
  }
  expect(await axeFindings(page)).toEqual([]);
  await expect(page.getByRole('button', { name: 'I found a better offer' })).toBeVisible();
});
