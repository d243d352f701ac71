import type { Page } from 'playwright/test';
import { memberPages } from '../../../src/domain/member-pages.ts';
import { holdBack } from '../support/faults.ts';
import { becomeMember } from '../support/members.ts';
import { expectSheets, expectToFit } from '../support/page.ts';
import { addBooking, addPack, openSlot } from '../support/sessions.ts';
import { expect, packCard, test } from '../support/test.ts';

const yourPacks = (page: Page) => page.getByRole('region', { name: 'Your packs' });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('§2.39 R7 the dashboard shows its version for visitors, and a visitor can sign up from it', async ({
    page,
  }) => {
    await page.goto(memberPages.main);
    for (const name of ['Mock Interview', 'Loan', 'Mock GD', 'Exclusive Launch']) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    }
    await expect(page.getByRole('link', { name: 'Sign up to know more' })).toHaveAttribute(
      'href',
      '/signup',
    );
    await expect(page.getByRole('heading', { name: 'Your packs' })).toBeHidden();
  });
});

test('§2.36 §14.2 §16.1 a member sees the banner and the packs, and can continue to the loan page', async ({
  page,
}) => {
  await becomeMember(page);
  await page.goto(memberPages.main);
  await expect(page.getByRole('heading', { name: 'Exclusive Launch' })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Exclusive Launch' })).toContainText('100% refund');
  await expect(packCard(page, 'Super Value Pack')).toContainText('Save 40%');
  await expect(page.getByText('Sign up to know more')).toBeHidden();
  await expect(page.getByRole('heading', { level: 2 }), 'first steps come first').toHaveText(
    [
      'One step left: verify your email',
      'MBA Loan',
      'Exclusive Launch',
      'Practise before the panel',
    ],
    { useInnerText: true },
  );
  await page.getByRole('link', { name: 'Apply for loan' }).click();
  await expect(page).toHaveURL('/dashboard/loan');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your MBA loan');
});

test('§13.18 on a phone, the dashboard’s heading has its mark also after the first visit', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await becomeMember(page);
  await page.goto(memberPages.main);
  const heading = page.getByRole('heading', { level: 1, name: 'Dashboard' });
  await expect(heading.locator('xpath=preceding-sibling::*').locator('svg')).toBeVisible();
});

test('on a phone, a pack’s button is not crowded by the link above it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { id } = await becomeMember(page);
  const order = await addPack(id, 'super-value');
  await addBooking(id, order, (await openSlot('interview', 48)).id);
  await page.goto(memberPages.main);
  const above = await yourPacks(page)
    .getByRole('link', { name: 'Invite a second person' })
    .locator('xpath=..')
    .boundingBox();
  const button = await yourPacks(page).getByRole('link', { name: 'Book a session' }).boundingBox();
  const gap = (button?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  expect(gap).toBeGreaterThanOrEqual(12);
});

test('§2.20 a link to the packs ends at the packs, even if what is above them arrives late', async ({
  page,
}) => {
  await addPack((await becomeMember(page)).id);
  const release = await holdBack(page, '**/rpc/my_sessions');
  await page.goto(`${memberPages.main}#packs`);
  await expect(yourPacks(page).getByText('Loading your packs')).toBeVisible();
  release();
  await expect(yourPacks(page).getByText('5 of 5 sessions left')).toBeVisible();
  const top = page.getByRole('heading', { name: 'More sessions' });
  await expect.poll(async () => Math.round((await top.boundingBox())?.y ?? 0)).toBeLessThan(200);
  await expect(top).toBeInViewport();
});

test('§15.39 below 1024 px a row above the content contains four of the sidebar’s links, which stay in place while the page arrives', async ({
  page,
}) => {
  await becomeMember(page);
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/dashboard/material');
    const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
    const links = sidebar.getByRole('link');
    await expect(links).toHaveText(['Dashboard', 'Sessions', 'Loan', 'Preparation']);
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    const row = await sidebar.boundingBox();
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThan(heading?.y ?? 0);
    await expectToFit(page);
    const cut = (all: Element[]) => all.filter((one) => one.scrollWidth > one.clientWidth).length;
    expect(await links.evaluateAll(cut), 'with wide spacing').toBe(0);
    const whole = await links.first().boundingBox();
    await links.filter({ hasNotText: 'Dashboard' }).evaluateAll((later) => {
      for (const link of later) link.parentElement?.remove();
    });
    expect(await links.first().boundingBox()).toEqual(whole);
  }
});

test('§8.20 only the receipt is printed, and closing it returns the focus to its button', async ({
  page,
}) => {
  const { id } = await becomeMember(page);
  await addPack(id);
  await page.goto(memberPages.main);
  const button = yourPacks(page).getByRole('button', { name: 'Receipt' });
  await button.click();
  const receipt = page.getByRole('dialog', { name: 'AdmitCircle receipt' });
  await expect(receipt.getByRole('heading')).toBeFocused();
  await expect(receipt.getByRole('heading')).toBeInViewport();
  await expectSheets(page, 1, 'only the receipt');
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  await expect(button).toBeFocused();
});
