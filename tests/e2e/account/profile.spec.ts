import type { Page } from 'playwright/test';
import { answerWith, failedRequest, holdBack } from '../support/faults.ts';
import { stopClock } from '../support/clock.ts';
import { becomeMember, storeSession } from '../support/members.ts';
import { pressByKey } from '../support/page.ts';
import { database } from '../support/stack.ts';
import { expect, logIn, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/rest/v1/profiles', '/auth/v1/')] });

const rows = '**/rest/v1/profiles*';
const update = { name: 'Update', exact: true };

async function openProfile(page: Page): Promise<void> {
  await page.goto('/dashboard/profile');
  await expect(page.getByLabel('First Name')).toBeEditable();
}

async function rowOf(id: string) {
  const { data } = await database.from('profiles').select().eq('id', id).single().throwOnError();
  return data;
}

test('§7.2 §7.3 the profile is shown, and a change appears everywhere at once @phone', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await page.clock.install();
  await openProfile(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update Your Profile');
  await expect(page.getByLabel('First Name')).toHaveValue(member.firstname);
  await expect(page.getByLabel('Last Name')).toHaveValue(member.lastname);
  await expect(page.getByLabel('Phone Number')).toHaveValue(member.phonenumber);
  await expect(page.getByLabel('Referral Code')).toHaveValue('0000');
  await expect(page.getByLabel('Referral Code'), '§7.12').toHaveAccessibleDescription(
    '0000 means that you gave no code.',
  );
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'To change it, go to Settings.',
  );
  await expect(
    page.getByRole('group').getByRole('link', { name: 'Settings', exact: true }),
  ).toHaveAttribute('href', '/dashboard/settings#change-email');

  const release = await holdBack(page, rows);
  await page.getByLabel('Last Name').fill('Iyer');
  await page.getByLabel('Referral Code').fill('  ');
  await stopClock(page);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await pressByKey(page.getByRole('button', update));
  await expect(page.getByRole('button', { name: 'updating..', exact: true })).toBeDisabled();
  await expect(page.getByLabel('First Name')).toBeDisabled();
  expect((await sent).postDataJSON(), 'only what was changed, and the address (§7.3)').toEqual({
    lastname: 'Iyer',
    referralcode: '0000',
    email: member.email,
  });
  release();

  const toast = page.getByText('updated successfully', { exact: true });
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText('Asha Iyer')).toBeVisible();
  await page.clock.fastForward(2_000);
  await expect(toast).toBeVisible();
  await page.clock.fastForward(1_500);
  await expect(toast, 'toasts of the profile stay for 3000 ms (§9.14)').toBeHidden();
  expect(await rowOf(member.id)).toMatchObject({ lastname: 'Iyer', firstname: 'Asha' });
});

test('§5.21 the rules and messages are those of the sign-up', async ({ page }) => {
  await becomeMember(page);
  await openProfile(page);
  await page.getByLabel('First Name').fill('');
  await page.getByLabel('Last Name').fill('   ');
  await page.getByLabel('Phone Number').fill('');
  await page.getByRole('button', update).click();
  for (const [field, message] of [
    ['First Name', 'First Name filed is required'],
    ['Last Name', 'Last Name is required'],
    ['Phone Number', 'Phone Number is required'],
  ] as const) {
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(message);
  }
  await expect(page.getByLabel('First Name')).toBeFocused();
  await page.getByLabel('Phone Number').fill('98765');
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(
    'Entered phone number is not valid',
  );
});

test('§5.31 a profile that cannot be read shows an error and can be loaded again', async ({
  page,
}) => {
  await becomeMember(page);
  await answerWith(page, rows, 500, { message: 'no' });
  await page.goto('/dashboard/profile');
  const alert = page.getByRole('alert').filter({ hasText: 'Not able to acess the data' });
  await expect(alert).toBeVisible();
  await page.unroute(rows);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('First Name')).toHaveValue('Asha');
});

test('§5.32 a refused update says so and keeps what was typed', async ({ page }) => {
  const member = await becomeMember(page);
  await openProfile(page);
  await database.from('profiles').update({ email: 'new@example.com' }).eq('id', member.id);
  await page.getByLabel('First Name').fill('Usha');
  await page.getByRole('button', update).click();
  await expect(page.locator('#toasts').getByText('Not able to update')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Not able to update');
  await expect(page.getByLabel('First Name')).toHaveValue('Usha');
  await expect(page.getByLabel('Email'), 'the row is read again').toHaveValue('new@example.com');
  await page.getByRole('button', update).click();
  await expect(page.getByText('updated successfully')).toBeVisible();
});

test('D21 two tabs that change different fields do not overwrite each other', async ({
  page,
  context,
}) => {
  const member = await becomeMember(page);
  const other = await context.newPage();
  await openProfile(page);
  await openProfile(other);
  await page.getByLabel('First Name').fill('Usha');
  await page.getByRole('button', update).click();
  await expect(page.getByText('updated successfully')).toBeVisible();
  await other.getByLabel('Last Name').fill('Iyer');
  await other.getByRole('button', update).click();
  await expect(other.getByText('updated successfully')).toBeVisible();
  await expect(other.getByLabel('First Name')).toHaveValue('Usha');
  expect(await rowOf(member.id)).toMatchObject({ firstname: 'Usha', lastname: 'Iyer' });
});

test('D10 D11 D12 hostile names and codes are shown as text and do no harm', async ({ page }) => {
  const member = await becomeMember(page);
  page.on('dialog', () => expect(true, 'no script of a name runs').toBe(false));
  await openProfile(page);
  for (const [typed, shown] of [
    [`<script>alert(1)</script>`, `<script>alert(1)</script>`],
    [`"><img src=x onerror=alert(1)>`, `"><img src=x onerror=alert(1)>`],
    [
      `{{7*7}} \${7*7} %00 '; drop table profiles;--`,
      `{{7*7}} \${7*7} %00 '; drop table profiles;--`,
    ],
    ['A\u0000sha\u202Eohar\u2066', 'Ashaohar'],
    ['آشا 👩‍🎓 Z̸̢͘a', 'آشا 👩‍🎓 Z̸̢͘a'],
  ] as const) {
    await page.getByLabel('First Name').fill(typed);
    await page.getByLabel('Referral Code').fill(typed.slice(0, 32));
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', update).click();
    expect((await saved).status()).toBe(200);
    await expect(page.getByLabel('First Name')).toHaveValue(shown);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.locator('.account-menu-name')).toContainText(shown);
    await page.keyboard.press('Escape');
  }
  await page.getByLabel('First Name').fill('x'.repeat(10_000));
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', update).click();
  await saved;
  expect((await rowOf(member.id)).firstname).toBe('x'.repeat(80));
  await page.getByRole('button', { name: 'Account menu' }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('leaving the page warns about unsaved changes only', async ({ page }) => {
  await becomeMember(page);
  await openProfile(page);
  const warnings: string[] = [];
  page.on('dialog', (dialog) => {
    warnings.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByLabel('First Name').fill('Usha');
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect.poll(() => warnings).toEqual(['beforeunload']);
  await expect(page).toHaveURL('/dashboard/profile');
  await page.getByRole('button', update).click();
  await expect(page.getByText('updated successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page).toHaveURL('/dashboard/settings');
  expect(warnings).toHaveLength(1);
});

test('A4 a session that ends during an edit leads to the login and back, and keeps what was typed', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await openProfile(page);
  await page.getByLabel('First Name').fill('Usha');
  await answerWith(page, '**/auth/v1/token?grant_type=refresh_token', 400, {
    error_code: 'refresh_token_not_found',
    msg: 'Invalid Refresh Token',
  });
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, 'sb-admitcircle-auth-token');
  await page.getByRole('button', update).click();
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fprofile&ended=1');
  await expect(page.getByText('Your session has ended.')).toBeVisible();

  await page.unroute('**/auth/v1/token?grant_type=refresh_token');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/profile');
  await expect(page.getByLabel('First Name')).toHaveValue('Usha');
  await expect(page.getByText('We kept what you typed')).toBeVisible();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByLabel('First Name')).toHaveValue('Asha');
});

test('Y1 what somebody typed is not shown to the next member in this browser', async ({ page }) => {
  await becomeMember(page);
  await openProfile(page);
  await page.getByLabel('First Name').fill('Usha');
  page.on('dialog', (dialog) => void dialog.accept());
  const next = await becomeMember(page, { firstname: 'Meera' });
  await storeSession(page, next.session);
  await openProfile(page);
  await expect(page.getByLabel('First Name')).toHaveValue('Meera');
  await expect(page.getByText('We kept what you typed')).toBeHidden();
});

test('the form does not move while the profile loads', async ({ page }) => {
  await becomeMember(page);
  const release = await holdBack(page, rows);
  await page.goto('/dashboard/profile');
  const boxes = () =>
    Promise.all(
      ['First Name', 'Email', 'Referral Code'].map((label) => page.getByLabel(label).boundingBox()),
    );
  await expect(page.getByLabel('First Name')).toBeDisabled();
  await expect(page.getByRole('status').getByText('Loading your profile')).toBeAttached();
  const before = await boxes();
  release();
  await expect(page.getByLabel('First Name')).toBeEditable();
  expect(await boxes()).toEqual(before);
});

test('a tab that becomes visible again reloads the profile and keeps what is being typed', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await page.clock.install();
  await openProfile(page);
  await page.getByLabel('Last Name').fill('Iyer');
  await database.from('profiles').update({ firstname: 'Usha' }).eq('id', member.id);
  await page.clock.fastForward(5_000);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(page.getByLabel('First Name')).toHaveValue('Usha');
  await expect(page.getByLabel('Last Name')).toHaveValue('Iyer');
});

test('after a login the menu has the name of the profile, not of the sign-up', async ({ page }) => {
  const member = await becomeMember(page);
  await database.from('profiles').update({ firstname: 'Usha' }).eq('id', member.id);
  await page.evaluate(() => localStorage.clear());
  await logIn(page, member);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByText('Usha Rao')).toBeVisible();
});

test('a press on the account menu is not lost when the picture arrives during it', async ({
  page,
}) => {
  await becomeMember(page);
  const release = await holdBack(page, '**/rest/v1/profiles*');
  await page.goto('/dashboard/main');
  const toggle = page.getByRole('button', { name: 'Account menu' });
  await expect(toggle).toBeEnabled();
  await expect(toggle.locator('img')).toHaveCount(0);
  await toggle.hover();
  await page.mouse.down();
  release();
  await expect(toggle.locator('img')).toBeVisible();
  await page.mouse.up();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
});

test('what was typed outlives a lost connection', async ({ page, context }) => {
  await becomeMember(page);
  await page.clock.install();
  await openProfile(page);
  await page.getByLabel('First Name').fill('Usha');
  await expect(page.locator('#toasts astro-island'), 'hydrated').not.toHaveAttribute('ssr');
  await context.setOffline(true);
  await page.getByRole('button', update).click();
  await expect(page.getByRole('alert')).toHaveText('Not able to update');
  await page.clock.fastForward(5_000);
  const release = await holdBack(page, rows);
  const asked = page.waitForRequest(rows);
  await context.setOffline(false);
  await asked;
  await expect(page.getByLabel('First Name'), 'while the profile is read again').toHaveValue(
    'Usha',
  );
  release();
  await page.getByRole('button', update).click();
  await expect(page.getByText('updated successfully')).toBeVisible();
});
