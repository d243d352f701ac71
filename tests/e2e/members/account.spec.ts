import type { Page } from 'playwright/test';
import { failedRequest, holdBack } from '../support/faults.ts';
import {
  askAccounts,
  becomeMember,
  expireToken,
  keptKeys,
  newSession,
  type MemberSession,
} from '../support/members.ts';
import { memberPaths } from '../support/routes.ts';
import { expect, logIn, logOut, submitLogin, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/auth/v1/', '/rest/v1/')] });

const menu = (page: Page) => page.getByRole('button', { name: 'Account menu' });

test('§6.15 A29 every member page sends a visitor to the login, and back to that page afterwards', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await page.evaluate(() => localStorage.clear());
  for (const path of memberPaths) {
    const html = await (await page.request.get(path)).text();
    expect(html).not.toContain(member.email);
    await page.goto(path);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  }
  const place = '/dashboard/sessions?a=1#book-free';
  await page.goto(place);
  await page.goto(page.url().replace('/login', '/signup'));
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await submitLogin(page, member);
  await expect(page, 'the deep link keeps its place (§6.31)').toHaveURL(place);
});

test('§12.10 a member never sees the buttons for visitors, even before the scripts arrive', async ({
  page,
}) => {
  await becomeMember(page);
  const release = await holdBack(page, '**/_astro/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeHidden();
  await expect(page.getByRole('banner').locator('.avatar')).toBeVisible();
  release();
  await expect(menu(page)).toBeEnabled();
});

test('§2.29 §2.31 the account menu opens, and a button, the overlay and Escape close it @phone', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await page.goto('/');
  const entry = page.getByRole('link', { name: 'Edit Profile' });
  await menu(page).click();
  await expect(menu(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText(member.email)).toBeVisible();
  for (const label of ['Dashboard', 'Edit Profile', 'Settings']) {
    await expect(page.getByRole('banner').getByRole('link', { name: label })).toBeVisible();
  }
  await menu(page).click();
  await expect(entry).toBeHidden();

  await menu(page).click();
  await page.mouse.click(20, 400);
  await expect(entry).toBeHidden();

  await menu(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(entry).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await expect(menu(page)).toBeFocused();

  await page.keyboard.press('Enter');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Tab');
  await expect(entry, 'tabbing past the last entry closes the menu').toBeHidden();
});

test('§6.17 A8 a logout clears all stored data except isLoggedIn and opens the home page, and going back does not show the member’s data', async ({
  page,
}) => {
  const member = await becomeMember(page);
  const elsewhere = await newSession(member);
  await page.goto('/contact');
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  await page.getByLabel('First Name').fill('Usha');
  const release = await holdBack(page, '**/auth/v1/logout*');
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Logging out..', exact: true })).toHaveCount(1);
  release();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('You are logged out.')).toBeVisible();
  expect(await keptKeys(page)).toEqual({ local: ['isLoggedIn'], session: [] });
  expect(await page.evaluate(() => localStorage.getItem('isLoggedIn'))).toBe('false');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.goBack();
  await expect(page, 'home has replaced the profile in the history').toHaveURL('/contact');
  await page.goto('/dashboard/profile');
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fprofile');
  await expect(page.getByText(member.email)).toHaveCount(0);

  const renew = async ({ refresh_token }: MemberSession) =>
    (await askAccounts('token?grant_type=refresh_token', { refresh_token })).status;
  expect(await renew(member.session), 'the login of this device is over').toBe(400);
  expect(await renew(elsewhere), 'another device stays logged in').toBe(200);
});

test('A6 a logout or a login takes effect in the member’s other tabs', async ({
  page,
  context,
}) => {
  const member = await becomeMember(page);
  const other = await context.newPage();
  await other.goto('/dashboard/profile');
  await expect(other.getByLabel('Email')).toHaveValue(member.email);
  await other.evaluate(() => sessionStorage.setItem('kept', 'of the member'));
  await page.goto('/');
  await logOut(page);
  await expect(other).toHaveURL('/login?next=%2Fdashboard%2Fprofile');
  expect((await keptKeys(other)).session).toEqual([]);

  await logIn(page, member);
  await expect(other).toHaveURL('/dashboard/profile');
});

test('A4 A7 two tabs that renew their token at the same time both stay logged in', async ({
  page,
  context,
}) => {
  await becomeMember(page);
  await expireToken(page);
  const other = await context.newPage();
  await Promise.all([page.goto('/dashboard/profile'), other.goto('/dashboard/profile')]);
  for (const tab of [page, other]) {
    await expect(tab.getByLabel('First Name')).toHaveValue('Asha');
    await tab.reload();
    await expect(tab.getByLabel('First Name')).toHaveValue('Asha');
  }
});
