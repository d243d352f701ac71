import type { Page } from 'playwright/test';
import { failedRequest } from '../support/faults.ts';
import { askAccounts, becomeMember, newSession } from '../support/members.ts';
import { expect, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/auth/v1/')] });

async function change(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Change password', exact: true }).click();
}

test('§5.35 §5.36 §6.23 A20 A21 A23 a new password is stored as typed, and other devices are logged out', async ({
  page,
}) => {
  const member = await becomeMember(page);
  const elsewhere = await newSession(member);
  await page.goto('/dashboard/settings');
  await change(page, member.password);
  const refusal = 'New password should be different from the old password.';
  await expect(page.getByRole('alert')).toHaveText(refusal);
  await expect(page.getByLabel('New password')).toBeFocused();

  const password = `  ${'é'.repeat(34)} `;
  await change(page, password);
  await expect(page.getByText('password successfully updated', { exact: true })).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('');

  await newSession({ ...member, password });
  const refreshed = await askAccounts('token?grant_type=refresh_token', {
    refresh_token: elsewhere.refresh_token,
  });
  expect(refreshed.status).toBe(400);
  await page.reload();
  await expect(page, 'this device stays logged in').toHaveURL('/dashboard/settings');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});
