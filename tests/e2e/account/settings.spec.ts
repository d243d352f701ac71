import type { Page } from 'playwright/test';
import { answerWith, failedRequest, holdBack } from '../support/faults.ts';
import { askAccounts, becomeMember, newSession } from '../support/members.ts';
import { expect, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/auth/v1/')] });

async function change(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(again);
  await page.getByRole('button', { name: 'Change password', exact: true }).click();
}

test('§5.19 §5.20 both fields must be filled, long enough and the same @phone', async ({
  page,
}) => {
  await becomeMember(page);
  await page.goto('/dashboard/settings');
  const password = page.getByLabel('New password');
  const again = page.getByLabel('Confirm password');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change Your Password');
  await expect(password).toHaveAccessibleDescription('Use at least 8 characters');

  await change(page, '');
  await expect(password).toHaveAccessibleDescription(/^This field is required/);
  await expect(again).toHaveAccessibleDescription('This field is required');
  await expect(password).toBeFocused();
  await change(page, '1234567', '7654321');
  await expect(password).toHaveAccessibleDescription(/^Password needs a minimum of 6 characters/);
  await expect(again).toHaveAccessibleDescription('Passwords need to match');
});

test('A23 more than 72 bytes are refused before anything is sent', async ({ page }) => {
  await becomeMember(page);
  await page.goto('/dashboard/settings');
  await change(page, 'é'.repeat(37));
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
    /^Use at most 72 characters/,
  );
});

test('§5.35 §6.23 A21 A23 a new password is stored as typed, and other devices are logged out', async ({
  page,
}) => {
  const member = await becomeMember(page);
  const elsewhere = await newSession(member);
  const release = await holdBack(page, '**/auth/v1/user*');
  await page.goto('/dashboard/settings');
  const password = `  ${'é'.repeat(34)} `;
  await change(page, password);
  await expect(page.getByRole('button', { name: 'updating..', exact: true })).toBeDisabled();
  await expect(page.getByLabel('New password')).toBeDisabled();
  release();
  await expect(page.getByText('password successfully updated', { exact: true })).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('');
  await expect(page.getByLabel('Confirm password')).toHaveValue('');

  await newSession({ ...member, password });
  const refreshed = await askAccounts('token?grant_type=refresh_token', {
    refresh_token: elsewhere.refresh_token,
  });
  expect(refreshed.status).toBe(400);
  await page.reload();
  await expect(page, 'this device stays logged in').toHaveURL('/dashboard/settings');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});

test('§5.36 A20 a refusal is shown in the words of the service', async ({ page }) => {
  const member = await becomeMember(page);
  await page.goto('/dashboard/settings');
  await change(page, member.password);
  const message = 'New password should be different from the old password.';
  await expect(page.locator('#toasts').getByText(message)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(message);
  await expect(page.getByLabel('New password')).toBeFocused();
});

test('the page says when other sessions could not be ended', async ({ page }) => {
  await becomeMember(page);
  await answerWith(page, '**/auth/v1/logout?scope=others', 500, { msg: 'no' });
  await page.goto('/dashboard/settings');
  await change(page, 'a brand new one');
  await expect(page.getByText('password successfully updated')).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: 'could not be logged out' }),
  ).toBeVisible();
});

test('a password can be shown and hidden', async ({ page }) => {
  await becomeMember(page);
  await page.goto('/dashboard/settings');
  await page.getByLabel('New password').fill('a brand new one');
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show new password' }).click();
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text');
  await expect(page.getByLabel('Confirm password')).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Hide new password' }).click();
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'password');
});
