import { answerWith, failedRequest, holdBack } from '../support/faults.ts';
import { becomeMember, expireToken, openProfile } from '../support/members.ts';
import { expect, submitLogin, test } from '../support/test.ts';

test.use({
  isOldest: true,
  isTranslated: true,
  expectedConsole: [failedRequest('/rest/v1/profiles', '/auth/v1/')],
});

const rows = '**/rest/v1/profiles*';
const update = { name: 'Update', exact: true };

test('a member who leaves the profile is warned only about unsaved changes', async ({ page }) => {
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

test('A4 a member whose login expires during an edit logs in again and finds the typed text', async ({
  page,
}) => {
  const member = await becomeMember(page);
  await openProfile(page);
  await page.getByLabel('First Name').fill('Usha');
  // The card loads once it is in view, and loading it later would end the login before the press.
  const referral = page.getByRole('region', { name: 'Invite a friend' });
  await referral.scrollIntoViewIfNeeded();
  await expect(referral.getByRole('button', { name: 'Copy the link' })).toBeEnabled();
  await answerWith(page, '**/auth/v1/token?grant_type=refresh_token', 400, {
    error_code: 'refresh_token_not_found',
    msg: 'Invalid Refresh Token',
  });
  await expireToken(page);
  await page.getByRole('button', update).click();
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fprofile&ended=1');
  await expect(page.getByText('You have been logged out.')).toBeVisible();

  await page.unroute('**/auth/v1/token?grant_type=refresh_token');
  await submitLogin(page, member);
  await expect(page).toHaveURL('/dashboard/profile');
  await expect(page.getByLabel('First Name')).toHaveValue('Usha');
  await expect(page.getByText('Your unsaved changes are still here')).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('First Name')).toHaveValue('Asha');
});

test('the form does not move while the profile loads, and the account menu opens at the first press', async ({
  page,
}) => {
  await becomeMember(page);
  const release = await holdBack(page, rows);
  await page.goto('/dashboard/profile');
  const boxes = () =>
    Promise.all(
      ['First Name', 'Email', 'Referral Code'].map((name) =>
        page.getByRole('textbox', { name }).boundingBox(),
      ),
    );
  await expect(page.getByLabel('First Name')).toBeDisabled();
  await expect(page.getByRole('status').getByText('Loading your profile')).toBeAttached();
  let before = await boxes();
  // React replaces the form of a translated page when it hydrates.
  await expect(async () => {
    before = await boxes();
    expect(before).not.toContain(null);
  }).toPass();
  expect(before[1]?.height, 'the disabled field is as high as the others').toBe(before[0]?.height);
  const toggle = page.getByRole('button', { name: 'Account menu' });
  await expect(toggle).toBeEnabled();
  await expect(toggle.locator('.initials')).toHaveCount(0);
  await toggle.hover();
  await page.mouse.down();
  release();
  await expect(toggle.locator('.initials')).toBeVisible();
  await page.mouse.up();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel('First Name')).toBeEditable();
  expect(await boxes()).toEqual(before);
});
