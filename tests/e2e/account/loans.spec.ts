import type { Page } from 'playwright/test';
import { largestFile, fileRefusals } from '../../../src/domain/files/member-files.ts';
import { storageKeys } from '../../../src/lib/storage-keys.ts';
import { answerWith, failedRequest, holdBack } from '../support/faults.ts';
import {
  addEndedOffer,
  addOffer,
  chooseFor,
  chooseOnPage,
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
  expectedConsole: [
    failedRequest('/rest/v1/', '/auth/v1/', '/api/file', '/_astro/Questions', '/_astro/AskFirst'),
  ],
});

test.afterEach(endLenders);

const myLoan = '**/rest/v1/rpc/my_loan';
const join = (page: Page) => page.getByRole('button', { name: 'Join the group' });
const request = (page: Page) => page.getByRole('region', { name: 'Your request' });
const offers = (page: Page) => page.getByRole('region', { name: 'Offers' });

// The group of each year is that of all tests, so those that count on an empty one have years of their own.
const empty = startsIn(-23);
const quiet = startsIn(-15);
const crowded = startsIn(-10);
const main = startsIn(12);

test('§16.2 to §16.12 a request is typed as people type, joins the group and counts once the address is proven @phone', async ({
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

test('§16.70 what is wrong is said beside the field once it is left @phone', async ({ page }) => {
  await becomeMember(page);
  await page.goto(loanPath);
  await page.getByRole('button', { name: 'Start your request' }).click();
  const amount = request(page).getByLabel('Loan amount');
  await amount.fill('1.5 crore');
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true');
  await request(page).getByLabel('City').focus();
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(amount).toHaveAccessibleDescription(/from Rs 1 lakh to Rs 1 crore/);
  await amount.fill('Rs 15,00,000');
  await expect(amount).toHaveAccessibleDescription('That is Rs 15 lakh.');
  await join(page).click();
  await expect(request(page).getByLabel('Institute')).toBeFocused();
  await expect(request(page)).toContainText('Choose how far you are.');
  expect(await smallControls(page), 'controls under 44 px').toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
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

test('§16.11 another member does not see a draft that was left behind', async ({ page }) => {
  await becomeMember(page);
  await page.goto(loanPath);
  await page.getByRole('button', { name: 'Start your request' }).click();
  await request(page).getByLabel('Institute').fill('XLRI');
  await storeSession(page, (await createMember()).session);
  await page.goto(loanPath);
  await expect(page.getByRole('button', { name: 'Start your request' })).toBeVisible();
  await expect.poll(async () => (await keptKeys(page)).local).not.toContain(storageKeys.loanDraft);
});

test('§16.71 a draft goes with a request that came from elsewhere, and with another member in a group', async ({
  page,
}) => {
  const member = await becomeMember(page);
  const other = await createMember();
  await joinGroup(other, quiet);
  const kept = async () => (await keptKeys(page)).local.includes(storageKeys.loanDraft);
  const type = async () => {
    await page.goto(loanPath);
    await page.getByRole('button', { name: 'Start your request' }).click();
    await request(page).getByLabel('Institute').fill('XLRI');
    await expect.poll(kept).toBe(true);
  };
  await type();
  await storeSession(page, other.session);
  await page.goto(loanPath);
  await expect(request(page)).toContainText('Rs 20 lakh');
  await expect.poll(kept, 'the draft of another member').toBe(false);

  await storeSession(page, member.session);
  await type();
  await joinGroup(member, quiet);
  await page.reload();
  await expect(request(page)).toContainText('Rs 20 lakh');
  await expect.poll(kept, 'the draft of a request that was sent').toBe(false);
});

test('§16.11 a request is changed, and left only after asking', async ({ page }) => {
  const member = await becomeMember(page);
  await joinGroup(member, quiet);
  await page.goto(loanPath);
  await request(page).getByRole('button', { name: 'Change' }).click();
  const form = page.getByRole('region', { name: 'Change your request' });
  await expect(form.getByLabel('Loan amount')).toHaveValue('20,00,000');
  await expect(form.getByRole('checkbox'), 'the consent stands').toHaveCount(0);
  await form.getByLabel('Loan amount').fill('25 lakh');
  await form.getByRole('button', { name: 'Keep it as it is' }).click();
  await expect(request(page).getByRole('button', { name: 'Change' })).toBeFocused();
  await expect(request(page)).toContainText('Rs 20 lakh');

  await request(page).getByRole('button', { name: 'Change' }).click();
  await form.getByLabel('Loan amount').fill('25 lakh');
  await form.getByRole('button', { name: 'Change the request' }).click();
  await expect(request(page)).toContainText('Rs 25 lakh');

  await request(page).getByRole('button', { name: 'Leave the group' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave the group?' });
  await expect(dialog.getByRole('heading')).toBeFocused();
  await dialog.getByRole('button', { name: 'Stay in it' }).click();
  await expect(request(page).getByRole('button', { name: 'Leave the group' })).toBeFocused();
  await request(page).getByRole('button', { name: 'Leave the group' }).click();
  await dialog.getByRole('button', { name: 'Leave the group' }).click();
  await expect(page.getByRole('heading', { name: 'Take your seat in the group' })).toBeFocused();
  await page.getByText('What you agreed to').click();
  await expect(page.getByRole('main')).toContainText('taken back on');
});

test('§16.14 the group is shown with the figures that were published last', async ({ page }) => {
  const member = await becomeMember(page);
  await joinGroup(member, main);
  await page.route(myLoan, async (route) => {
    const response = await route.fetch();
    const json: unknown = await response.json();
    await route.fulfill({
      response,
      json: Object.assign(json ?? {}, {
        group: {
          intake_year: yearOf(main),
          members: 45,
          sum: 9_20_00_000_00,
          published_at: '2026-11-21T20:00:00Z',
        },
      }),
    });
  });
  await page.goto(loanPath);
  const group = page.getByRole('region', { name: `The group of ${yearOf(main)}` });
  await expect(group).toContainText('45 members ask for Rs 9.2 crore');
  await expect(group).toContainText('we round down to fives and update the figures at night');
  await expect(group).toContainText('These are of 22 November 2026.');
  expect(await axeFindings(page)).toEqual([]);
});

test('§16.19 §16.20 offers stand in the order of what is paid in all, each with all it costs @phone', async ({
  page,
}) => {
  const [dear, cheap, sample] = [
    await addOffer(yearOf(main), { rate: 11.25 }),
    await addOffer(yearOf(main), { rate: 9.5, feePercent: 0.5 }),
    await addOffer(yearOf(main), { rate: 10, isSample: true }),
  ];
  const member = await becomeMember(page);
  await joinGroup(member, main);
  await page.goto(loanPath);
  await expect(offers(page)).toContainText('What we earn plays no part in it.');
  const order = await page.locator('.offers h3').allInnerTexts();
  const place = (lender: string) => order.findIndex((name) => name.includes(lender));
  expect(place(cheap.lender)).toBeGreaterThanOrEqual(0);
  expect(place(cheap.lender)).toBeLessThan(place(sample.lender));
  expect(place(sample.lender)).toBeLessThan(place(dear.lender));

  const card = offerCard(page, cheap);
  // Rs 20 lakh at 9.5 % with 30 months of simple interest, then 120 EMIs; 0.5 % with 18 % tax.
  for (const text of [
    'Rs 11,800',
    '0.5 % of the loan, plus 18 % tax',
    'Rs 32,026',
    '120 times',
    'Nothing for 30 months',
    '9.5 % floating',
    '2.25 points below its standard rate of 11.75 %',
    'A parent signs as co-applicant',
    'Stamp duty of your state',
    '2 % a year on what is late',
    '2 years of study and 6 months of grace',
    'Valid until',
    'An estimate.',
  ]) {
    await expect(card).toContainText(text);
  }
  await expect(card.getByRole('link', { name: /^Key Facts Statement/ })).toHaveAttribute(
    'href',
    'https://lender.example.com/facts.pdf',
  );
  await expect(offerCard(page, sample)).toContainText('A made-up offer of a sample lender.');
  await expect(offerCard(page, sample).getByRole('heading').getByRole('link')).toHaveCount(0);
  await expect(offers(page)).toContainText('Lenders marked ‘Sample’ are made up');
  await expect(
    page
      .getByRole('list', { name: 'The offers in short' })
      .getByRole('link', { name: `${sample.lender} Sample` }),
  ).toBeVisible();
  expect(await smallControls(page), 'controls under 44 px').toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await expectToFit(page);

  await card.getByRole('link', { name: /^Month by month/ }).click();
  await expect(page).toHaveURL(/\/emi\?amount=2000000&rate=9.5&years=10&study=24&grace=6/);
  await expect(page.getByRole('main')).toContainText('Rs 32,026');
});

test('§16.21 §16.72 offers that do not fit say why, and lenders without an offer are named', async ({
  page,
}) => {
  const year = yearOf(crowded);
  const [large, ended] = [
    await addOffer(year, { least: 90, most: 100 }),
    await addEndedOffer(year, 3),
  ];
  await editor(
    "select operations.add_lender($1::text, 'https://lender.example.com', 11.5, is_sample => true)",
    `Silent ${large.lender}`,
  );
  const member = await becomeMember(page);
  await joinGroup(member, crowded);
  await page.goto(loanPath);
  await expect(offers(page)).toContainText('None of the offers fits your request');
  const others = offers(page).getByRole('listitem');
  await expect(others.filter({ hasText: large.lender })).toContainText(
    'It starts at Rs 90 lakh; you ask for Rs 20 lakh.',
  );
  for (const text of [
    'charges: 1 % of the loan',
    'interest of study and 6 months of grace is added to the loan',
    'Other charges: Stamp duty of your state.',
    'If you pay late: 2 % a year on what is late.',
  ]) {
    await expect(others.filter({ hasText: large.lender })).toContainText(text);
  }
  await expect(others.filter({ hasText: ended.lender })).toContainText('It ended on');
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Lenders without an offer' }),
  ).toContainText(`Silent ${large.lender} Sample`);
  await expect(page.getByRole('button', { name: /^Choose this offer/ })).toHaveCount(0);
  expect(await smallControls(page), 'controls under 44 px').toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await expectToFit(page);
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
  await expect(page.getByRole('heading', { name: 'Offers' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Past choices' })).toContainText('It got none.');
  const [after] = await editor(
    `select taken_back_at from private.consents
    where member_id = $1::uuid and kind = 'loan_lender'`,
    member.id,
  );
  expect(after?.['taken_back_at']).not.toBeNull();
});

test('§16.12 a tick for older words of a consent is none for the new ones', async ({ page }) => {
  const offer = await addOffer(yearOf(main));
  const member = await becomeMember(page);
  await joinGroup(member, main);
  await page.goto(loanPath);
  await offerCard(page, offer).getByRole('button', { name: 'Choose this offer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await page.route(myLoan, async (route) => {
    const response = await route.fetch();
    const json: unknown = await response.json();
    const words = { version: 2, text: 'New words for {lender}.' };
    const texts = { consent_texts: { group: words, lender: words } };
    await route.fulfill({ response, json: Object.assign(json ?? {}, texts) });
  });
  await answerWith(page, '**/rest/v1/rpc/choose_offer', 400, { message: 'consent_not_given' });
  await dialog.getByRole('button', { name: 'Choose this offer' }).click();
  await expect(dialog).toContainText(`New words for ${offer.lender}.`);
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
});

test('§16.25 §16.26 a choice that the lender has fixes the request, and can still be taken back @phone', async ({
  page,
}) => {
  const offer = await addOffer(yearOf(main));
  const member = await becomeMember(page);
  await joinGroup(member, main);
  const choice = await chooseFor(member, offer);
  await editor('select operations.send_to_lender($1::uuid)', choice);
  await page.goto(loanPath);
  await expect(stepOf(page, 'With the lender')).toHaveAttribute('aria-current', 'step');
  await expect(request(page)).toContainText('it can no longer be changed');
  await expect(request(page).getByRole('button', { name: 'Change' })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  await yourChoice(page).getByRole('button', { name: 'Take it back' }).click();
  const back = page.getByRole('dialog', { name: 'Take your choice back?' });
  await expect(back).toContainText(`${offer.lender} has your details already.`);
  await back.getByRole('button', { name: 'Take it back' }).click();
  const past = page.getByRole('region', { name: 'Past choices' });
  await expect(past).toContainText(`${offer.lender} had your details already. We told it to stop.`);
  await expect(request(page).getByRole('button', { name: 'Change' })).toBeVisible();
  await expectToFit(page);
});

for (const [name, sql, said] of [
  [
    'withdrawn by the lender',
    "select operations.lender_withdrew($1::uuid, 'The product is closed')",
    ['Withdrawn by the lender', 'took its offer back', 'The product is closed'],
  ],
  [
    'declined with a reason',
    "select operations.decline($1::uuid, 'The co-applicant has no income')",
    ['Declined', 'Another lender may decide otherwise', 'The co-applicant has no income'],
  ],
] as const) {
  test(`§16.24 a choice that was ${name} says so, and another can be made`, async ({ page }) => {
    const [offer, other] = [await addOffer(yearOf(main)), await addOffer(yearOf(main))];
    const member = await becomeMember(page);
    await joinGroup(member, main);
    const choice = await chooseFor(member, offer);
    await editor('select operations.send_to_lender($1::uuid)', choice);
    await editor(sql, choice);
    await page.goto(loanPath);
    const notice = page.locator('.loan-ended');
    for (const words of said) await expect(notice).toContainText(words);
    expect(await axeFindings(page)).toEqual([]);
    await chooseOnPage(page, other);
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Past choices' })).toContainText(offer.lender);
  });
}

test('§16.82 the consent to a lender that declined is taken back @phone', async ({ page }) => {
  const offer = await addOffer(yearOf(main));
  const member = await becomeMember(page);
  await joinGroup(member, main);
  const choice = await chooseFor(member, offer);
  await editor('select operations.send_to_lender($1::uuid)', choice);
  await editor("select operations.decline($1::uuid, 'No income')", choice);
  await page.goto(loanPath);
  await page.getByText('What you agreed to').click();
  expect(await smallControls(page), 'controls under 44 px').toEqual([]);
  const takeBack = page.getByRole('button', { name: /^Take back the consent/ });
  await expect(takeBack).toHaveAccessibleName(`Take back the consent to ${offer.lender}`);
  await takeBack.click();
  const dialog = page.getByRole('dialog', { name: `Take back your consent to ${offer.lender}?` });
  await expect(dialog).toContainText(`We tell ${offer.lender} at once to stop`);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Let it stand' }).click();
  await expect(takeBack).toBeFocused();
  await takeBack.click();
  await dialog.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText(`For ${offer.lender}`)).toBeFocused();
  await expect(takeBack).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Past choices' })).toContainText('Declined');
  const [stored] = await editor(
    `select consents.taken_back_at, choices.state,
      exists (select from private.lender_stops as stops where stops.choice_id = choices.id) as told
    from private.loan_choices as choices
    join private.consents as consents on consents.id = choices.consent_id
    where choices.id = $1::uuid`,
    choice,
  );
  expect(stored).toMatchObject({ state: 'declined', told: true });
  expect(stored?.['taken_back_at']).not.toBeNull();
});

test('§16.73 §16.56 a loan that was paid out has no current step, no rate match, and outlives the group', async ({
  page,
}) => {
  const offer = await addOffer(yearOf(main));
  const member = await becomeMember(page);
  await joinGroup(member, main);
  const choice = await chooseFor(member, offer);
  await editor('select operations.send_to_lender($1::uuid)', choice);
  await editor('select operations.sanction($1::uuid)', choice);
  await page.goto(loanPath);
  await expect(stepOf(page, 'Sanctioned')).toHaveAttribute('aria-current', 'step');
  expect(await axeFindings(page), 'sanctioned').toEqual([]);

  await editor('select operations.disburse($1::uuid)', choice);
  await page.reload();
  await expect(stepOf(page, 'Disbursed')).not.toContainText('to come');
  await expect(stepOf(page, 'Disbursed')).not.toHaveAttribute('aria-current');
  const part = page.getByRole('region', { name: 'A better offer elsewhere?' });
  await expect(part).toContainText('Your loan was paid out, so there is nothing left to match.');
  await expect(page.getByRole('button', { name: 'I found a better offer' })).toHaveCount(0);
  await request(page).getByRole('button', { name: 'Leave the group' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave the group?' });
  await expect(dialog).toContainText('except for the loan that was paid out');
  expect(await axeFindings(page), 'before it is left').toEqual([]);
});

test('§16.24 an offer that ends before the lender has the request is expired', async ({ page }) => {
  const offer = await addOffer(yearOf(main));
  const member = await becomeMember(page);
  await joinGroup(member, main);
  const choice = await chooseFor(member, offer);
  await editor("update private.loan_choices set state = 'expired' where id = $1::uuid", choice);
  await page.goto(loanPath);
  await expect(page.locator('.loan-ended')).toContainText('Expired.');
  await expect(page.locator('.loan-ended')).toContainText('got no details of yours');
  expect(await axeFindings(page)).toEqual([]);
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

test('without a proven address offers are shown, and none can be chosen', async ({ page }) => {
  const offer = await addOffer(yearOf(main));
  const member = await becomeMember(page);
  await joinGroup(member, main, { proven: false });
  await page.goto(loanPath);
  await expect(offerCard(page, offer)).toContainText('Prove your e-mail address above');
  await expect(page.getByRole('button', { name: /^Choose this offer/ })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
});

test('§16.27 §18.17 a better offer is checked beside its fields, and its file before it is sent @phone', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await joinGroup(member, quiet);
  const sent: string[] = [];
  page.on('request', (one) => sent.push(one.url()));
  await page.goto(loanPath);
  await page.getByRole('button', { name: 'I found a better offer' }).click();
  const form = page.getByRole('region', { name: 'A better offer elsewhere?' });
  await expect(form.getByLabel('Lender')).toBeFocused();
  await form.getByRole('button', { name: 'Send it' }).click();
  for (const text of [
    'Enter the name of the lender.',
    'Enter the interest rate.',
    'Enter the charges, or 0.',
    'Enter the last day of the offer.',
    'Add the written offer.',
  ]) {
    await expect(form).toContainText(text);
  }
  expect(await smallControls(page), 'controls under 44 px').toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  const file = form.getByLabel('The written offer');
  await file.setInputFiles({
    name: 'offer.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('PK\u0003\u0004 a Word file'),
  });
  await expect(form).toContainText(fileRefusals.wrongType);
  await file.setInputFiles({
    name: 'offer.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(largestFile + 1, '%PDF-'),
  });
  await expect(form).toContainText(fileRefusals.tooLarge);
  expect(sent.filter((url) => url.includes('/api/file'))).toEqual([]);
  await expectToFit(page);
  await form.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('button', { name: 'I found a better offer' })).toBeFocused();
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

  for (const [lender, answer, said] of [
    ['Bank of Three', 'matched', 'One of our lenders matches it at 9 %.'],
    ['Bank of Four', 'bettered', 'One of our lenders beats it at 9 %.'],
  ] as const) {
    await send(lender);
    const [one] = await editor(
      'select id from private.rate_matches where member_id = $1::uuid and lender = $2::text',
      member.id,
      lender,
    );
    await editor('select operations.rate_match_with_lenders($1::uuid)', one?.['id']);
    await editor('select operations.answer_rate_match($1::uuid, $2::text, 9)', one?.['id'], answer);
    await page.reload();
    await expect(part).toContainText(said);
    expect(await axeFindings(page), answer).toEqual([]);
  }
});

test('a better offer whose answer is lost is on the page with the focus, and its file is downloaded or not', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await joinGroup(member, quiet);
  await page.goto(loanPath);
  const part = page.getByRole('region', { name: 'A better offer elsewhere?' });
  const found = page.getByRole('button', { name: 'I found a better offer' });
  await found.click();
  await part.getByLabel('Lender').fill('Bank of Luck');
  await part.getByLabel('Interest rate').fill('9.1');
  await part.getByLabel('Charges').fill('0');
  await part.getByLabel('Valid until').fill(startsIn(2));
  await part.getByLabel('The written offer').setInputFiles({
    name: 'offer.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\nan offer'),
  });
  await page.route('**/api/file?*', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await part.getByRole('button', { name: 'Send it' }).click();
  await expect(page.getByRole('heading', { name: 'Bank of Luck, 9.1 %' })).toBeFocused();
  await expect(part.getByLabel('Lender')).toHaveCount(0);
  await part.getByRole('button', { name: /^Download your file/ }).click();
  await expect(part.getByRole('alert')).toHaveText(
    'That did not work. Please try again in a minute.',
  );
  await part.getByRole('button', { name: 'Take it back (Bank of Luck)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
  await expect(part).toContainText('You took it back.');
  await expect(found, 'the form does not come back by itself').toBeVisible();
});

test('the page says when it loads, cannot load, is offline and is out of date', async ({
  page,
  context,
}) => {
  const member = await becomeMember(page);
  await joinGroup(member, quiet);
  const release = await holdBack(page, myLoan);
  await page.goto(loanPath);
  await expect(page.getByText('Loading your loan')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your MBA loan');
  expect(await axeFindings(page)).toEqual([]);
  release();
  await expect(request(page)).toContainText('Rs 20 lakh');
  await page.unroute(myLoan);

  await context.setOffline(true);
  await expect(page.getByRole('main')).toContainText('This is what we knew last');
  await request(page).getByRole('button', { name: 'Leave the group' }).click();
  await expect(request(page).getByRole('alert')).toContainText('You appear to be offline.');
  await context.setOffline(false);
  await expect(page.getByText('This is what we knew last')).toHaveCount(0);

  await answerWith(page, myLoan, 500, { message: 'no' });
  await page.reload();
  const failed = page.getByRole('alert').filter({ hasText: 'Your loan could not be loaded.' });
  await expect(failed).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.unroute(myLoan);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(request(page)).toContainText('Rs 20 lakh');
});

test('a change whose answer is lost says that it is not certain, and the page shows what happened', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await joinGroup(member, quiet);
  await page.goto(loanPath);
  await request(page).getByRole('button', { name: 'Leave the group' }).click();
  await page.route('**/rest/v1/rpc/leave_loan_group', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the group' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('it is not certain');
  await page.getByRole('dialog').getByRole('button', { name: 'Stay in it' }).click();
  await expect(page.getByRole('heading', { name: 'Take your seat in the group' })).toBeFocused();
});
