import { newMail } from '../support/mail.ts';
import { askAccounts, createMember } from '../support/members.ts';
import { stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

test('a link in an email in the local mailbox opens the site', async ({ page }) => {
  const { email } = await createMember();
  await askAccounts('recover', { email });
  const subject = 'Set a new password for AdmitCircle';
  await newMail(email, subject);
  await page.goto(stack.mailbox);
  await page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('link', { name: subject })
    .click();
  // Playwright cannot reach into a frame without scripts, so the keyboard does.
  await page.getByRole('link', { name: 'All mail' }).focus();
  await page.waitForLoadState();
  await page.keyboard.press('Tab');
  await expect(page.getByTitle('The message')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${stack.site}/dashboard/settings`);
  await expect(page.getByLabel('New password')).toBeVisible();
});
