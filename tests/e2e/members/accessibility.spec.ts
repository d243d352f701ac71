import type { Page } from 'playwright/test';
import { memberHome } from '../../../src/domain/account/next-path.ts';
import { memberPages } from '../../../src/domain/member-pages.ts';
import { answerWith, failedRequest, holdBack } from '../support/faults.ts';
import { loanPath } from '../support/loans.ts';
import { becomeMember } from '../support/members.ts';
import { expectAccessible, expectToFit } from '../support/page.ts';
import { pictureFile, png } from '../support/pictures.ts';
import { memberPaths } from '../support/routes.ts';
import { addPack } from '../support/sessions.ts';
import { editor } from '../support/stack.ts';
import { expect, newPerson, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/auth/v1/', '/rest/v1/')] });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

for (const [path, button] of [
  ['/signup', 'SIGN UP'],
  ['/login', 'Sign In'],
  ['/forgotpassword', 'Send me the link'],
] as const) {
  test(`${path} is accessible while it shows errors`, async ({ page }) => {
    await page.goto(path);
    const submit = page.getByRole('button', { name: button, exact: true });
    await submit.click();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'with errors');
  });
}

test('/dashboard/material is accessible, both with a text and for a member without a pack', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await editor(
    'select operations.put_material($1, $2, $3)',
    'wat',
    'Topics',
    '# One\n\n- a\n- b\n\n> quote\n\n```\ncode\n```\n\n## Two\n\n[site](/buy)',
  );
  // The search appears from eight texts on.
  for (let count = 1; count < 8; count += 1) {
    await editor('select operations.put_material($1, $2, $3)', 'cv', crypto.randomUUID(), 'Short');
  }
  await page.goto('/dashboard/material');
  await expect(page.getByText('Opens with a pack').first()).toBeVisible();
  await expectAccessible(page, 'without a pack');
  await addPack(member.id);
  await page.reload();
  await page.getByRole('searchbox').fill('two');
  await expectAccessible(page, 'searching');
  await page.getByRole('link', { name: 'Topics: Two' }).first().click();
  await expect(page.getByRole('heading', { name: 'Two' })).toBeFocused();
  await expectAccessible(page, 'with a text');
});

test('§12.60 the dashboard is accessible with its account menu open, even on a small screen', async ({
  page,
}) => {
  const menu = page.getByRole('button', { name: 'Account menu' });
  await becomeMember(page);
  await page.goto(memberPages.main);
  await expect(page.getByText(/^Welcome/)).toBeVisible();
  await menu.click();
  await expectAccessible(page, 'the dashboard with its menu open');
  for (const height of [256, 420]) {
    await page.setViewportSize({ width: 640, height });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const last = page.locator('#account-menu').getByRole('button', { name: 'Logout' });
    await last.focus();
    await expect(last, `§12.60 at ${height} px`).toBeInViewport({ ratio: 1 });
  }
});

test('the profile is accessible while it loads and while it shows errors', async ({ page }) => {
  await becomeMember(page);
  const release = await holdBack(page, '**/rest/v1/profiles*');
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeEnabled();
  await expectAccessible(page, 'the profile while it loads');
  release();
  await expect(page.getByLabel('First Name')).toBeEditable();
  await page.getByLabel('Profile picture', { exact: true }).setInputFiles(pictureFile(png()));
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await page
    .getByLabel('Profile picture', { exact: true })
    .setInputFiles(pictureFile(Buffer.from('no')));
  await page.getByLabel('First Name').fill('');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.getByText('First Name filed is required')).toBeVisible();
  await expectAccessible(page, 'the profile with errors');
});

test('the settings are accessible, even with errors or with a link that has already been used', async ({
  page,
}) => {
  await becomeMember(page);
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeEnabled();
  await expectAccessible(page, 'the settings');
  await page.getByRole('button', { name: 'Change password', exact: true }).click();
  await expect(page.getByText('This field is required').first()).toBeVisible();
  await expectAccessible(page, 'the settings with errors');
  await page.goto('/dashboard/settings#token_hash=0123456789abcdef0123456789abcdef&type=recovery');
  await page.getByLabel('New password').fill('a brand new one');
  await page.getByLabel('Confirm password').fill('a brand new one');
  await page.getByRole('button', { name: 'Change password', exact: true }).click();
  await expect(page.getByText('This link has expired')).toBeVisible();
  await expectAccessible(page, 'the settings with a used link');
});

test('the profile and the list of packs are accessible even when they cannot be loaded', async ({
  page,
}) => {
  await becomeMember(page);
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('First Name')).toBeEditable();
  await answerWith(page, '**/rest/v1/profiles*', 500, { message: 'no' });
  await answerWith(page, '**/rest/v1/orders*', 500, { message: 'no' });
  await page.reload();
  await expect(page.getByText('Not able to acess the data')).toBeVisible();
  await expect(page.getByLabel('First Name'), 'the profile shown before stays').toBeEditable();
  await expectAccessible(page, 'a profile that was not read again');
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.getByText('Not able to acess the data')).toBeVisible();
  await expectAccessible(page, 'a profile that was not read');
  await page.goto(memberPages.main);
  await expect(page.getByText('We could not load your packs.')).toBeVisible();
  await expectAccessible(page, 'packs that were not read');
});

test('§13.10 member pages and an emailed link fit screens of every width, even with larger text', async ({
  page,
}) => {
  await page.goto('/dashboard/settings#token_hash=0123456789abcdef0123456789abcdef&type=recovery');
  await expectToFit(page);
  await becomeMember(page, { lastname: 'x'.repeat(80) });
  for (const path of memberPaths) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeEnabled();
    await expect(page.locator('html[data-fonts]')).toBeAttached();
    await expectToFit(page);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('§13.10 a visitor’s dashboard fits screens of every width, even with larger text', async ({
    page,
  }) => {
    for (const path of memberPaths) {
      await page.goto(path);
      await expectToFit(page);
    }
  });
});

test('a visitor can sign up and log in with the keyboard alone', async ({ page }) => {
  const person = newPerson();
  await page.goto('/signup');
  await expect(page.getByRole('button', { name: 'SIGN UP', exact: true })).toBeEnabled();
  await page.getByLabel('First Name').focus();
  for (const text of [
    person.firstname,
    person.lastname,
    person.email,
    person.phonenumber,
    '',
    person.password,
  ]) {
    await page.keyboard.type(text);
    await press(page, 'Tab');
  }
  // The button that shows the password comes first.
  await press(page, 'Tab');
  await page.keyboard.type(person.password);
  await press(page, 'Tab', 'Tab', 'Space');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await press(page, 'Tab', 'Tab', 'Tab');
  await expect(page.getByRole('button', { name: 'SIGN UP', exact: true })).toBeFocused();
  await press(page, 'Enter');
  await expect(page).toHaveURL(memberHome);

  await expect(page.getByRole('button', { name: 'Account menu' })).toBeEnabled();
  await page.getByRole('button', { name: 'Account menu' }).focus();
  await press(page, 'Enter', 'Tab', 'Tab', 'Tab', 'Tab', 'Enter');
  await expect(page).toHaveURL('/');

  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await page.getByLabel('Email').focus();
  await page.keyboard.type(person.email);
  await press(page, 'Tab');
  await page.keyboard.type(person.password);
  await press(page, 'Enter');
  await expect(page).toHaveURL(memberHome);
});

test('a member can join the loan group with the keyboard alone', async ({ page }) => {
  await becomeMember(page);
  await page.goto(loanPath);
  const start = page.getByRole('button', { name: 'Start your request' });
  await expect(start).toBeVisible();
  await expectAccessible(page, 'empty');
  await start.focus();
  await press(page, 'Enter');
  await expect(page.getByLabel('Institute')).toBeFocused();
  await expectAccessible(page, 'form');
  await page.keyboard.type('XLRI');
  await press(page, 'Tab');
  await page.keyboard.type('BM');
  await press(page, 'Tab', 'Space', 'ArrowDown', 'Tab');
  await page.keyboard.type('June');
  // The course’s length and the term have a figure already.
  await press(page, 'Tab', 'Tab');
  await page.keyboard.type('12 lakh');
  await press(page, 'Tab', 'Tab');
  await page.keyboard.type('A parent');
  await press(page, 'Tab');
  await page.keyboard.type('Pune');
  await press(page, 'Tab', 'Space', 'Tab');
  await expect(page.getByRole('button', { name: 'Join the group' })).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'Your request' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Your request' })).toContainText('Shortlisted');
  await expectAccessible(page, 'joined');
});
