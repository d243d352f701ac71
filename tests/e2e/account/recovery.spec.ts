import type { Page } from 'playwright/test';
import { stopClock } from '../support/clock.ts';
import { answerWith, failedRequest } from '../support/faults.ts';
import { askAccounts, createMember, keptKeys, newSession } from '../support/members.ts';
import { downloaded, pressByKey } from '../support/page.ts';
import { mailOf, stack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';

test.use({ expectedConsole: [failedRequest('/auth/v1/', '/_astro/')] });

const send = { name: 'Send the link', exact: true };
const change = { name: 'Change password', exact: true };
const expired = 'This link has expired or was used before.';

async function askForLink(page: Page, email: string): Promise<void> {
  await page.goto('/forgotpassword');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', send).click();
}

/** Waits for a mail to this address with a link that contains `path`; returns the newest such link. */
async function linkTo(email: string, path: string): Promise<string> {
  const links = () =>
    mailOf(email).then((mails) =>
      mails.flatMap((mail) => mail.links.filter((link) => link.includes(path))),
    );
  await expect.poll(links, { message: `a mail to ${email} with a link` }).not.toEqual([]);
  const [link = ''] = await links();
  return link;
}

async function recoveryLink(email: string): Promise<string> {
  await askAccounts('recover', { email });
  return linkTo(email, '/dashboard/settings#token_hash=');
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', change).click();
}

test('§5.18 the address is required and checked @phone', async ({ page }) => {
  await page.goto('/forgotpassword');
  await page.getByRole('button', send).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('asha@');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Entered email is not valid');
});

test('§5.37 A13 A16 known and unknown addresses get the same answer, once a minute', async ({
  page,
}) => {
  await page.clock.install();
  const { email } = await createMember();
  const answers: string[] = [];
  for (const address of [email, `nobody.${crypto.randomUUID()}@example.com`]) {
    const asked = page.waitForRequest('**/auth/v1/recover*');
    await page.goto('/forgotpassword');
    await page.getByLabel('Email').fill(address);
    await stopClock(page);
    await pressByKey(page.getByRole('button', send));
    const redirect = new URL((await asked).url()).searchParams.get('redirect_to');
    expect(redirect).toBe(`${stack.site}/dashboard/settings`);
    const toast = page.getByText('email successfully sent', { exact: true });
    await expect(toast).toBeVisible();
    const answer = page.getByRole('status').filter({ hasText: 'is on its way' });
    answers.push((await answer.innerText()).replace(address, ''));

    await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
    await page.clock.fastForward(2_000);
    await expect(toast).toBeVisible();
    await page.clock.fastForward(1_500);
    await expect(toast, 'toasts of the password area stay for 3000 ms (§9.14)').toBeHidden();
    await page.clock.fastForward(60_000);
    await expect(page.getByRole('button', send)).toBeEnabled();
    await page.clock.resume();
  }
  expect(answers[0]).toBe(answers[1]);
});

test('§5.38 a refusal is shown in the words of the service', async ({ page }) => {
  await answerWith(page, '**/auth/v1/recover*', 400, { msg: 'Signups not allowed here' });
  await askForLink(page, 'asha@example.com');
  await expect(page.locator('#toasts').getByText('Signups not allowed here')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Signups not allowed here');
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('A16 a refusal for too many mails says to wait', async ({ page }) => {
  await answerWith(page, '**/auth/v1/recover*', 429, {
    msg: 'Only request this after 51 seconds.',
  });
  await askForLink(page, 'asha@example.com');
  await expect(page.getByRole('alert')).toContainText('Only request this after 51 seconds.');
  await expect(page.getByRole('alert')).toContainText('Wait a minute');
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeDisabled();
});

test('R6 offline the address stays in the form, and the next try works', async ({
  page,
  context,
}) => {
  const { email } = await createMember();
  const ready = downloaded(page, 'supabase-client', 'Toaster');
  await page.goto('/forgotpassword');
  await expect(page.getByRole('button', send)).toBeEnabled();
  await page.getByLabel('Email').fill(email);
  await ready;
  await context.setOffline(true);
  await page.getByRole('button', send).click();
  await expect(page.getByRole('alert')).toContainText('You appear to be offline.');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await context.setOffline(false);
  await page.getByRole('button', send).click();
  await expect(page.getByRole('status').filter({ hasText: 'is on its way' })).toBeVisible();
});

test('A17 A18 A21 a mailed link sets a new password once, in any browser', async ({
  page,
  browser,
}) => {
  const member = await createMember();
  await askForLink(page, member.email);
  const link = await linkTo(member.email, '/dashboard/settings#token_hash=');
  expect(new URL(link).origin).toBe(stack.site);
  // A mail scanner that fetches the link does not spend it.
  await page.request.get(link);

  const other = await browser.newContext({ baseURL: stack.site });
  const device = await other.newPage();
  await device.goto(link);
  await expect(device, 'the token is out of the address').toHaveURL('/dashboard/settings');
  await setPassword(device, 'a brand new one');
  await expect(device).toHaveURL('/dashboard/main');
  await expect(device.getByText('password successfully updated')).toBeVisible();
  await other.close();

  expect((await askAccounts('token?grant_type=password', member)).status).toBe(400);
  await newSession({ ...member, password: 'a brand new one' });
  const oldSession = await askAccounts('token?grant_type=refresh_token', {
    refresh_token: member.session.refresh_token,
  });
  expect(oldSession.status, 'sessions of other devices are ended').toBe(400);

  await page.goto(link);
  await setPassword(page, 'another new one');
  await expect(page.getByRole('alert')).toContainText(expired);
  expect(await keptKeys(page)).toEqual({ local: [], session: [] });
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL('/forgotpassword');
});

test('A19 A20 leaving after a refused password signs nobody in', async ({ page }) => {
  const member = await createMember();
  const spent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/verify') && request.method() === 'POST') spent.push(request.url());
  });
  await page.goto(await recoveryLink(member.email));
  await setPassword(page, 'short');
  await expect(page.getByText('Password needs a minimum of 6 characters')).toBeVisible();
  expect(spent, 'a form that breaks a rule spends nothing').toHaveLength(0);

  await setPassword(page, member.password);
  await expect(page.getByRole('alert')).toContainText('should be different');
  expect(await keptKeys(page)).toEqual({ local: [], session: [] });
  await page.goto('/dashboard/main');
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.goBack();
  await expect(page).toHaveURL(/\/login\?next=/);
  expect(spent).toHaveLength(1);
});

test('A20 after a refused password the same link accepts another one', async ({ page }) => {
  const member = await createMember();
  await page.goto(await recoveryLink(member.email));
  await setPassword(page, member.password);
  await expect(page.getByRole('alert')).toContainText('should be different');
  await setPassword(page, 'a brand new one');
  await expect(page).toHaveURL('/dashboard/main');
});

test('a link works in a tab that already shows the settings', async ({ page }) => {
  const member = await createMember();
  await page.goto('/dashboard/settings#token_hash=an-older-link-of-the-same-mail&type=recovery');
  await expect(page.getByText('The link from our mail is used up')).toBeVisible();
  await page.goto(await recoveryLink(member.email));
  await expect(page).toHaveURL('/dashboard/settings');
  await setPassword(page, 'a brand new one');
  await expect(page).toHaveURL('/dashboard/main');
});

for (const part of ['0123', '0123456789abcdef0123456789abcdef', '0123456789abcdef&type=reco']) {
  test(`§6.26 a link cut after ${part} says so and offers another`, async ({ page }) => {
    await page.goto(`/dashboard/settings#token_hash=${part}`);
    await expect(page.getByRole('alert')).toContainText('This link is not complete.');
    await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
    await expect(page.getByLabel('New password')).toHaveCount(0);
    await expect(page).toHaveURL(/\/dashboard\/settings#/);
  });
}

test('the mail has the same words and link as plain text', async () => {
  const { email } = await createMember();
  const link = await recoveryLink(email);
  const text = (await mailOf(email)).map((mail) => mail.text).join('\n');
  expect(text).toContain('Choose a new one here and you are back in.');
  expect(text).toContain(link);
});

// The local service needs no confirmation, so its answer to a good link is mocked.
for (const type of ['email', 'email_change']) {
  test(`A33 pressing the button confirms an address (${type}) and signs nobody in`, async ({
    page,
  }) => {
    const { session } = await createMember();
    await answerWith(page, '**/auth/v1/verify*', 200, session);
    const token = '0123456789abcdef0123456789abcdef';
    await page.goto(`/login#token_hash=${token}&type=${type}`);
    await expect(page).toHaveURL('/login');
    const asked = page.waitForRequest('**/auth/v1/verify*');
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    expect((await asked).postDataJSON()).toMatchObject({ type, token_hash: token });
    await expect(page.getByRole('status')).toContainText(['Your address is confirmed.']);
    expect(await keptKeys(page)).toEqual({ local: [], session: [] });
  });
}

test('a used confirmation link says so', async ({ page }) => {
  await page.goto('/login#token_hash=0123456789abcdef0123456789abcdef&type=email');
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(page.getByRole('alert').filter({ hasText: expired })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeEditable();
});

test('§6.15 a mailed token opens no page but the settings to a visitor', async ({ page }) => {
  await page.goto('/dashboard/profile#token_hash=0123456789abcdef0123456789abcdef&type=recovery');
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fprofile');
});
