import type { Page } from 'playwright/test';
import * as v from 'valibot';
import { indiaDay } from '../../../src/domain/words/dates.ts';
import { refundMessages } from '../../../src/domain/refunds/refund-messages.ts';
import { failedRequest } from '../support/faults.ts';
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
  expectedConsole: [failedRequest('/rest/v1/')],
});

const oneRequest = v.object({
  packs: v.tuple([v.looseObject({ requests: v.tuple([v.looseObject({})]) })]),
});

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

test('§17.5 §17.69 a request that is taken back gives the sessions back, and not the bookings', async ({
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
  expect(await axeFindings(page), 'an answer that is missing').toEqual([]);
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
  await expect(dialog.getByRole('alert')).toContainText(refundMessages.amount_changed);
  await dialog.getByRole('button', { name: 'Keep the pack' }).click();
  await expect(ordinary(page).getByRole('button', { name: 'Ask for Rs 1919.20' })).toBeFocused();
  await expect(page.getByRole('heading', { name: /^R-/ })).toHaveCount(0);
});

test('§17.60 §17.64 every state is accessible, fits, and is large enough to touch @phone', async ({
  page,
}) => {
  const width = page.viewportSize()?.width ?? 1280;
  const check = async (state: string) => {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await axeFindings(page), state).toEqual([]);
    expect.soft(await smallControls(page), `${state}: controls under 44 px`).toEqual([]);
    await expectToFit(page);
  };
  const member = await becomeMember(page);
  await page.goto(refundsPath);
  await expect(page.getByText('You have not bought a pack with this account')).toBeVisible();
  await expect(page.getByText('Bought without an account?')).toBeVisible();
  await check('without a pack');

  const order = await paidPack(member);
  const held = await holdSession(member, order, 2);
  await page.reload();
  await wentWrong(page)
    .getByRole('radio', { name: new RegExp(held.mentor) })
    .check();
  await onOffer(page).getByRole('button', { name: 'Send us your offer' }).click();
  await onOffer(page).getByRole('button', { name: 'Go on with Rs 2399' }).click();
  await expect(onOffer(page)).toContainText('Add the offer letter.');
  await check('a session chosen, and an offer with errors');

  const { number } = await askOrdinary(member, order, 191_920);
  await editor("select operations.decline_refund($1, 'All sessions took place.')", number);
  await page.reload();
  await expect(requestCard(page, number)).toContainText('All sessions took place.');
  await check('declined');
  await page.route('**/rest/v1/rpc/my_refunds', async (route) => {
    const response = await route.fetch();
    const { packs } = v.parse(oneRequest, await response.json());
    const [{ requests, ...pack }] = packs;
    const late = { state: 'by_transfer', late: 'payment', pay_by: '2026-11-20', disputed: true };
    const changed = { ...pack, disputed: true, requests: [{ ...requests[0], ...late }] };
    await route.fulfill({ response, json: { packs: [changed] } });
  });
  await page.reload();
  await expect(requestCard(page, number)).toContainText('keeps its place');
  await check('late, disputed and by transfer');
  await page.unroute('**/rest/v1/rpc/my_refunds');

  const other = await paidPack(member, 1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Which pack is it about?' })).toBeVisible();
  await check('with two packs');
  await page.locator(`a[href$="order=${other}"]`).click();
  await expect(ordinary(page)).toContainText('All that you paid');
});
