import * as v from 'valibot';
import { refundRefusals } from '../../../src/domain/refusals/refunds.ts';
import { failedRequest } from '../support/faults.ts';
import { becomeMember } from '../support/members.ts';
import { expectAccessible, expectToFit, smallControls } from '../support/page.ts';
import {
  askOrdinary,
  holdSession,
  onOffer,
  ordinary,
  paidPack,
  refundsPath,
  requestCard,
  wentWrong,
} from '../support/refunds.ts';
import { editor } from '../support/stack.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({
  timezoneId: 'Asia/Kolkata',
  expectedConsole: [failedRequest('/rest/v1/', '/_astro/refunds')],
});

const oneRequest = v.looseObject({
  packs: v.tuple([v.looseObject({ requests: v.tuple([v.looseObject({})]) })]),
});

test('§17.61 a refund whose amount has changed is not requested, and the page shows the new amount', async ({
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

test('§17.60 §17.64 every state of the refunds page is accessible, fits the screen, and has controls large enough to touch @phone-only', async ({
  page,
}) => {
  const check = async (state: string) => {
    await expectAccessible(page, state);
    await page.setViewportSize(phone.viewport);
    expect.soft(await smallControls(page), `${state}: controls under 44 px`).toEqual([]);
    await expectToFit(page);
  };
  const member = await becomeMember(page);
  await page.goto(refundsPath);
  await expect(page.getByText('You have not bought a pack yet')).toBeVisible();
  await expect(page.getByText('Bought without an account?')).toBeVisible();
  await check('without a pack');

  const order = await paidPack(member);
  const held = await holdSession(member, order, 2);
  await page.reload();
  await wentWrong(page)
    .getByRole('radio', { name: new RegExp(held.mentor) })
    .check();
  await onOffer(page).getByRole('button', { name: 'Send us your offer' }).click();
  await onOffer(page).getByRole('button', { name: 'Continue with Rs 2399' }).click();
  await expect(onOffer(page)).toContainText('Add the offer letter.');
  await check('a session chosen, and an offer with errors');

  const { number } = await askOrdinary(member, order, 191_920);
  await editor("select operations.decline_refund($1, 'All sessions took place.')", number);
  await page.reload();
  await expect(requestCard(page, number)).toContainText('All sessions took place.');
  await check('declined');
  await page.route('**/rest/v1/rpc/my_refunds', async (route) => {
    const response = await route.fetch();
    const { packs, ...answer } = v.parse(oneRequest, await response.json());
    const [{ requests, ...pack }] = packs;
    const late = { state: 'by_transfer', late: 'payment', pay_by: '2026-11-20', disputed: true };
    const changed = { ...pack, disputed: true, requests: [{ ...requests[0], ...late }] };
    await route.fulfill({ response, json: { ...answer, packs: [changed] } });
  });
  await page.reload();
  await expect(requestCard(page, number)).toContainText('keeps its place');
  await check('late, disputed and by transfer');
  await page.unroute('**/rest/v1/rpc/my_refunds');

  const other = await paidPack(member, 1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your packs' })).toBeVisible();
  await check('with two packs');
  await page.locator(`a[href$="order=${other}"]`).click();
  await expect(ordinary(page)).toContainText('Everything you paid');
});
