import type { Page } from 'playwright/test';
import * as v from 'valibot';
import { indiaDay } from '../../../src/domain/words/dates.ts';
import { largestFile, fileRefusals } from '../../../src/domain/files/member-files.ts';
import { refundRefusals } from '../../../src/domain/refusals/refunds.ts';
import { answerWith, failedRequest, holdBack } from '../support/faults.ts';
import { becomeMember, type MemberOfSite } from '../support/members.ts';
import { axeFindings, expectToFit, smallControls } from '../support/page.ts';
import {
  askOrdinary,
  bookAhead,
  holdSession,
  letter,
  onOffer,
  ordinary,
  paidPack,
  refundsPath,
  requestCard,
  wentWrong,
} from '../support/refunds.ts';
import { editor, sessionWith } from '../support/sessions.ts';
import { expect, test } from '../support/test.ts';

test.use({
  timezoneId: 'Asia/Kolkata',
  expectedConsole: [
    failedRequest(
      '/rest/v1/',
      '/auth/v1/',
      '/api/file',
      '/_astro/Questions',
      '/_astro/AskFirst',
      '/_astro/offer',
      '/_astro/refunds',
    ),
  ],
});

const myRefunds = '**/rest/v1/rpc/my_refunds';

const oneRequest = v.object({
  packs: v.tuple([v.looseObject({ requests: v.tuple([v.looseObject({})]) })]),
});

/** Fails when axe finds something at a wide or at a narrow window. */
async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await axeFindings(page), `${state} at ${width} px`).toEqual([]);
  }
}

/** Asks on the page for the ordinary refund of all of a pack of five. */
async function askForAll(page: Page): Promise<void> {
  await ordinary(page).getByRole('button', { name: 'Ask for Rs 2399' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for Rs 2399' }).click();
}

/** A member of whose pack of five all was asked for; resolves to the number of the request. */
async function askedMember(page: Page): Promise<MemberOfSite & { order: string; number: string }> {
  const member = await becomeMember(page);
  const order = await paidPack(member);
  const { number } = await askOrdinary(member, order, 239_900);
  return { ...member, order, number };
}

test('§17.60 §17.62 a pack that books nothing says why, and a request leads to its page', async ({
  page,
}) => {
  const { order, number } = await askedMember(page);
  await page.goto('/dashboard/main');
  await expect(page.getByRole('main')).toContainText('A refund is asked for');
  await expect(page.getByRole('link', { name: 'Book a session' })).toHaveCount(0);
  await page.getByRole('link', { name: `See your request ${number}` }).click();
  await expect(page).toHaveURL(`${refundsPath}?order=${order}`);
  await expect(requestCard(page, number)).toContainText('nothing can be booked on this pack');
  await expect(ordinary(page)).toContainText('A request for this pack is open.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunds');
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(sidebar.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.getByRole('link', { name: 'Your packs' }).first().click();
  await expect(page).toHaveURL('/dashboard/main');
});

test('§17.4 a declined request says why, on a wide and on a narrow screen', async ({ page }) => {
  const { number } = await askedMember(page);
  await editor(
    "select operations.decline_refund($1, E'All five sessions took place.\\nThe mentors say so.')",
    number,
  );
  await page.goto(refundsPath);
  const card = requestCard(page, number);
  await expect(card).toContainText('All five sessions took place.');
  await expect(card.getByRole('listitem').last()).toContainText('Declined');
  await expect(card.getByRole('link', { name: 'write to our grievance officer' })).toHaveAttribute(
    'href',
    '/refundpolicy#if-you-disagree',
  );
  await expect(card.getByRole('button', { name: /^Take it back/ })).toHaveCount(0);
  await expect(ordinary(page), 'it can be asked for again').toContainText('Rs 2399');
  await expectAccessible(page, 'declined');
});

test('§17.5 §17.69 a request that is taken back gives the sessions back, and not the bookings @phone', async ({
  page,
}) => {
  const member = await becomeMember(page);
  const order = await paidPack(member);
  const slot = await bookAhead(member, order, 72);
  await page.goto(refundsPath);
  await askForAll(page);
  const heading = page.getByRole('heading', { name: /^R-\d+, Rs 2399/ });
  await expect(heading).toBeFocused();
  expect(await smallControls(page), 'controls under 44 px').toEqual([]);

  const takeBack = page.getByRole('button', { name: /^Take it back/ });
  await takeBack.click();
  const dialog = page.getByRole('dialog', { name: /^Take R-\d+ back\?$/ });
  await expect(dialog).toContainText('The 5 sessions are yours again.');
  await expect(dialog).toContainText('Bookings that were called off do not come back');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Let it stand' }).click();
  await expect(takeBack).toBeFocused();
  await takeBack.click();
  await dialog.getByRole('button', { name: 'Take it back' }).click();
  await expect(heading).toBeFocused();
  await expect(heading).toContainText('Taken back');
  await expect(takeBack).toHaveCount(0);
  await expect(ordinary(page)).toContainText('5 sessions have not taken place.');

  await page.goto('/dashboard/sessions');
  await expect(page.getByRole('main')).toContainText('5 of 5 sessions left');
  await expect(sessionWith(page, slot.mentor)).toContainText('Called off');
});

test('§17.67 what more is needed is answered once, with a file', async ({ page }) => {
  const member = await becomeMember(page);
  const order = await paidPack(member);
  await holdSession(member, order, 2);
  await page.goto(refundsPath);
  await onOffer(page).getByRole('button', { name: 'Send us your offer' }).click();
  await fillOffer(page);
  await onOffer(page).getByRole('button', { name: 'Go on with Rs 2399' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for Rs 2399' }).click();
  await expect(page.locator('h3:focus')).toContainText('Asked');
  const [row] = await editor(
    'select number from private.refund_requests where order_id = $1::uuid',
    order,
  );
  const number = String(row?.['number']);
  await editor(
    "select operations.ask_for_more($1, E'A letter with a name\\nThe programme')",
    number,
  );

  await page.reload();
  const card = requestCard(page, number);
  await expect(card).toContainText('A letter with a name');
  await card.getByRole('button', { name: /^Answer/ }).click();
  const answer = card.getByLabel('Your answer');
  await expect(answer).toBeFocused();
  await card.getByRole('button', { name: 'Send the answer' }).click();
  await expect(card).toContainText('Write your answer.');
  await expectAccessible(page, 'with an error');
  await answer.fill('PGP, and here is the whole letter.');
  await card.getByLabel('Files, if any are needed').setInputFiles([letter, letter, letter]);
  await card.getByRole('button', { name: 'Send the answer' }).click();
  await expect(card).toContainText('Choose 2 files at most.');
  await card.getByLabel('Files, if any are needed').setInputFiles(letter);
  await card.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.locator('h3:focus')).toContainText('Asked');
  await expect(card).toContainText('PGP, and here is the whole letter.');
  await expect(card.getByRole('button', { name: /^Download your file/ })).toHaveCount(2);
  await expect(card.getByRole('button', { name: /^Answer/ })).toHaveCount(0);
});

async function fillOffer(page: Page): Promise<void> {
  const today = indiaDay(Date.now());
  await onOffer(page).getByLabel('Institute').fill('IIM Indore');
  await onOffer(page).getByLabel('Offer issued on').fill(today);
  await onOffer(page).getByLabel('Final interview on').fill(today);
  await onOffer(page).getByLabel('The offer letter').setInputFiles(letter);
}

test('§17.66 §18.17 an offer is checked beside its fields, and its letter before it is sent @phone', async ({
  page,
}) => {
  const member = await becomeMember(page);
  const order = await paidPack(member);
  await page.goto(refundsPath);
  await expect(onOffer(page)).toContainText('No session of this pack has taken place yet.');
  await holdSession(member, order, 2);
  const sent: string[] = [];
  page.on('request', (one) => sent.push(one.url()));
  await page.reload();
  await onOffer(page).getByRole('button', { name: 'Send us your offer' }).click();
  const form = onOffer(page);
  await expect(form.getByLabel('Institute')).toBeFocused();
  await form.getByRole('button', { name: 'Go on with Rs 2399' }).click();
  for (const text of [
    'Enter the institute.',
    'Enter the day on which the offer was issued.',
    'Enter the day of your final interview.',
    'Add the offer letter.',
  ]) {
    await expect(form).toContainText(text);
  }
  expect(await smallControls(page), 'controls under 44 px').toEqual([]);
  const file = form.getByLabel('The offer letter');
  await file.setInputFiles({ ...letter, buffer: Buffer.from('PK\u0003\u0004 a Word file') });
  await expect(form).toContainText(fileRefusals.wrongType);
  await file.setInputFiles({ ...letter, buffer: Buffer.alloc(largestFile + 1, '%PDF-') });
  await expect(form).toContainText(fileRefusals.tooLarge);
  await form.getByLabel('Offer issued on').fill('2026-01-10');
  await form.getByLabel('Final interview on').fill('2026-01-12');
  await expect(form).toContainText('This offer could be sent until 31 January 2026');
  await expect(form).toContainText('The final interview comes before the offer.');
  expect(sent.filter((url) => url.includes('/api/file'))).toEqual([]);
  await expectAccessible(page, 'with errors');
  await expectToFit(page);
  await form.getByRole('button', { name: 'Not now' }).click();
  await expect(form.getByRole('button', { name: 'Send us your offer' })).toBeFocused();
});

test('§17.6 §17.63 a session that went wrong gives its share, and leaves the rest alone', async ({
  page,
}) => {
  const member = await becomeMember(page);
  const order = await paidPack(member);
  await page.goto(refundsPath);
  await expect(wentWrong(page)).toContainText('No session of yours took place');
  const [first, other] = [await holdSession(member, order, 2), await holdSession(member, order, 5)];
  await page.reload();
  await wentWrong(page)
    .getByRole('radio', { name: new RegExp(first.mentor) })
    .check();
  await expect(wentWrong(page)).toContainText('and we give it back to your pack');
  await expectAccessible(page, 'a session chosen');
  await wentWrong(page).getByRole('button', { name: 'Ask for Rs 479.80' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for Rs 479.80 back?' });
  await expect(dialog).toContainText(first.mentor);
  await dialog.getByRole('button', { name: 'Ask for Rs 479.80' }).click();
  await expect(page.locator('h3:focus')).toHaveText(/^R-\d+, Rs 479\.80/);
  await expect(page.getByRole('radio', { name: new RegExp(first.mentor) })).toBeDisabled();
  await expect(page.getByRole('radio', { name: new RegExp(other.mentor) })).toBeEnabled();
  await page.goto('/dashboard/sessions');
  await expect(page.getByRole('main')).toContainText('3 of 5 sessions left');
  await expect(sessionWith(page, first.mentor)).toContainText('You asked for its share');
});

test('§17.61 an amount that changed meanwhile sends nothing, and the page shows the new one', async ({
  page,
}) => {
  const member = await becomeMember(page);
  const order = await paidPack(member);
  await page.goto(refundsPath);
  await ordinary(page).getByRole('button', { name: 'Ask for Rs 2399' }).click();
  await holdSession(member, order, 2);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ask for Rs 2399' }).click();
  await expect(dialog.getByRole('alert')).toContainText(refundRefusals.amount_changed.says);
  await dialog.getByRole('button', { name: 'Keep the pack' }).click();
  await expect(ordinary(page).getByRole('button', { name: 'Ask for Rs 1919.20' })).toBeFocused();
  await expect(page.getByRole('heading', { name: /^R-/ })).toHaveCount(0);
});

test('§17.68 a request whose answer is lost says that it is not certain, and is on the page', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await paidPack(member);
  await page.goto(refundsPath);
  await page.route('**/rest/v1/rpc/ask_refund', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await askForAll(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('it is not certain');
  await dialog.getByRole('button', { name: 'Keep the pack' }).click();
  await expect(page.getByRole('heading', { name: /^R-\d+, Rs 2399/ })).toBeFocused();
});

test('§17.62 §17.64 §17.65 a late, a transferred and a disputed request are said plainly', async ({
  page,
}) => {
  const { number } = await askedMember(page);
  await editor('select operations.approve_refund($1)', number);
  const card = requestCard(page, number);
  for (const [state, ofRequest, ofPack, said] of [
    ['late', { late: 'payment' }, {}, 'and have not kept that. We are sorry.'],
    ['by transfer', { state: 'by_transfer' }, {}, 'Answer our mail with the bank account'],
    ['sent back', { state: 'failed' }, {}, 'The bank did not take the money'],
    ['disputed', { disputed: true }, { disputed: true }, 'Your request waits and keeps its place'],
  ] as const) {
    await page.route(myRefunds, async (route) => {
      const response = await route.fetch();
      const { packs } = v.parse(oneRequest, await response.json());
      const [{ requests, ...pack }] = packs;
      const changed = { ...pack, ...ofPack, requests: [{ ...requests[0], ...ofRequest }] };
      await route.fulfill({ response, json: { packs: [changed] } });
    });
    await page.goto(refundsPath);
    await expect(card, state).toContainText(said);
    await expectAccessible(page, state);
    await page.unroute(myRefunds);
  }
});

test('§17.60 several packs are listed, and somebody without one is told who is refunded', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await page.goto(refundsPath);
  await expect(page.getByText('You have not bought a pack with this account')).toBeVisible();
  await expect(page.getByText('Bought without an account?')).toBeVisible();
  await expectAccessible(page, 'without a pack');
  await paidPack(member);
  const order = await paidPack(member, 1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Which pack is it about?' })).toBeVisible();
  await expectAccessible(page, 'with two packs');
  await page.locator(`a[href$="order=${order}"]`).click();
  await expect(page.getByRole('heading', { name: 'Single Pack' })).toBeVisible();
  await expect(ordinary(page)).toContainText('All that you paid');
  await page.getByRole('link', { name: 'All your packs' }).click();
  await expect(page).toHaveURL(refundsPath);
});

test('the page says when it loads, cannot load, is offline and is out of date', async ({
  page,
  context,
}) => {
  const member = await becomeMember(page);
  await paidPack(member);
  const release = await holdBack(page, myRefunds);
  await page.goto(refundsPath);
  await expect(page.getByText('Loading what you can ask for')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  release();
  await expect(ordinary(page)).toContainText('Rs 2399');
  await page.unroute(myRefunds);

  await context.setOffline(true);
  await expect(page.getByRole('main')).toContainText('This is what we knew last');
  await ordinary(page).getByRole('button', { name: 'Ask for Rs 2399' }).click();
  await expect(ordinary(page).getByRole('alert')).toContainText('You appear to be offline.');
  await context.setOffline(false);
  await expect(page.getByText('This is what we knew last')).toHaveCount(0);

  await answerWith(page, myRefunds, 500, { message: 'no' });
  await page.reload();
  const failed = page.getByRole('alert').filter({ hasText: 'Your refunds could not be loaded.' });
  await expect(failed).toBeVisible();
  await expectAccessible(page, 'not loaded');
  await page.unroute(myRefunds);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(ordinary(page)).toContainText('Rs 2399');
});

test('a session that has ended sends nothing and says so', async ({ page }) => {
  const member = await becomeMember(page);
  const order = await paidPack(member);
  await page.goto(refundsPath);
  await answerWith(page, '**/rest/v1/rpc/ask_refund', 401, { code: '42501', message: 'denied' });
  await askForAll(page);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Your session has ended.',
  );
  const asked = await editor(
    'select id from private.refund_requests where order_id = $1::uuid',
    order,
  );
  expect(asked).toEqual([]);
});
