import type { Page } from 'playwright/test';
import { memberHome } from '../../../src/domain/account/next-path.ts';
import { storageKeys } from '../../../src/lib/storage-keys.ts';
import { failedRequest } from '../support/faults.ts';
import { linkIn, newMail } from '../support/mail.ts';
import { askAccounts, createMember, keptKeys, newSession } from '../support/members.ts';
import { stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

test.use({
  isOldest: true,
  isTranslated: true,
  expectedConsole: [failedRequest('/auth/v1/', '/_astro/')],
});

const send = { name: 'Send me the link', exact: true };
const change = { name: 'Change password', exact: true };
const expired = 'This link has expired or was already used.';

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/forgotpassword');
  await expect(page.getByRole('button', send)).toBeEnabled();
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', change).click();
}

test('§5.37 A13 known and unknown addresses get the same reply', async ({ page }) => {
  const { email } = await createMember();
  const answers: string[] = [];
  for (const address of [email, `nobody.${crypto.randomUUID()}@example.com`]) {
    await askForLink(page, address);
    await expect(page.getByText('email successfully sent', { exact: true })).toBeVisible();
    const answer = page.getByRole('status').filter({ hasText: 'is on its way' });
    answers.push((await answer.innerText()).replace(address, ''));
    const button = page.getByRole('button', { name: /^Send again in \d+ s$/ });
    await expect(button).toBeDisabled();
    await expect(button, 'a form sent with the keyboard keeps the focus (§5.54)').toBeFocused();
  }
  expect(answers[0]).toBe(answers[1]);
});

test('A17 A18 A20 A21 an emailed link sets a new password once, in any browser', async ({
  page,
  browser,
}) => {
  const member = await createMember();
  await askForLink(page, member.email);
  const mail = await newMail(member.email, 'Set a new password');
  const link = linkIn(mail, `${stack.site}/dashboard/settings#token_hash=`);
  expect(mail.text).toContain('Choose a new one here and you are back in.');
  expect(mail.text).toContain(link);
  // An email scanner that fetches the link must not use it up.
  await page.request.get(link);

  const other = await browser.newContext({ baseURL: stack.site });
  const device = await other.newPage();
  await device.goto('/dashboard/settings#token_hash=an-older-link-of-the-same-mail&type=recovery');
  await expect(device.getByText('It logs out your other devices')).toBeVisible();
  await device.goto(link);
  await expect(device, 'the token is removed from the address').toHaveURL('/dashboard/settings');
  const form = await device.getByRole('button', change).boundingBox();
  const middle = await device.evaluate(() => document.documentElement.clientWidth / 2);
  expect((form?.x ?? 0) + (form?.width ?? 0) / 2, 'the form is centred').toBeCloseTo(middle, 0);
  await setPassword(device, member.password);
  await expect(device.getByRole('alert')).toContainText('should be different');
  await setPassword(device, 'a brand new one');
  await expect(device).toHaveURL(memberHome);
  await expect(
    device.getByText('We cleared the name'),
    'the address was never verified',
  ).toBeVisible();
  await other.close();

  expect((await askAccounts('token?grant_type=password', member)).status).toBe(400);
  await newSession({ ...member, password: 'a brand new one' });
  const oldSession = await askAccounts('token?grant_type=refresh_token', {
    refresh_token: member.session.refresh_token,
  });
  expect(oldSession.status, 'other devices are logged out').toBe(400);

  await page.goto(link);
  await setPassword(page, 'another new one');
  await expect(page.getByRole('alert')).toContainText(expired);
  expect(await keptKeys(page), 'only the used link, and the address for the login').toEqual({
    local: [storageKeys.spentLink],
    session: [storageKeys.typedEmail],
  });
  await page.goto('/forgotpassword');
  await page.goto(link);
  await expect(page.getByRole('alert'), 'before anything is typed').toContainText(expired);
  await expect(page.getByLabel('New password')).toBeHidden();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL('/forgotpassword');
});
