import type { Locator, Page } from 'playwright/test';
import { failedRequest } from '../support/faults.ts';
import {
  addOffer,
  chooseFor,
  endLenders,
  joinGroup,
  loanPath,
  offerCard,
  startsIn,
  stepOf,
  yearOf,
} from '../support/loans.ts';
import { becomeMember } from '../support/members.ts';
import { axeFindings, expectToFit, smallControls } from '../support/page.ts';
import { editor } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

test.use({
  timezoneId: 'Asia/Kolkata',
  expectedConsole: [failedRequest('/rest/v1/')],
});

test.afterEach(endLenders);

const join = (page: Page) => page.getByRole('button', { name: 'Join the group' });
const request = (page: Page) => page.getByRole('region', { name: 'Your request' });

const main = startsIn(12);

test('§16.19 §16.20 every state of the loan page is accessible, fits the screen, and has controls large enough to touch @phone-only', async ({
  page,
}) => {
  const check = async (state: string) => {
    expect.soft(await axeFindings(page), state).toEqual([]);
    expect.soft(await smallControls(page), `${state}: controls under 44 px`).toEqual([]);
  };
  const offer = await addOffer(yearOf(main), { rate: 9.5, feePercent: 0.5 });
  await addOffer(yearOf(main), { rate: 10, isSample: true, interest: 'paid' });
  await addOffer(yearOf(main), { least: 90, most: 100 });
  const member = await becomeMember(page);
  await page.goto(loanPath);
  await page.getByRole('button', { name: 'Start your request' }).click();
  await request(page).getByLabel('Loan amount').fill('1.5 crore');
  await join(page).click();
  await expect(request(page)).toContainText('Choose your admission stage.');
  await check('a request with errors');
  await expectToFit(page);

  await joinGroup(member, main);
  await page.reload();
  await expect(offerCard(page, offer)).toContainText('Rs 32,026');
  await page.getByRole('radio', { name: 'No, only afterwards' }).check();
  await page.getByRole('button', { name: 'Print a sheet for your family' }).click();
  await expect(page.getByRole('dialog')).toContainText('Lowest total');
  const second = page.getByRole('dialog').getByRole('columnheader').nth(1);
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 780 });
    await expect
      .soft(second, `§16.97 the second offer at ${width} px`)
      // Its edge may lie between two pixels.
      .toBeInViewport({ ratio: 0.95 });
  }
  for (const format of ['A4', 'Letter']) {
    const paper = (await page.pdf({ format })).toString('latin1');
    expect.soft(paper.match(/\/Type \/Page\b/g), `§16.97 pages of ${format}`).toHaveLength(1);
  }
  await page.getByRole('button', { name: 'Close' }).click();
  await offerCard(page, offer).getByText('Full cost').click();
  await page.getByRole('button', { name: 'I found a better offer' }).click();
  await page.getByRole('button', { name: 'Send offer' }).click();
  await expect(page.getByText('Enter the lender’s name.')).toBeVisible();
  await check('offers, and a better offer with errors');
  await expectToFit(page);
  await offerCard(page, offer).getByRole('button', { name: 'Choose this offer' }).click();
  const dialog = page.getByRole('dialog');
  const choose = dialog.getByRole('button', { name: /^(?:Read and agree|Choose this offer)$/ });
  await expect(choose, '§5.51').toBeInViewport({ ratio: 1 });
  const box = dialog.locator('label', { has: page.getByRole('checkbox') });
  await expect(box, '§16.95 the box comes after its text').not.toBeInViewport();
  await check('before it is chosen');
  await choose.click();
  const message = dialog.getByText('Tick the box');
  const room = async (upper: Locator, lower: Locator) => {
    const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
    return above && below ? below.y - above.y - above.height : Number.NaN;
  };
  await expect
    .poll(() => room(box, choose), '§16.22 the first press leads to the box, above the buttons')
    .toBeGreaterThanOrEqual(0);
  const consent = dialog.locator('.loan-consent');
  // At 320 px, with text widened by `expectToFit`, its upper padding does not fit.
  await expect(consent, '§16.95 from its beginning').toBeInViewport({ ratio: 0.95 });
  await choose.click();
  await expect
    .poll(() => room(message, choose), 'the buttons do not cover the message')
    .toBeGreaterThanOrEqual(0);
  expect(await room(box, message), 'the message is right below its box').toBeLessThan(12);
  await expect(choose, '§5.51').toBeInViewport({ ratio: 1 });

  const choice = await chooseFor(member, offer);
  for (const step of ['send_to_lender', 'details_sent']) {
    await editor(`select operations.${step}($1::uuid)`, choice);
  }
  await page.reload();
  await expect(stepOf(page, 'With the lender')).toHaveAttribute('aria-current', 'step');
  await page.getByText('What you agreed to').click();
  await check('with the lender');
  await editor("select operations.decline($1::uuid, 'No income')", choice);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Past choices' })).toContainText('Declined');
  await check('declined');
  await expectToFit(page);

  await offerCard(page, offer).getByText('Full cost').click();
  const months = offerCard(page, offer).getByRole('link', { name: /^Month by month/ });
  await months.click();
  await expect(page).toHaveURL(/\/emi\?amount=2000000&rate=9.5&years=10&study=24&grace=6/);
  await expect(page.getByRole('main')).toContainText('Rs 32,026');
  await expect(page.getByRole('main')).toContainText(`${offer.lender}’s offer to you`);
  await page.getByRole('link', { name: 'Back to your offers' }).click();
  await expect(page.getByRole('heading', { name: 'Offers', exact: true })).toBeFocused();
});

test('choosing an offer that has just expired is refused, and the offer disappears from the page', async ({
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
  await expect(dialog.getByRole('alert')).toContainText('This offer no longer exists.');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(offerCard(page, offer)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Offers', exact: true })).toBeFocused();
});
